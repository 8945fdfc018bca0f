"""``make mutants PATH=rulesite/search``: random bugs, one at a time, and which of them no test notices.

Each mutant is held against its mirrored tests first and, if they do not notice it, against the folder of its area. The
same seed draws the same mutants of the same code. What came of each is stored at once, in ``.cache/mutants/``: after
Ctrl-C the same command goes on where it stopped. The exit status is 0 whatever survives: a person judges that.
"""

from __future__ import annotations

import argparse
import difflib
import signal
import sys
from pathlib import Path

from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tests.mutants.drawing import draw, modules_of, mutated, session_name
from tests.mutants.trials import Trial, find_tests, make_copy

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".cache" / "mutants"
_MAX_NAME = 120
"""Characters of a test's name that are printed: its parameters may be whole documents."""


def main() -> int:
    """Draw, try and print; returns the exit status."""
    options = _options()
    try:
        modules = modules_of(ROOT, options.paths)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    KEPT.mkdir(parents=True, exist_ok=True)
    session = session_name(ROOT, modules, options.seed)
    work = WorkDB(KEPT / f"{session}.sqlite3", WorkDB.Mode.create)
    mutants = [mutant for mutant, _ in zip(draw(ROOT, modules, options.seed), range(options.count), strict=False)]
    known = {each.job_id for each in work.work_items}
    jobs = [WorkItem.single(f"{number:05}", mutant) for number, mutant in enumerate(mutants, 1)]
    work.add_work_items(job for job in jobs if job.job_id not in known)
    console = Console()
    if options.list:
        for number, mutant in enumerate(mutants, 1):
            console.print(f"{number}. {_where(mutant)}", style="bold", highlight=False)
            console.print(escape(_change(mutant)), highlight=False)
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    stored = dict(work.results)
    copy = KEPT / session
    make_copy(ROOT, copy)
    try:
        for number, (job, mutant) in enumerate(zip(jobs, mutants, strict=True), 1):
            earlier = stored.get(job.job_id)
            if earlier is None or _waits_for_its_area(mutant, earlier, options):
                result = _skipped(mutant) if number in options.equivalent else _try(mutant, copy, options, earlier)
                work.set_result(job.job_id, result)
                console.print(f"{number} of {len(jobs)}: {_where(mutant)}: {result.output}", highlight=False)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
    stored = dict(work.results)
    _print(console, [(mutant, stored.get(job.job_id)) for job, mutant in zip(jobs, mutants, strict=True)])
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("paths", nargs="+", help="modules or packages, from the project's folder")
    parser.add_argument("--count", type=int, default=20, help="so many mutants (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    parser.add_argument("--mirrored-seconds", type=float, default=300, help="at most for the mirrored tests of one")
    parser.add_argument("--area-seconds", type=float, default=1_200, help="at most for the area's folder; 0: not tried")
    parser.add_argument("--jobs", type=int, default=2, help="processes for the area's folder (default: 2)")
    parser.add_argument("--list", action="store_true", help="only print what would be tried, to be judged before")
    numbers = "numbers in that list, with commas between, of mutants that change nothing that matters: not tried"
    parser.add_argument("--equivalent", type=_numbers, default=frozenset(), help=numbers)
    return parser.parse_args()


def _numbers(text: str) -> frozenset[int]:
    return frozenset(int(each) for each in text.split(",") if each.strip())


def _try(mutant: MutationSpec, copy: Path, options: argparse.Namespace, earlier: WorkResult | None) -> WorkResult:
    """What tests say of a mutant: the mirrored ones, unless an ``earlier`` run tried these, then the area's."""
    original = (ROOT / mutant.module_path).read_text("utf-8")
    trial = Trial(copy, mutant.module_path, original, mutated(original, mutant))
    mirrored, area = find_tests(ROOT, mutant.module_path)
    outcome = trial.run(mirrored, options.mirrored_seconds) if earlier is None else None
    if outcome is None or (outcome.word in ("survived", "late") and area != mirrored and options.area_seconds):
        outcome = trial.run(area, options.area_seconds, options.jobs)
    return WorkResult(
        WorkerOutcome.NORMAL if outcome.word in ("killed", "survived") else WorkerOutcome.ABNORMAL,
        output=f"{outcome.word} {outcome.test[:_MAX_NAME]} ({outcome.seconds:.0f} s)",
        test_outcome=TestOutcome.KILLED if outcome.word == "killed" else TestOutcome.SURVIVED,
        diff=_change(mutant),
    )


def _waits_for_its_area(mutant: MutationSpec, earlier: WorkResult, options: argparse.Namespace) -> bool:
    """Whether only the mirrored tests were tried, by a run with ``--area-seconds 0``, and did not notice it."""
    word, test, *_ = [*str(earlier.output).split(" "), ""]
    return (
        word in ("survived", "late") and bool(options.area_seconds) and test != find_tests(ROOT, mutant.module_path)[1]
    )


def _skipped(mutant: MutationSpec) -> WorkResult:
    return WorkResult(WorkerOutcome.SKIPPED, output="equivalent", diff=_change(mutant))


def _where(mutant: MutationSpec) -> str:
    return f"{mutant.module_path}:{mutant.start_pos[0]} {mutant.operator_name.removeprefix('core/')}"


def _change(mutant: MutationSpec) -> str:
    """The changed lines, as a diff shows them."""
    original = (ROOT / mutant.module_path).read_text("utf-8")
    lines = difflib.unified_diff(original.split("\n"), mutated(original, mutant).split("\n"), n=1, lineterm="")
    return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


def _print(console: Console, results: list[tuple[MutationSpec, WorkResult | None]]) -> None:
    """Print what survived with its change, and how many came to what end."""
    table = Table("mutant", "change", "outcome", show_lines=True)
    counts: dict[str, int] = {}
    for number, (mutant, result) in enumerate(results, 1):
        word = str(result.output).split(" ")[0] if result else "not tried"
        counts[word] = counts.get(word, 0) + 1
        if word in ("survived", "late", "unsound"):
            table.add_row(f"{number}. {_where(mutant)}", escape(_change(mutant)), escape(str(result.output)))
    if table.row_count:
        console.print(table)
    console.print(", ".join(f"{word} {count}" for word, count in sorted(counts.items())), highlight=False)


if __name__ == "__main__":
    sys.exit(main())
