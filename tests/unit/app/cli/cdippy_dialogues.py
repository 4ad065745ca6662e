"""Dialogues recorded from the program cdippy itself: what was sent, and what came back, byte for byte."""

from __future__ import annotations

DIALOGUES: dict[str, tuple[str, str]] = {
    "two rounds; the second changes the board, the third clears it": (
        """\
Par A France
Mar A France
Mun A Germany
Ruh A Germany
ENG F France

Par - Bur
Mar S Par - Bur
Mun - Bur
Ruh - Bel

Bur A Germany

Par - Bur
Mar S Par - Bur
Bur - Mun
Ruh - Bur

CLEAR ALL
Par A France
Bel A Germany
Pic A Germany
Mar A France
Bur A France

Bel - Bur
Pic S Bel - Bur
Bur - Ruh
Mun - Ruh

""",
        """\
0: SUCCEEDS
1: SUCCEEDS
2: FAILS
3: SUCCEEDS


0: SUCCEEDS
1: SUCCEEDS
2: FAILS
3: FAILS

Bur: Bel Gas Pic

0: SUCCEEDS
1: SUCCEEDS
2: SUCCEEDS
3: FAILS


""",
    ),
    "dislodged with no place to go, and two dislodged at once": (
        """\
Bre F France
Par A France
Bur A Germany
Gas A Germany
Pic A Germany

Bur - Par
Pic S Bur - Par
Gas S Bur - Par

CLEAR ALL
Par A France
Gas A France
Bur A Germany
Mar A Germany
Pic A Germany
Spa A Germany

Bur - Par
Pic S Bur - Par
Mar - Gas
Spa S Mar - Gas

""",
        """\
0: SUCCEEDS
1: SUCCEEDS
2: SUCCEEDS

Par:

0: SUCCEEDS
1: SUCCEEDS
2: SUCCEEDS
3: SUCCEEDS

Gas: Bre Bur
Par: Bre

""",
    ),
    "coasts, a convoy, a convoy asked for with the suffix C": (
        """\
MAO F France
Por F France
Gas A France
ENG F England
Lon A England
Wal F England
NTH F England
Bel A Germany
Hol F Germany

Por - Spa(NC)
MAO S Por - Spa
Lon - Bel C
ENG C Lon - Bel
NTH C Lon - Bel
Bel - Hol

""",
        """\
0: SUCCEEDS
1: SUCCEEDS
2: FAILS
3: SUCCEEDS
4: SUCCEEDS
5: FAILS


""",
    ),
    "case and blanks do not matter; a state line of a taken territory replaces its unit; CLEAR one": (
        """\
pAr a france
PAR A GERMANY
mar a france
CLEAR Mar

par-bur

""",
        """\
0: SUCCEEDS


""",
    ),
    "an order for an empty territory; a support of nothing; a move to where a unit cannot go": (
        """\
Par A France
Lon F England

Mun - Bur
Par S Mun - Bur
Lon - Par

""",
        """\
0: FAILS
1: FAILS
2: FAILS


""",
    ),
    "a fleet dislodged on a coast, fleets retreat by coast": (
        """\
Spa (SC) F France
LYO F Italy
WES F Italy
MAO F France

LYO - Spa(SC)
WES S LYO - Spa

""",
        """\
0: SUCCEEDS
1: SUCCEEDS

Spa: Mar Por

""",
    ),
}


DIFFERENCES: dict[str, tuple[str, str, str]] = {
    "a fleet that convoys nobody anywhere, and an army by a convoy that there is not": (
        "MAR F Italy\nSWE A France\nENG F Italy\n\nENG C SWE - NWY\nSWE - NWY C\n\n",
        "0: SUCCEEDS\n1: SUCCEEDS\n\n\n",
        "0: FAILS\n1: FAILS\n\n\n",
    ),
    "by convoy, without a convoy order, where there is a way over land": (
        "SWE A France\nSKA F Italy\n\nSWE - NWY C\n\n",
        "0: SUCCEEDS\n\n\n",
        "0: FAILS\n\n\n",
    ),
    "by convoy without a fleet": ("Lon A England\n\nLon - Wal C\n\n", "0: SUCCEEDS\n\n\n", "0: FAILS\n\n\n"),
    "a convoy to where no army can land": (
        "NTH F England\nLon A England\n\nNTH C Lon - Par\nLon - Par C\n\n",
        "0: SUCCEEDS\n1: FAILS\n\n\n",
        "0: FAILS\n1: FAILS\n\n\n",
    ),
    "a convoy from a sea that lies elsewhere": (
        "BLA F Turkey\nLon A England\n\nBLA C Lon - Bel\nLon - Bel C\n\n",
        "0: SUCCEEDS\n1: FAILS\n\n\n",
        "0: FAILS\n1: FAILS\n\n\n",
    ),
    "a convoy that is part of no route for an army that walks": (
        "Lon A England\nIRI F England\n\nLon - Yor\nIRI C Lon - Yor\n\n",
        "0: SUCCEEDS\n1: SUCCEEDS\n\n\n",
        "0: SUCCEEDS\n1: FAILS\n\n\n",
    ),
}
"""Rounds that cdippy answers otherwise: what was sent, what came back from cdippy, and what is answered here. ``docs/formats/engine.md``
names the kinds."""
