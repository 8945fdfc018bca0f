"""Instructions about tokens: their characteristics and their creation."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.looks import together
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, passes, prints, reads, says


@node
class Token(Node):
    """The characteristics of a token. `name` empty: named after its subtypes. Power and toughness None: no
    creature."""

    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Node, ...] = ()
    name: str = ""

    words = (prints("token", "{:token_words}"),)


SAME_TOKENS = Token(())
"""In an unfinished tree: tokens like those mentioned before."""

fixed("like_before", SAME_TOKENS, "of those tokens", printed=False)
passes("tokenpart", "{:typeword}")
made("tokenpart", "tapped", lambda: {"tapped": True})
made("tokenparts", "{one:tokenpart} {other:tokenparts}", together)
passes("tokenparts", "{:tokenpart}")
made("tokentail", "[and] with {abilities:kws}", lambda abilities: {"abilities": abilities})
made("tokentail", "that be {colors:colorlist}", lambda colors: {"colors": colors, "colored": True})
made("tokentail", "that be every {sort:basic_type}", lambda sort: {"every": str(sort)})
made(
    "tokentail",
    "with base power and toughness each equal to {size:value}",
    lambda size: {"power": size, "toughness": size, "based": True},
)
made("tokentail", "named {name:name}", lambda name: {"name": name})
made("tokentail", "that be tapped and attacking", lambda: {"tapped": True, "attacking": True})
made("tokentail", "that be attacking", lambda: {"attacking": True})
made(
    "tokentail",
    "that be tapped and attacking {attacked:player_named}",
    lambda attacked: {"tapped": True, "attacking": True, "attacked": attacked},
)
made(
    "tokentail",
    "that be tapped and attacking {attacked:player_named} or a {kind:CARDTYPE} {holder:they_who} control",
    lambda attacked, kind, holder: {
        "tapped": True,
        "attacking": True,
        "attacked": attacked,
        "or_walker": holder,
        "walker": str(kind),
    },
)
made(
    "tokentail",
    "that be attacking {attacked:player_named}",
    lambda attacked: {"attacking": True, "attacked": attacked, "apart": True},
)
made("tokentail", "that be blocking {blocking:np}", lambda blocking: {"blocking": blocking})
made("tokentail", "under {who:poss} control", lambda who: {"who": who})
made("tokentail", "attached to {attached:np}", lambda attached: {"attached": attached})
made("tokentails", "{one:tokentail} {other:tokentails}", lambda one, other: {**one, **other})
fixed("tokentails", {}, "")
made("tokendesc", "{one:tokenparts} token {other:tokentails}", together)


def _role(name: str, kind: str, first: str = "") -> dict[str, object]:
    """ "A Wicked Role token", "a Young Hero Role token": the rules say by its name what it is."""
    if kind != "Role":
        raise ValueError("a token with a name before its type")
    return {"name": f"{first} {name}".strip(), "subtypes": ("Aura", "Role")}


made("role", "{name:PROPER} {kind:SUBTYPE}", _role)
made("role", "{first:PROPER} {name:SUBTYPE} {kind:SUBTYPE}", _role)
made("tokendesc", "{one:role} token {other:tokentails}", together)
made("first_named", "{name:name}, a {look:tokendesc}", lambda name, look: {**look, "name": name, "first": True})
made("by_name", "{name:card_name} token", lambda name: {"name": name})
passes("card_name", "{:PROPER}")
made("card_name", "{one:PROPER} {rest:card_name}", "{one} {rest}".format)
_COPY = "[onto the battlefield] that be [a] copy of {token:copied} [onto the battlefield]"


@node
class CreateToken(Instruction):
    """Create (put into play) tokens under a player's control; `token` is a `Token`, or a reference to be
    copied; `blocking`: the attacking creature that they enter blocking; `also`: other tokens created with them, each
    a `CreateToken`; `attached`: what Auras enter attached to; `attacked`: the player whom they enter attacking, or a
    planeswalker of that player (`or_walker`)."""

    token: Node
    amount: Amount = Number(1)
    who: Node = You()
    tapped: bool = False
    attacking: bool = False
    blocking: Node | None = None
    except_: tuple[Node, ...] = ()
    also: tuple[Node, ...] = ()
    attached: Node | None = None
    attacked: Node | None = None
    or_walker: bool = False

    home: ClassVar[str] = "pvp"
    words = (
        says("newtoken", "{amount:qty_plain} {token:tokens}"),
        says("newtoken", "a additional {token:tokens}", surface="additional", amount=Number(1)),
        says("creating", "create {amount:qty_plain} {token:tokens}{also:more_tokens}", day="create"),
        says(
            "creating", "put {amount:qty_plain} {token:tokens}{also:more_tokens} onto the battlefield", day="no create"
        ),
        says("creating", "create {token:named_first}", surface="first"),
        says("creating", "create {amount:qty_plain} {token:named_card}", surface="card"),
        *(
            says(
                "creating", f"create half {{amount:half_{way}}} {{token:tokens+}}, rounded {way}", surface=f"half {way}"
            )
            for way in ("up", "down")
        ),
        says("creating", "create {amount:one_or_more} {token:same_tokens}", surface="those"),
        says(
            "creating",
            "put {amount:qty_plain} {token:tokens} onto the battlefield blocking {blocking:np}",
            day="no create",
        ),
        says("creating", "create {amount:qty_plain} {token:tokens}", day="create"),
        says("creating", "put {amount:qty_plain} {token:tokens} onto the battlefield", day="no create"),
        reads("creating", "put {amount:qty_plain} {token:tokens} onto the battlefield tapped", tapped=True),
        reads(
            "creating",
            "put {amount:qty_plain} {token:tokens} onto the battlefield tapped and attacking",
            tapped=True,
            attacking=True,
        ),
        *(
            phrase
            for tokens in ("{amount:qty_plain} {token:tokens}{also:more_tokens}", "{amount:qty_plain} {token:tokens}")
            for phrase in (
                says(
                    "creating",
                    f"put {tokens} onto the battlefield under {{who:poss}} control",
                    surface="under",
                    day="no create",
                ),
                prints("creating", f"create {tokens} under {{who:poss}} control", surface="under", day="create"),
            )
        ),
        reads(
            "creating",
            "put {amount:qty_plain} {token:tokens} onto the battlefield tapped under {who:poss} control",
            surface="under",
            tapped=True,
        ),
        prints("creating", "create {amount:factor} {token:tokens} for each {amount:times}", day="create"),
        prints("creating", "put {amount:factor} {token:tokens} onto the battlefield for each {amount:times}"),
        says("creating", "create a number of {token:tokens} equal to {amount:value}", day="create"),
        says(
            "creating", "put a number of {token:tokens} onto the battlefield equal to {amount:value}", day="no create"
        ),
        reads("creating", f"(create|put) {{amount:qty_plain}} token {_COPY}[, except {{except_:exceptions}}]"),
        reads(
            "creating",
            f"(create|put) {{amount:qty_plain}} token {_COPY} and that be tapped and attacking",
            surface="and_that",
            tapped=True,
            attacking=True,
        ),
        reads(
            "creating",
            f"(create|put) {{amount:qty_plain}} tapped and attacking token {_COPY}",
            surface="ahead",
            tapped=True,
            attacking=True,
        ),
        reads(
            "creating",
            f"(create|put) {{amount:qty_plain}} tapped token {_COPY}[, except {{except_:exceptions}}]",
            tapped=True,
        ),
    )


made("newtokens", "and {last:newtoken}", lambda last: (last,))
made("newtokens", ", {one:newtoken}{rest:newtokens_on}", lambda one, rest: (one, *rest))
made("newtokens_on", ", and {last:newtoken}", lambda last: (last,))
made("newtokens_on", ", {one:newtoken}{rest:newtokens_on}", lambda one, rest: (one, *rest))
passes("pvp", "{:creating}")


@node
class CreateBesides(Instruction):
    """Inside a replacement: create the tokens that would be created, and other tokens too."""

    more: CreateToken

    words = (says("pvp", "create those tokens plus {more:newtoken}"),)


@node
class CreateOneOfEach(Instruction):
    """Inside a replacement: for each token of several kinds that would be created, create one of each of these."""

    tokens: tuple[Token, ...] = ()

    words = (says("pvp", "create {:one} of each", tokens=ANY),)
