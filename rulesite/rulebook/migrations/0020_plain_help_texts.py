"""Plainer help texts; no table changes."""


import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('rulebook', '0019_keys_of_any_length'),
    ]

    operations = [
        migrations.AlterField(
            model_name='attribution',
            name='read_as',
            field=models.CharField(blank=True, help_text='The tag that a person corrected it to.', max_length=160),
        ),
        migrations.AlterField(
            model_name='citation',
            name='suggestion',
            field=models.CharField(blank=True, help_text='What was probably meant, if too uncertain for a link.', max_length=60),
        ),
        migrations.AlterField(
            model_name='correction',
            name='corrected',
            field=models.TextField(help_text='The words after the correction.'),
        ),
        migrations.AlterField(
            model_name='correction',
            name='edition',
            field=models.CharField(help_text='Like cr/2006-10-01; “tags” or “games” if it belongs to no edition.', max_length=60),
        ),
        migrations.AlterField(
            model_name='correction',
            name='original',
            field=models.TextField(help_text='The words before the correction.'),
        ),
        migrations.AlterField(
            model_name='edition',
            name='parts',
            field=models.JSONField(blank=True, default=list, editable=False, help_text='Its parts other than provisions, terms and index entries: kind, text, source, lines.'),
        ),
        migrations.AlterField(
            model_name='edition',
            name='rules',
            field=models.CharField(blank=True, help_text='The rules that it describes, if it names them: fifth edition.', max_length=40),
        ),
        migrations.AlterField(
            model_name='indexentry',
            name='parent',
            field=models.CharField(blank=True, help_text='The key of the entry above it.', max_length=120),
        ),
        migrations.AlterField(
            model_name='library',
            name='name',
            field=models.CharField(help_text='The name of the collection, such as “pocket edition”.', max_length=80),
        ),
        migrations.AlterField(
            model_name='library',
            name='publication',
            field=models.PositiveIntegerField(default=0, editable=False, help_text='The number of the published state; increases with each publication.'),
        ),
        migrations.AlterField(
            model_name='library',
            name='revision',
            field=models.PositiveIntegerField(default=0, editable=False, help_text='Increases with each change that a person makes in the published book.'),
        ),
        migrations.AlterField(
            model_name='library',
            name='touched',
            field=models.JSONField(default=dict, editable=False, help_text='A mark for each edition, by address, that changes with its content; * stands for all.'),
        ),
        migrations.AlterField(
            model_name='phrasepair',
            name='back',
            field=models.PositiveIntegerField(default=0, help_text='Sentences in which the new phrase became the old one.'),
        ),
        migrations.AlterField(
            model_name='phrasepair',
            name='basis',
            field=models.CharField(choices=[('descent', 'sentences in which it replaced the other'), ('obsolete', 'a glossary says so'), ('see', 'a glossary says to look there')], max_length=8),
        ),
        migrations.AlterField(
            model_name='phrasepair',
            name='evidence',
            field=models.JSONField(default=list, help_text='The steps: addresses of both editions, sentences, keys of provisions and their successors.'),
        ),
        migrations.AlterField(
            model_name='phrasepair',
            name='sentences',
            field=models.PositiveIntegerField(default=0, help_text='The number of different sentences in which it replaced the old phrase.'),
        ),
        migrations.AlterField(
            model_name='phrasepair',
            name='share',
            field=models.FloatField(default=1.0, help_text='The share of the old phrase that became the new one, 0 to 1.'),
        ),
        migrations.AlterField(
            model_name='phrasepair',
            name='since',
            field=models.CharField(help_text='The address of the first edition with the new phrase.', max_length=60),
        ),
        migrations.AlterField(
            model_name='rephrased',
            name='phrases',
            field=models.JSONField(help_text='For each: the old phrase, the new one, sentences, how many lost it, how often it stayed, places.'),
        ),
        migrations.AlterField(
            model_name='rule',
            name='merged_into',
            field=models.ForeignKey(blank=True, help_text='The thread that it was merged into.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='merged', to='rulebook.rule'),
        ),
        migrations.AlterField(
            model_name='ruleversion',
            name='key',
            field=models.CharField(help_text='The number, with ~2 after it if the number was already printed.', max_length=24),
        ),
        migrations.AlterField(
            model_name='source',
            name='extent_said',
            field=models.CharField(blank=True, help_text='Its extent, if a person gave it.', max_length=8),
        ),
        migrations.AlterField(
            model_name='source',
            name='ledger',
            field=models.BinaryField(default=b'', help_text='The segments that make it up, compressed.'),
        ),
        migrations.AlterField(
            model_name='source',
            name='strays',
            field=models.JSONField(blank=True, default=list, help_text='Lines that begin with a possible number but are not provisions: line, start, number, owner, and the evidence that it is only cited there; a doubtful one has none.'),
        ),
        migrations.AlterField(
            model_name='witness',
            name='examples',
            field=models.PositiveSmallIntegerField(default=0, help_text='The number of its labelled examples.'),
        ),
    ]
