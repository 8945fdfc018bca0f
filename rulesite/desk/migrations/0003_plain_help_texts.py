"""Plainer help texts; no table changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0002_roles'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='proposal',
            name='asked_by',
            field=models.ForeignKey(blank=True, help_text='Who last changed its state.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='options',
            field=models.JSONField(blank=True, default=dict, help_text='The options given with the documents.'),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='place',
            field=models.CharField(help_text='The name of the uploaded file, or a URL.', max_length=500),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='state',
            field=models.CharField(choices=[('reading', 'is being read'), ('ready', 'is ready for review'), ('joining', 'is being updated'), ('publishing', 'is being published'), ('published', 'published'), ('refused', "can't be published"), ('discarded', 'discarded')], db_index=True, default='reading', max_length=12),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='who',
            field=models.CharField(blank=True, help_text='The name of its author.', max_length=150),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='word',
            field=models.TextField(blank=True, help_text='The last message about it.'),
        ),
        migrations.AlterField(
            model_name='publication',
            name='after',
            field=models.JSONField(default=list, help_text='The addresses of the editions held after it.'),
        ),
        migrations.AlterField(
            model_name='publication',
            name='before',
            field=models.JSONField(default=list, help_text='The addresses of the editions held before it.'),
        ),
        migrations.AlterField(
            model_name='publication',
            name='number',
            field=models.PositiveIntegerField(help_text="The number of the book's state, as in /healthz.", unique=True),
        ),
        migrations.AlterField(
            model_name='publication',
            name='proposal',
            field=models.PositiveIntegerField(blank=True, help_text='Its number on the desk.', null=True),
        ),
        migrations.AlterField(
            model_name='publication',
            name='touched',
            field=models.JSONField(default=list, help_text='The addresses of the editions that were read again.'),
        ),
        migrations.AlterField(
            model_name='publication',
            name='what',
            field=models.CharField(help_text='A description of the publication.', max_length=500),
        ),
        migrations.AlterField(
            model_name='publication',
            name='who',
            field=models.CharField(help_text='The person or command that published it.', max_length=150),
        ),
    ]
