"""An invented penalty guide as a PDF, for tests of all that is done with a policy document."""

from __future__ import annotations

from tests.ingest.document.test_pdf import made

GUIDE = made(
    "1\nSOME INFRACTION PROCEDURE GUIDE\nEffective May 3, 2019\nCONTENTS\n1. Errors ......... 2\n"
    "1.1. Game Play Error - Late Trigger ...... 2\n1.2. Game Play Error - Extra Card ..... 2\n2. Conduct ...... 2\n"
    "2.1. Conduct - Minor ........ 2\n2.2. Conduct - Major ........ 3\n3. Cheating ..... 3\nAppendix A - Table .... 3",
    "2\n1. ERRORS\n1.1. Game Play Error - Late Trigger No Penalty\nDefinition\n"
    "A trigger that nobody has mentioned is late, as section 2.1 explains at its\nlength, and see MTR section 4.3 as well.\n"
    "Examples\nA. Ann forgets a trigger.\nB. Bob forgets two\n\nPhilosophy\nTriggers are hard to see, and 3 of them harder.\n"
    "1.2. Game Play Error - Extra Card Warning\nDefinition\nToo many cards were drawn for rule 103.4c of the long game.",
    "3\nIt goes on here.\n2. CONDUCT\n2.1. Conduct - Minor Warning\nBe nice, always.\n2.2. Conduct - Major Match Loss\n"
    "Be very nice.\n3. CHEATING\nSee section 9.9 and Appendix A.\nAPPENDIX A - TABLE\nLate Trigger None\nExtra Card Warning",
)
