"""The addresses that are printed when the app is served."""

import ipaddress

import pytest

from scorekeeper import network, serve


def test_a_named_host_is_the_only_address() -> None:
    assert serve.addresses("127.0.0.1", "8123") == ["  http://127.0.0.1:8123"]


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_everywhere_is_this_machine_and_the_network(monkeypatch: pytest.MonkeyPatch, everywhere: str) -> None:
    monkeypatch.setattr(serve, "network_address", lambda: "192.168.1.7")
    here, phones = serve.addresses(everywhere, "8000")
    assert here.endswith("http://localhost:8000")
    assert phones.endswith("http://192.168.1.7:8000")
    assert "phones" in phones


def test_without_a_network_only_this_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "network_address", lambda: "")
    assert len(serve.addresses("0.0.0.0", "8000")) == 1


def test_the_address_in_the_network_is_an_address_or_nothing() -> None:
    found = network.network_address()
    assert not found or str(ipaddress.ip_address(found)) == found
