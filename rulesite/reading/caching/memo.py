"""Results kept in memory while the state of the library they were made from stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from rulesite.reading.caching.state import Seen, state_of
from rulesite.rulebook import models

P = ParamSpec("P")
T = TypeVar("T")
Of = Callable[..., Iterable[str]]
"""Takes the library and a memoized function's arguments, returns the addresses of the editions used; see `memoize`."""
_MAX_CACHED = 1024
"""Maximum results in memory for each function, unless `memoize` gets another number."""


def memoize(
    made: Callable[P, T],
    *,
    most: int = _MAX_CACHED,
    of: Of | None = None,
) -> Callable[Concatenate[models.Library | None, P], T]:
    """Decorator that memoizes a function of hashable arguments while the library's state stays the same.

    The decorated function takes the library as an additional first argument; without a library nothing is kept. The
    library must be read before, or in the same snapshot as, the data of the function. At most ``most`` results are
    kept.

    ``of`` returns, for all arguments, the addresses of the editions whose text and descent the result depends on; the
    result is then kept until one of these is corrected, whatever is corrected elsewhere. The result may also depend on
    data that only a publication, or a change of no particular edition, changes; but on nothing that people write beside
    the book.
    """
    newest: list[Seen] = [()]

    @lru_cache(maxsize=most)
    def kept(state: Seen, *args: P.args, **kwargs: P.kwargs) -> T:
        return made(*args, **kwargs)

    @wraps(made)
    def asked(library: models.Library | None, *args: P.args, **kwargs: P.kwargs) -> T:
        if library is None:
            return made(*args, **kwargs)
        state: Seen = state_of(library) if of is None else (library.pk, library.publication)
        seen = state if of is None else (*state, *library.marks(of(library, *args, **kwargs)))
        if state > newest[0]:  # no new request can be in an older state
            newest[0] = state
            kept.cache_clear()
        return kept(seen, *args, **kwargs)  # type: ignore[arg-type] # lru_cache's stubs forget the parameters

    return asked


def of_none(library: models.Library, *_: object) -> Iterable[str]:
    """For `memoize`: a result that depends on no edition's text, only on which editions there are."""
    return ()


def of_one(library: models.Library, edition: models.Edition, *_: object) -> Iterable[str]:
    """For `memoize`: a result that depends on the text of the edition that is the first argument."""
    return [edition.address]


def of_all_between(
    library: models.Library, earlier: models.Edition, later: models.Edition, *_: object
) -> Iterable[str]:
    """For `memoize`: a result that depends on the text and descent of two editions of a document and of all in
    between."""
    return [address for address in sorted(library.touched) if earlier.address <= address <= later.address]
