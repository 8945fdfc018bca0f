"""All slots of phrases: whoever imports this module has them declared."""

from __future__ import annotations

from rulesite.engine.cardtext import (  # noqa: F401 - for the slots that they declare
    becoming_slots,
    change_slots,
    condition_slots,
    cost_slots,
    deed_slots,
    event_slots,
    exception_slots,
    joined_objects,
    joint_slots,
    keyword_slots,
    making_slots,
    move_slots,
    object_slots,
    past_slots,
    player_slots,
    playing_slots,
    predicate_slots,
    replacing_slots,
    slots,
    statement_slots,
    time_slots,
)
