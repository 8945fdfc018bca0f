"""Proposals on the desk, the decisions on them, and the log of publications."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from rulesite.rulebook.models import Assertion, Descent

_STATES = {
    "reading": "is being read",
    "ready": "is ready for review",
    "joining": "is being matched again",
    "publishing": "is being published",
    "published": "was published",
    "refused": "can’t be published",
    "discarded": "was discarded",
}


class Proposal(models.Model):
    """A submission to the desk: documents to publish, or a publication to roll back.

    ``round`` increases with every action, to detect a person acting on an earlier state.
    """

    class Kind(models.TextChoices):
        DOCUMENTS = "documents", "documents"
        CARDS = "cards", "cards"
        TAKE_BACK = "take back", "taking back"

    class State(models.TextChoices):
        """The stage of the work on it."""

        READING = "reading", "is being read"
        READY = "ready", "is ready for review"
        JOINING = "joining", "is being updated"
        PUBLISHING = "publishing", "is being published"
        PUBLISHED = "published", "published"
        REFUSED = "refused", "can't be published"
        DISCARDED = "discarded", "discarded"

    AT_WORK = (State.READING, State.JOINING, State.PUBLISHING)
    """The states that need a worker process."""
    OPEN = (*AT_WORK, State.READY, State.REFUSED)
    """The states of a proposal that is still on the desk; there is only one at a time."""

    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.DOCUMENTS)
    place = models.CharField(max_length=500, help_text="The name of the uploaded file, or a URL.")
    options = models.JSONField(default=dict, blank=True, help_text="The options given with the documents.")
    takes_back = models.PositiveIntegerField(null=True, blank=True, help_text="The publication to take back.")
    state = models.CharField(max_length=12, choices=State.choices, default=State.READING, db_index=True)
    round = models.PositiveIntegerField(default=0)
    word = models.TextField(blank=True, help_text="The last message about it.")
    preview = models.JSONField(default=dict, blank=True, help_text="What would be published.")
    publication = models.PositiveIntegerField(null=True, blank=True, help_text="The publication that it became.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    who = models.CharField(max_length=150, blank=True, help_text="The name of its author.")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+",
        help_text="Who last changed its state.",
    )  # fmt: skip
    made = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-pk"]
        permissions = [("publish_proposal", "Can publish or discard what is on the desk")]

    def __str__(self) -> str:
        return f"{self.place} ({self.get_state_display()})"

    def get_absolute_url(self) -> str:
        return reverse("admin:desk_proposal_change", args=[self.pk])

    def get_state_display(self) -> str:  # type: ignore[no-redef]
        """The state in words that follow "it"."""
        return _STATES.get(self.state, self.state)

    @property
    def is_at_work(self) -> bool:
        """Whether it needs a worker process."""
        return self.state in self.AT_WORK

    @property
    def is_open(self) -> bool:
        """Whether it is still on the desk."""
        return self.state in self.OPEN


class Decision(models.Model):
    """A reviewer's assertion about an edge of a proposal; stored as an assertion when it is published."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="decisions")
    earlier = models.CharField(max_length=80)
    later = models.CharField(max_length=80)
    verdict = models.CharField(max_length=8, choices=Assertion.Verdict.choices)
    kind = models.CharField(max_length=10, choices=Descent.Kind.choices, default=Descent.Kind.REWORDED)
    reason = models.CharField(max_length=300)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    who = models.CharField(max_length=150, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["earlier", "later"]
        constraints = [models.UniqueConstraint(fields=["proposal", "earlier", "later"], name="one_decision_a_pair")]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.earlier} → {self.later}"


class Publication(models.Model):
    """One publication: the state of the book, the time, the author and the changes.

    Written in the transaction that publishes, for anybody's request; ``follows`` names the state before, which
    identifies its stored copy.
    """

    number = models.PositiveIntegerField(unique=True, help_text="The number of the book's state, as in /healthz.")
    made = models.DateTimeField()
    what = models.CharField(max_length=500, help_text="A description of the publication.")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    who = models.CharField(max_length=150, help_text="The person or command that published it.")
    takes_back = models.PositiveIntegerField(null=True, blank=True, help_text="The publication that it took back.")
    proposal = models.PositiveIntegerField(null=True, blank=True, help_text="Its number on the desk.")
    follows = models.CharField(max_length=60, blank=True, help_text="The state before.")
    before = models.JSONField(default=list, help_text="The addresses of the editions held before it.")
    after = models.JSONField(default=list, help_text="The addresses of the editions held after it.")
    touched = models.JSONField(default=list, help_text="The addresses of the editions that were read again.")

    class Meta:
        ordering = ["-number"]
        permissions = [("take_back_publication", "Can take a publication back")]

    def __str__(self) -> str:
        return f"publication {self.number}: {self.what}"

    def get_absolute_url(self) -> str:
        return reverse("admin:desk_publication_change", args=[self.pk])

    @property
    def came(self) -> list[str]:
        """The editions that it added."""
        return [address for address in self.after if address not in set(self.before)]

    @property
    def went(self) -> list[str]:
        """The editions that it removed."""
        return [address for address in self.before if address not in set(self.after)]
