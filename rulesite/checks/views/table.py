"""The table: a position set up, actions one by one with the rule of each step; the address holds all of it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe

from rulesite import sandbox
from rulesite.cards.models import Card
from rulesite.cards.names import fold
from rulesite.checks.models import Scenario
from rulesite.checks.models.scenarios import LONGEST
from rulesite.checks.playing.table_link import (
    MAX_LINK,
    ZONES,
    TableLink,
    position_from_lists,
    position_text,
    table_card,
    unpack,
)
from rulesite.checks.presentation.game import RULES
from rulesite.engine.eras.ruleset import OLDEST
from rulesite.engine.scenario.sentences import split_sentences
from rulesite.engine.scenario.tabletop.declaring import declared
from rulesite.engine.scenario.tabletop.payment import Means, paid_with
from rulesite.engine.scenario.tabletop.position import MAX_ACTIONS, setup_of
from rulesite.engine.scenario.tabletop.wording import composed
from rulesite.rulebook.models import Edition
from rulesite.text import toml

LIMITS = sandbox.Limits(seconds=4.0)
PLAYERS = ("Ann", "Bob", "Cid", "Dan")
"""Those who may sit at a table; the first two always do, the others where something is written for them."""
GAMES: dict[str, dict[str, Any]] = {
    "each for himself or herself": {},
    "Two-Headed Giant: Ann and Bob against Cid and Dan": {
        "variant": "Two-Headed Giant",
        "teams": [["Ann", "Bob"], ["Cid", "Dan"]],
    },
    "Commander": {"variant": "Commander"},
}
"""The games that can be chosen, with the fields of a position that set them up."""
STEPS = ("upkeep", "draw step", "main phase", "beginning of combat", "second main phase", "end step")
_USUAL_STEP = "main phase"
_DAY = len("2006-10-01")
STATES = (
    ("several", "four Forest", "they are called Forest 1 to Forest 4"),
    ("tapped", "Bear 2/2 tapped", ""),
    ("with counters", "Bear 2/2 with two +1/+1 counters", "or with three charge counters"),
    ("face down", "Master of Pearls face down", "a 2/2 without a name"),
    ("attached", "Holy Strength on Bear", "on Ann’s Bear where Bob has one, too; or on a player"),
    ("damaged", "Ox 2/4 with 1 damage", ""),
    ("came this turn", "Bear 2/2 new", "it has summoning sickness"),
    ("a token", "Soldier 1/1 white token", ""),
    ("with a keyword", "Hawk 1/1 blue with flying and vigilance", ""),
    ("with words", 'Brute 3/3 with "{T}: You gain 1 life."', ""),
    ("of another owner", "Elk 3/3 owned by Bob", "it lies where who controls it has it"),
    ("under another name", "Bear 2/2 called Bruin", "to tell cards of one name apart"),
)
"""How the states of cards are written in the fields of a set-up: what, an example, and a remark."""
_NUMBER = 60
"""Characters of a life total, or of the mana in a pool, at most."""
_ANSWERS = ("answer", "reply")
"""The fields of a form that answer a question, beside those of a ballot: what was done stays."""
_EXAMPLE = {
    ("Ann", "play"): "Forest\nMountain\nBear 2/2 green",
    ("Ann", "hand"): "Bolt | Instant {R} | Bolt deals 3 damage to any target.\nGrowth | Instant {G} | "
    "Target creature gets +3/+3 until end of turn.",
    ("Bob", "play"): "Wolf 3/3 green",
}


def table(request: HttpRequest) -> HttpResponse:
    """Show a table from its address, or where to begin; a posted form goes on to the address of what came of it."""
    days = _days()
    today = days[0] if days else OLDEST
    other = ""
    if request.method == "POST":
        link = _next(request, today)
        other = request.POST.get("day", "")[:_DAY] if "compare" in request.POST else ""
        if link is None:
            return _begin(request, days, {"error": "This table can’t be read. Begin again, or open its whole link."})
        packed = link.pack()
        if len(packed) <= MAX_LINK:
            query = {"t": packed, **({"with": other} if other else {})}
            return HttpResponseRedirect(f"{reverse('tabletop:table')}?{urlencode(query)}")
        return _compared(request, link, other, days) if other else _shown(request, link, days)
    if "t" in request.GET:
        link = unpack(request.GET["t"])
        if link is None:
            return _begin(request, days, {"error": "This link is not a whole one: part of it is missing or changed."})
        other = request.GET.get("with", "")[:_DAY]
        return _compared(request, link, other, days) if other else _shown(request, link, days)
    if "scenario" in request.GET:
        link = _of_scenario(request.GET["scenario"])
        if link is not None:
            packed = link.pack()
            if len(packed) <= MAX_LINK:
                return HttpResponseRedirect(f"{reverse('tabletop:table')}?{urlencode({'t': packed})}")
            return _shown(request, link, days)
    return _begin(request, days, {})


def _begin(request: HttpRequest, days: list[str], context: dict[str, Any]) -> HttpResponse:
    filled = dict(_EXAMPLE)
    card = Card.objects.filter(slug=request.GET.get("card", "")).first()
    if card is not None:
        filled["Ann", "hand"] = card.name
    lists = [
        (player, [(f"{player}-{zone}", label, filled.get((player, zone), "")) for zone, label in ZONES])
        for player in PLAYERS
    ]
    context = {
        "players": PLAYERS,
        "games": GAMES,
        "steps": STEPS,
        "usual_step": _USUAL_STEP,
        "states": STATES,
        **context,
    }
    has_cards = card is not None or Card.objects.exists()
    context = {"days": days, "lists": lists, "longest": LONGEST, "has_cards": has_cards, **context}
    return render(request, "checks/table_begin.html", context, status=400 if "error" in context else 200)


def _shown(request: HttpRequest, link: TableLink, days: list[str]) -> HttpResponse:
    return _played(request, link, days, "checks/table_page.html", "rulesite.checks.playing.table:draw", {})


def _compared(request: HttpRequest, link: TableLink, other: str, days: list[str]) -> HttpResponse:
    """The page of a course under the rules of its day and of another."""
    work = "rulesite.checks.playing.table:compare"
    return _played(request, link, days, "checks/table_compare.html", work, {"other": other})


def _played(
    request: HttpRequest, link: TableLink, days: list[str], template: str, work: str, more: dict[str, str]
) -> HttpResponse:
    context: dict[str, Any] = {"link": link, "packed": link.pack(), "days": days, "longest": LONGEST, **more}
    context["shareable"] = len(context["packed"]) <= MAX_LINK
    busy = None
    try:
        if len(link.position) > LONGEST:
            raise ValueError(f"the position has {len(link.position):,} characters, and {LONGEST:,} are allowed")
        drawn = sandbox.run(work, LIMITS, day=link.day, position=link.position, actions=list(link.actions), **more)
        context |= {"drawn": mark_safe(drawn["html"]), **drawn} if "html" in drawn else drawn
    except (sandbox.Stopped, ValueError) as error:
        late = isinstance(error, sandbox.Stopped) and error.bound is sandbox.Bound.CLOCK
        mend = "Try again in a moment" if late else "Undo a step, or begin with less on the table"
        context |= {"error": str(error), "mend": mend, "is_busy": late}
    except sandbox.Busy as error:
        busy = error
        context |= {"error": str(error), "is_busy": True}
    response = render(request, template, context)
    return busy.mark(response) if busy else response


def _next(request: HttpRequest, today: str) -> TableLink | None:
    """The table that a form asks for: begun anew, gone on, undone, or under the rules of another day."""
    post = request.POST
    day = post.get("day", "") or today
    if "begin" in post:
        text = post.get("text", "").replace("\r\n", "\n").strip()[: LONGEST + 1]
        if text:
            return TableLink(day, text)
        return TableLink(day, _position(post))
    link = unpack(post.get("t", ""))
    if link is None:
        return None
    actions = _anew(link.actions, post)
    is_new = any(key in post for key in ("act", "sentence", "fight")) and not any(key in post for key in _ANSWERS)
    if is_new and actions is link.actions:
        actions = _first(actions, post.get("done", ""))
    actions = _first(actions, post.get("keep", ""))
    for sentence in _said(post):
        if sentence.strip():
            actions = (*actions, " ".join(sentence.split()))
    stays = "compare" in post or "day" not in post
    return TableLink(link.day if stays else day, link.position, actions[: MAX_ACTIONS + 1])


def _said(post: QueryDict) -> list[str]:
    """The sentences that a form adds to a course: an action or answer, a whole declaration, or one of several parts."""
    if "instead" in post or "pay" in post:
        return []
    if "fight" in post:
        kind, _, player = str(post["fight"]).partition(" ")
        who, whom = post.getlist(f"who-{player}"), post.getlist(f"whom-{player}")
        return declared(kind, player, zip(who, whom, strict=False))
    typed = post.get("reply", "") or post.get("sentence", "")
    if "compose" in post or ("enter" in post and "ballot" in post and not typed.strip()):
        return [_composed(post)]
    return [post.get("act", "") or post.get("answer", "") or typed]


def _anew(actions: tuple[str, ...], post: QueryDict) -> tuple[str, ...]:
    """The course with the one sentence in other words that a form pays for: its number and the sentence, or what was
    chosen to pay."""
    number, _, sentence = str(post.get("instead", "")).partition(" ")
    if "pay" in post:
        number = post.get("bill", "")
        means = [Means(verb, name, chosen=True) for verb in ("tap", "exile", "mana") for name in post.getlist(verb)]
        sentence = paid_with(post.get("bill-start", ""), means)
    if not sentence.strip() or not number.isdecimal() or len(number) > len(str(MAX_ACTIONS)):
        return actions
    place = int(number) - 1
    return (
        (*actions[:place], " ".join(sentence.split()), *actions[place + 1 :]) if 0 <= place < len(actions) else actions
    )


def _first(actions: tuple[str, ...], number: str) -> tuple[str, ...]:
    """As many of the first actions; all of them for what is no number, or one of more digits than there are actions."""
    return actions[: int(number)] if number.isdecimal() and len(number) <= len(str(MAX_ACTIONS)) else actions


def _position(post: QueryDict) -> str:
    """The position that the lists of a form make."""
    numbers = {
        key: {player: post.get(f"{player}-{key}", "")[:_NUMBER] for player in PLAYERS} for key in ("life", "mana")
    }
    lists = {(player, zone): post.get(f"{player}-{zone}", "") for player in PLAYERS for zone, _ in ZONES}
    options = GAMES.get(post.get("game", ""), {})
    seated = [
        player
        for number, player in enumerate(PLAYERS)
        if number < 2
        or "teams" in options
        or any(numbers[key][player].strip() for key in numbers)
        or any(lists[player, zone].strip() for zone, _ in ZONES)
    ]
    turn, step = post.get("turn", PLAYERS[0]), post.get("step", _USUAL_STEP)
    moment = f"{turn}'s {step}" if turn in PLAYERS and step in STEPS else ""
    if moment == f"{PLAYERS[0]}'s {_USUAL_STEP}":
        moment = ""
    lists = {key: text for key, text in lists.items() if key[0] in seated}
    return position_from_lists(lists, numbers["mana"], _held, numbers["life"], moment, options)


def _composed(post: QueryDict) -> str:
    """The sentence of an answer that is put together of the fields of a form."""
    form, start = post.get("ballot", ""), post.get("ballot-start", "")
    if form == "several":
        return composed(form, start, [(name, "on") for name in post.getlist("part")])
    return composed(form, start, zip(post.getlist("of"), post.getlist("part"), strict=False))


def _held(name: str) -> tuple[str, dict[str, str]] | None:
    """A card of one face that the site holds, by its name however it is written; a basic land is a plain card."""
    card = Card.objects.filter(folded=fold(name)).first()
    if card is None or len(card.faces) > 1 or card.line.startswith("Basic Land"):
        return None
    return card.name, table_card(card.faces[0])


def _of_scenario(slug: str) -> TableLink | None:
    """A scenario's own position with its whole course, under the rules that it was written for."""
    row = Scenario.objects.filter(slug=slug, problem="").first()
    if row is None or row.ruleset is None:
        return None
    parsed = toml.parse(row.text)
    first = (parsed.get("scenario") or [{}])[0]
    do = first.get("do", parsed.get("do", ""))
    texts = do if isinstance(do, list) else [do]
    sentences = tuple(sentence.text for text in texts for sentence in split_sentences(text, 1))
    return TableLink(row.ruleset.isoformat(), position_text(setup_of(row.text)), sentences)


def _days() -> list[str]:
    days = Edition.objects.filter(document__slug=RULES).order_by("-effective").values_list("effective", flat=True)
    return [day.isoformat() for day in days if day.isoformat() >= OLDEST]
