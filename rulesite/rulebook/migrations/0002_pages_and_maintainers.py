"""The pages that every site begins with, and the group of its maintainers.

Both are a beginning: maintainers rewrite the pages in the admin, and an administrator gives the group more or less.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ABOUT = """\
This site holds the rules of Magic: The Gathering as they stood at each of many dates: editions of the Comprehensive Rules, and collections of rulings around them. They are one hypertext. Every rule has an address that does not change, every reference leads to what it names, and a rule can be followed through its editions even when its number moved.

# What is kept exactly

Each document is stored byte for byte as it was found, with its checksum. Every character of it is accounted for: it belongs to a rule, an example, a heading, the glossary, or to something that was set aside with a stated reason, such as the navigation of the web site that a copy was taken from. The *ledger* of a source shows its whole text with what became of each part; joined together the parts give the file back.

# What is repaired, and what is only shown

Copies are damaged: words cut in two by a line break, two rules run together on one line, signs read in the wrong encoding. Such damage is mended only where there can be no doubt, each time with its place, what stood there, what is read instead, and why. The stored file is not touched.

What is doubtful is not mended but marked: a date that cannot be, a symbol that was lost, a number printed twice, a reference to a rule that the edition does not have. The publishers' own mistakes are left as they are and shown as such.

Where a person corrected a reading, the rule says so, with the words before and after, the reason and the date. Remarks of ours stand beside a rule and are marked as ours; they are no part of it.

# How to cite

Name the document, the number and the date of the edition, as in `CR 404.1 (2006-10-01)`: numbers move, and the date says which one is meant. The address of a page says the same, `/cr/2006-10-01/404.1/`, and will go on leading there. An address without a date, `/cr/404.1/`, leads to the newest edition that used the number.

# How to report a mistake

Tell whoever runs this copy of the site the address of the page, what it shows, and what the document has instead; the line in the source, which every rule page names, helps most. Where the document itself is wrong, say that too: it stays as printed, and a remark can be set beside it.

# Whose text it is

The text of the rules and rulings belongs to its publishers, who are named with each document. This site is not theirs, and is neither made nor endorsed by them. What is ours is the arrangement: the links, the histories, the remarks.
"""

READING = """\
# Finding a rule

Type a number or words into the box. A number leads straight to its rule: `702.6`, `rule 409.1b`, `A.4.20`. Numbers of older editions are understood too, and lead to the newest edition that used them. Words are looked for in all editions; put a phrase in quotation marks, and join words with AND, OR and NOT.

# What a rule page shows

| part | what it is |
|---|---|
| the number and the text | as this edition has them, in their section |
| Examples | the worked examples printed with the rule |
| links inside the text | references to other rules and to the glossary, in the same edition |
| marked references | what the edition cites and does not have, or what could mean more than one thing |
| source tags | in collections of rulings: who said so, and when, linked to that edition if it is here |
| cited by | the rules that refer to this one |
| where it comes from | the source and the line, and what other copies of the same edition say |
| doubts | what is uncertain about the reading, and was left as it is |

# Numbers

The Comprehensive Rules have chapters (`4`), sections (`404`), rules (`404.1`) and subrules (`404.1a`); the letters l and o are never used, because they look like digits. The older collections of rulings have letters: `A` is a chapter, `A.4` a section, `A.4.20` a rule, `A.4.Ruling.2` a ruling.

The same number is not the same rule for ever. In 2009 nearly the whole book was renumbered, and smaller moves happen in most editions. That is why every address carries a date.

# Words

An edition speaks the language of its day: what was *in play* is later *on the battlefield*, a spell that was *played* is later *cast*. Texts are never modernised here.
"""

PAGES = [("about", "About", ABOUT, 10), ("reading", "How to read this site", READING, 20)]

EDITED = {
    "library": ["change"],
    "document": ["change"],
    "edition": ["change"],
    "ruleversion": ["change"],
    "correction": ["add"],
    "commentary": ["add", "change", "delete"],
    "page": ["add", "change", "delete"],
    "assertion": ["add", "change", "delete"],
}
"""What maintainers may do, beyond looking at everything. Removing an edition is left to administrators."""


def create_pages(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the pages, unless somebody has pages of these names already."""
    pages = apps.get_model("rulebook", "Page").objects.using(schema_editor.connection.alias)
    for slug, title, body, position in PAGES:
        pages.get_or_create(slug=slug, defaults={"title": title, "body": body, "position": position})


def create_maintainers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the group, with the permissions that `migrate` itself would only create afterwards."""
    using = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    group, created = apps.get_model("auth", "Group").objects.using(using).get_or_create(name="Maintainers")
    if not created:
        return
    granted = []
    for model in apps.get_app_config("rulebook").get_models():
        meta = model._meta
        content_type, _ = content_types.get_or_create(app_label="rulebook", model=meta.model_name)
        for action in ["view", *EDITED.get(meta.model_name or "", [])]:
            permission, _ = permissions.get_or_create(
                content_type=content_type,
                codename=f"{action}_{meta.model_name}",
                defaults={"name": f"Can {action} {meta.verbose_name_raw}"},
            )
            granted.append(permission)
    group.permissions.set(granted)


class Migration(migrations.Migration):
    dependencies = [
        ("rulebook", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(create_pages, migrations.RunPython.noop),
        migrations.RunPython(create_maintainers, migrations.RunPython.noop),
    ]
