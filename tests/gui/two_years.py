"""The mails of two years of one game, as seven people write them: each phase by sender, in the sequence in which they come."""

from __future__ import annotations

ADDRESSES = {
    "AUSTRIA": "ada@example.org",
    "ENGLAND": "ben@example.org",
    "FRANCE": "cleo@example.org",
    "GERMANY": "dan@example.org",
    "ITALY": "eve@example.org",
    "RUSSIA": "finn@example.org",
    "TURKEY": "gus@example.org",
}

PHASES: dict[str, dict[str, str]] = {
    "S1901M": {
        "gus": "Hi,\n\nA Con-Bul\nA Smy-Con\nF Ank-Bla\n\nGus\n",
        "ben": "SIGNON Estraits sesame\nF Edi - Nwg\nF Lon - Nth\nA Lvp - Yor\nSIGNOFF\n",
        "ada": "A Vie - Tyr\nA Bud - Ser\nF Tri S A Ven\n\nGood luck, Ada\n",
        "cleo": "Bonjour,\n\nA Par - Bour\nA Mar S A Par - Bour\nF Bre - MAO\n\nLe 3 novembre, Pete a écrit :\n> A Par - Pic\n",
        "dan": "A Mün - Ruh\nF Kie - Dän\nA Ber - Kie\n\nViele Grüße\nDan\n",
        "eve": "A Rom - Apu\nF Nap - Ion\nA Ven H\nF Nap - Ion\n",
        "finn": "Mos - Ukr\nWar - Gal\nF Sev - Rum or Bla\nF StP - Bot\n",
    },
    "F1901M": {
        "ada": "A Tyr - Ven\nF Tri S A Tyr - Ven\nA Ser - Bul\nIf dislodged, A Ser R Alb\n",
        "ben": "SIGNON Estraits sesame\nA Yor - Nwy\nF Nth C A Yor - Nwy\nF Nwg S A Yor - Nwy\n"
        "PRESS TO F\nThe Channel stays empty.\nENDPRESS\nSIGNOFF\n",
        "cleo": "A Bur - Bel\nA Mar - Spa\nF MAO - Por\nWinter 1901:\nBuild F Bre\nBuild A Par\n",
        "dan": "A Ruh - Bel\nA Kie - Hol\nF Den - Swe\n",
        "eve": "A Apu - Tun\nF Ion C A Apu - Tun\nA Ven H\n",
        "finn": "A Ukr S F Rum\nA Gal - Bud\nF Rum H\nF Bot - Swe\n",
        "gus": "F Bla - Rum\nA Bul S F Bla - Rum\nA Con H\n",
    },
    "F1901R": {"eve": "A Ven - Rom\n"},
    "W1901A": {
        "ben": "SIGNON Estraits sesame\nBuild F Lon\nSIGNOFF\n",
        "dan": "Build A Mun\n",
        "eve": "Build F Nap\n",
        "finn": "Build A War\n",
        "gus": "Build F Smy\n",
        "ada": "Build A Vie\n",
    },
    "S1902M": {
        "ada": "A Ven H\nF Tri S A Ven\nA Vie - Bud\nA Ser S A Vie - Bud\n",
        "ben": "SIGNON Estraits sesame\nA Nwy - Swe\nF Nth - Den\nF Nwg - Nwy\nF Lon - Nth\nSIGNOFF\n",
        "cleo": "A Bur - Mun\nA Spa - Mar\nF Por - MAO\nF Bre - Eng\nA Par - Bur\n",
        "dan": "A Ruh - Bel\nA Hol S A Ruh - Bel\nF Den H\nA Mun H\n",
        "eve": "A Rom - Apu\nF Nap - Tyn\nF Ion H\nA Tun H\n",
        "finn": "A Ukr S F Rum\nF Rum H\nA Gal - Bud\nA War - Gal\nF Bot - Swe\n",
        "gus": "A Bul H\nF Bla - Rum\nA Con S A Bul\nF Smy - Aeg\n",
    },
    "F1902M": {
        "ada": "A Ven H\nF Tri S A Ven\nA Vie H\nA Bud H\nA Ser S A Bud\n",
        "ben": "SIGNON Estraits sesame\nA Nwy S F Nth - Den\nF Nth - Den\nF Nwg H\nF Lon H\nSIGNOFF\n",
        "cleo": "Hold everything please.\n",
        "dan": "A Ruh H\nA Bel H\nA Hol S A Bel\nF Den H\nA Mun H\n",
        "eve": "A Apu H\nA Rom H\nF Tyn H\nF Nap H\nF Ion H\nA Tun H\n",
        "finn": "A Ukr H\nF Rum H\nA Gal H\nA War H\nF Bot H\n",
        "gus": "A Bul H\nF Bla H\nA Con H\nF Smy H\nF Aeg H\n",
    },
}
"""By phase, the words of each sender. Phases that are missing are processed unchanged."""
