"""What Django finds wrong with the code is found here: our commands do not look for it each time they begin."""

from django.core.management import call_command


def test_django_finds_nothing_wrong_with_the_code():
    call_command("check", fail_level="WARNING")
