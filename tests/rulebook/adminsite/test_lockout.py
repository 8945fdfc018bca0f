"""Log-in pauses for an account whose password is guessed at, and for nobody else."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
LOGIN = "/admin/login/"


@pytest.fixture(autouse=True)
def people(django_user_model):
    assert reverse("admin:login") == LOGIN
    for name in ("ada", "bob"):
        django_user_model.objects.create_superuser(name, password="right-password")


def attempt(client, name="ada", password="wrong", address="192.0.2.1", **headers):
    return client.post(LOGIN, {"username": name, "password": password}, REMOTE_ADDR=address, **headers).status_code


def guess(client, times, **how):
    for _ in range(times):
        attempt(client, **how)


def test_an_account_pauses_for_the_address_that_guesses(client, settings):
    guess(client, settings.AXES_FAILURE_LIMIT - 1)
    assert attempt(client, password="wrong") == 429
    assert attempt(client, password="right-password") == 429


def test_one_who_guesses_behind_a_proxy_shuts_out_nobody_else_there(client, settings):
    guess(client, settings.AXES_FAILURE_LIMIT + 1)
    assert attempt(client, name="bob", password="right-password") == 302


@pytest.mark.slow
def test_one_who_guesses_does_not_shut_out_the_account_s_own_user(client, settings):
    guess(client, settings.AXES_FAILURE_LIMIT + 1)
    assert attempt(client, password="right-password", address="192.0.2.2") == 302


@pytest.mark.slow
def test_many_addresses_that_guess_at_one_account_are_slowed_together(client, settings):
    for nth in range(settings.AXES_FAILURE_LIMIT_OF_ACCOUNT):
        guess(client, 1, address=f"198.51.100.{nth}")
    assert attempt(client, password="right-password", address="203.0.113.7") == 429
    assert attempt(client, name="bob", password="right-password", address="203.0.113.7") == 302


@pytest.mark.slow
def test_an_address_that_has_logged_in_before_is_not_shut_out_by_what_others_guess(client, settings):
    assert attempt(client, password="right-password", address="203.0.113.7") == 302
    client.logout()
    for nth in range(settings.AXES_FAILURE_LIMIT_OF_ACCOUNT + 1):
        guess(client, 1, address=f"198.51.100.{nth}")
    assert attempt(client, password="right-password", address="203.0.113.7") == 302


@pytest.mark.slow
def test_a_pause_ends_although_somebody_goes_on_guessing(client, settings):
    from axes.models import AccessAttempt

    guess(client, settings.AXES_FAILURE_LIMIT)
    before = AccessAttempt.objects.get().attempt_time
    guess(client, 3)
    assert AccessAttempt.objects.get().attempt_time == before


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_CLIENT_IP"])
def test_who_says_of_himself_to_be_somebody_else_is_not_believed(client, settings, header):
    for nth in range(settings.AXES_FAILURE_LIMIT):
        guess(client, 1, **{header: f"198.51.100.{nth}"})
    assert attempt(client, password="right-password", **{header: "203.0.113.7"}) == 429
