"""Reading plays from the XML of BoardGameGeek."""

import pytest

from scorekeeper.files.bgg_plays import table_of_bgg
from scorekeeper.files.schema import BadFile
from tests.files.test_plays_csv import plays, read, remarks

PLAYS = """<?xml version="1.0" encoding="utf-8"?>
<plays username="ann" userid="7" total="2" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
    <play id="9" date="2024-11-25" quantity="1" length="45" incomplete="0" nowinstats="0" location="At home">
        <item name="Azul" objecttype="thing" objectid="230802">
            <subtypes><subtype value="boardgame" /></subtypes>
        </item>
        <comments>Close, &quot;very&quot;
close</comments>
        <players>
            <player username="ann" userid="7" name="" startposition="1" color="" score="78" new="0" win="0"/>
            <player username="" userid="0" name="Bea &amp; Co" startposition="" color="" score="71" win="1" />
        </players>
    </play>
    <play id="10" date="2024-11-26" quantity="2" length="0" incomplete="0" nowinstats="1" location="">
        <item name="Golf" objecttype="thing" objectid="1"><subtypes/></item>
        <players>
            <player username="" name="Bea &amp; Co" score="40" win="0" />
            <player username="" name="Cal" score="35" win="1" />
        </players>
    </play>
</plays>
"""


def test_plays_are_read_as_they_come() -> None:
    table = table_of_bgg(PLAYS)
    assert plays(table) == [
        ("2024-11-25 19:00", "Azul", {"ann": (78, False), "Bea & Co": (71, True)}),
        ("2024-11-26 19:00", "Golf", {"Bea & Co": (40, False), "Cal": (35, True)}),
    ]
    first, second = (night.games[0] for night in read(table).nights)
    assert first.note == 'At home: Close, "very"\nclose'
    assert f"{first.ended_at:%H:%M}" == "19:45"
    assert (first.set_aside, second.set_aside) == (False, True)
    assert remarks(table) == ["Play 10 (Golf): noted 2 times, it counts once."]


def test_two_of_a_name_are_two_players() -> None:
    table = table_of_bgg(PLAYS.replace('name="Cal"', 'name="Bea &amp; Co"'))
    assert plays(table)[1][2] == {"Bea & Co": (40, False), "Bea & Co (2)": (35, True)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PLAYS[:900], "The file is damaged or isn’t plays of BoardGameGeek: it can’t be read from line"),
        ("<!doctype html><p>Plays", "it can’t be read from line 1 on"),
        ("<plays>" * 100, "The file is XML, but not as BoardGameGeek writes plays."),
        (
            '<!DOCTYPE p [<!ENTITY a "ha">]><plays>&a;</plays>',
            "The file is XML, but not as BoardGameGeek writes plays.",
        ),
    ],
)
def test_other_files_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        table_of_bgg(text)
