"""The desk in the admin: submit documents, review their changes, decide, publish or discard, and roll back."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from rulesite.desk import services, workspace
from rulesite.desk.forms import EdgesForm, FurtherForm, StagingForm
from rulesite.desk.models import Proposal, Publication
from rulesite.rulebook.admin.base import FactAdmin, maintainer

_DEEDS = {
    "decide": "desk.change_proposal",
    "further": "desk.change_proposal",
    "forget": "desk.change_proposal",
    "again": "desk.change_proposal",
    "go on": "desk.change_proposal",
    "publish": "desk.publish_proposal",
    "discard": "desk.publish_proposal",
}
"""The actions on a proposal, with the permissions they need."""


@admin.register(Proposal)
class ProposalAdmin(FactAdmin):
    """A submission to the desk, its author and its result."""

    view_on_site = False
    list_display = ["place", "kind", "status", "who", "made", "publication"]
    list_filter = ["kind", "state"]
    date_hierarchy = "made"

    @admin.display(description="state", ordering="state")
    def status(self, proposal: Proposal) -> str:
        """The state in words."""
        return proposal.get_state_display()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whether the user may submit documents."""
        return request.user.has_perm("desk.add_proposal")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Ask for a file or a URL, and have it read."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = StagingForm(request.POST or None, request.FILES or None)
        taken = Proposal.objects.filter(state__in=Proposal.OPEN).first()
        if request.method == "POST" and form.is_valid():
            try:
                proposal = services.stage(maintainer(request), form.place, form.options)
            except services.ActionError as refusal:
                form.add_error(None, str(refusal))
            else:
                return HttpResponseRedirect(proposal.get_absolute_url())
        context = self._context(request, "Bring a document to the desk") | {"form": form, "taken": taken}
        return TemplateResponse(request, "admin/desk/stage.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The state of the proposal, its changes, and the available actions."""
        proposal = self.get_object(request, object_id)
        if proposal is None:
            raise Http404("no proposal on the desk has this number")
        if not self.has_view_permission(request, proposal):
            raise PermissionDenied
        further = FurtherForm()
        edges = EdgesForm()
        if request.method == "POST":
            deed = request.POST.get("deed", "")
            if not _may(request, proposal, deed):
                raise PermissionDenied
            if deed == "publish" and "sure" not in request.POST and proposal.state == Proposal.State.READY:
                return self._confirm(request, proposal)
            if deed == "further":
                further = FurtherForm(request.POST)
            edges = EdgesForm(request.POST)
            if self._do(request, proposal, deed, further if deed == "further" else edges):
                return HttpResponseRedirect(request.path)
        context = self._context(request, str(proposal)) | {
            "proposal": proposal,
            "original": proposal,
            "preview": proposal.preview,
            "decisions": list(proposal.decisions.all()),
            "progress": workspace.progress(proposal) if proposal.is_at_work else {},
            "worked_on": workspace.is_worked_on(),
            "may_decide": request.user.has_perm("desk.change_proposal"),
            "may_publish": _may(request, proposal, "publish"),
            "may_discard": _may(request, proposal, "discard"),
            "published": Publication.objects.filter(number=proposal.publication).first(),
            "edges": edges,
            "further": further,
        }
        return TemplateResponse(request, "admin/desk/proposal.html", context)

    def _confirm(self, request: HttpRequest, proposal: Proposal) -> HttpResponse:
        """Ask before publishing, with what readers would see."""
        context = self._context(request, "Publish this?") | {"proposal": proposal, "preview": proposal.preview}
        return TemplateResponse(request, "admin/desk/publish.html", context)

    def get_urls(self) -> list[URLPattern]:
        """The URLs, with the pages of a proposal as readers would see them."""
        view = self.admin_site.admin_view(self.page)
        return [path("<int:pk>/page/<int:number>/", view, name="desk_proposal_page"), *super().get_urls()]

    def page(self, request: HttpRequest, pk: int, number: int) -> HttpResponse:
        """A page as readers would see it, as it was rendered with the preview."""
        proposal = self.get_object(request, str(pk))
        if not self.has_view_permission(request, proposal):
            raise PermissionDenied
        page = workspace.page(proposal, number) if proposal is not None else None
        if page is None:
            raise Http404("this page of the preview is not stored any more")
        return HttpResponse(page)

    def _do(self, request: HttpRequest, proposal: Proposal, deed: str, form: EdgesForm | FurtherForm) -> bool:
        """Request an action; return whether to show the page again, False if a form has errors to show."""
        person, seen = maintainer(request), _number(request.POST.get("seen", ""))
        try:
            if deed in ("decide", "further"):
                decisions = form.decisions()
                if form.errors:
                    return False
                services.decide(person, proposal, seen, decisions)
            elif deed == "forget":
                services.forget(person, proposal, seen, _number(request.POST.get("decision", "")))
            elif deed == "publish":
                services.publish(person, proposal, seen)
            elif deed == "discard":
                services.discard(person, proposal, seen)
            elif deed == "again":
                services.read_again(person, proposal, seen)
            else:
                services.go_on()
        except services.ActionError as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
        return True

    def _context(self, request: HttpRequest, title: str) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "title": title, "opts": self.opts, "media": self.media}


