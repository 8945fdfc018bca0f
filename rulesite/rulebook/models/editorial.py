"""What maintainers add: corrections of readings, commentary on rules, pages of the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from rulesite.rulebook.models.documents import Edition
from rulesite.rulebook.models.rules import Rule, RuleVersion, Wording


class Correction(models.Model):
    """A reading that a person corrected. The original stays; the correction is laid over it, here and at re-ingest.

    It is bound to the words it corrects (``original``): when a later reading of the source gives other words, it is
    kept and no longer applied.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="corrections")
    key = models.CharField(max_length=24, help_text="The provision's key in the edition.")
    original = models.ForeignKey(Wording, models.PROTECT, related_name="+")
    corrected = models.ForeignKey(Wording, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made"]

    def __str__(self) -> str:
        return f"{self.key}@{self.edition.slug}: {self.reason}"


class Commentary(models.Model):
    """A maintainer's remark on a rule, in Markdown, shown beside it and marked as ours."""

    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, blank=True, related_name="commentary")
    version = models.ForeignKey(RuleVersion, models.SET_NULL, null=True, blank=True, related_name="commentary")
    address = models.CharField(
        max_length=80, help_text="The rule it is about, like cr/2006-10-01/402.8g: it survives re-ingest by this."
    )
    body = models.TextField(help_text="Markdown. Rule numbers and [[404.1@2006-10-01]] become links.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False)
    changed = models.DateTimeField(auto_now=True)
    published = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "commentary"
        ordering = ["-changed"]

    def __str__(self) -> str:
        return f"on {self.address}"


class Page(models.Model):
    """A page of the site itself, such as “About”, in Markdown."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=120)
    body = models.TextField(help_text="Markdown. Rule numbers and [[404.1@2006-10-01]] become links.")
    position = models.PositiveSmallIntegerField(default=0)
    in_menu = models.BooleanField(default=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["position", "title"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("reading:page", args=[self.slug])