@admin.register(Publication)
class PublicationAdmin(FactAdmin):
    """The log of publications: the author, the time and the changes."""

    view_on_site = False
    list_display = ["number", "what", "who", "made", "takes_back", "brought", "removed"]
    list_display_links = ["number", "what"]
    search_fields = ["what", "who"]
    date_hierarchy = "made"
    readonly_fields = ["brought", "removed", "anew"]
    fields = ["number", "made", "what", "who", "takes_back", "brought", "removed", "anew"]
    change_form_template = "admin/desk/publication.html"

    @admin.display(description="editions added")
    def brought(self, publication: Publication) -> str:
        """The new editions."""
        return _listed(publication.came)

    @admin.display(description="editions removed")
    def removed(self, publication: Publication) -> str:
        """The removed editions."""
        return _listed(publication.went)

    @admin.display(description="editions read again")
    def anew(self, publication: Publication) -> str:
        """The editions that exist before and after, but with another reading."""
        both = set(publication.before) & set(publication.after)
        return _listed([address for address in publication.touched if address in both])

    def get_urls(self) -> list[URLPattern]:
        """The URLs, with the page that rolls a publication back."""
        view = self.admin_site.admin_view(self.take_back)
        return [path("<int:pk>/take-back/", view, name="desk_publication_take_back"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The entry, with a button if it can be rolled back."""
        publication = self.get_object(request, object_id)
        may = request.user.has_perm("desk.take_back_publication")
        context = {
            "may_take_back": publication is not None and may and services.can_be_taken_back(publication),
            "not_kept": publication is not None and not services.can_be_taken_back(publication),
            "taken_back_by": publication and Publication.objects.filter(takes_back=publication.number).first(),
        }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})

    def take_back(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the effects, then have the publication rolled back."""
        if not request.user.has_perm("desk.take_back_publication"):
            raise PermissionDenied
        publication = self.get_object(request, str(pk))
        if publication is None:
            raise Http404("there is no such publication")
        if request.method == "POST":
            try:
                proposal = services.roll_back(maintainer(request), publication, _number(request.POST.get("seen", "")))
            except services.ActionError as refusal:
                self.message_user(request, str(refusal), messages.ERROR)
                return HttpResponseRedirect(request.path)
            return HttpResponseRedirect(proposal.get_absolute_url())
        context = {
            **self.admin_site.each_context(request),
            "title": "Undo a publication",
            "opts": self.opts,
            "original": publication,
            "can": services.can_be_taken_back(publication),
            "latest": Publication.objects.aggregate(latest=Max("number"))["latest"],
            "media": self.media,
            **services.consequences(publication),
        }
        return TemplateResponse(request, "admin/desk/take_back.html", context)


def _may(request: HttpRequest, proposal: Proposal, deed: str) -> bool:
    """Whether the user may request an action on a proposal: authors may also discard their own."""
    own = deed == "discard" and proposal.author_id == request.user.pk and request.user.has_perm("desk.add_proposal")
    return own or request.user.has_perm(_DEEDS.get(deed, ""))


def _listed(addresses: list[str]) -> str:
    """Some addresses, shortened to the first of many."""
    more = f" and {len(addresses) - 12} more" if len(addresses) > 12 else ""
    return ", ".join(addresses[:12]) + more or "—"


def _number(text: str) -> int:
    """A posted number; -1, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
