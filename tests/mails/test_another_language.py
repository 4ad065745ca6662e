"""A language is added by a table alone: a process of its own reads a mail with the words of a small invented one."""

from __future__ import annotations

import subprocess
import sys

READ = """
import tomllib
from app.mail_in import phrases

table = tomllib.loads('''
[condition]
words = "ulfo"
[prose]
move = "guras"
hold = "tolvas"
support = "helvas"
small = "mia kaj"
by = "dve"
to = "adu"
[withdrawal]
take_back = "vexu"
[remark]
possible = ["se povas"]
''')
known = phrases.tables()
if LANGUAGE:
    phrases.tables = lambda: (*known, ("xx", table))

from app.mail_in.account import account_for
from variants.catalogue import standard

text = "Mia army Paris guras adu Burgundy, Marseilles helvas Paris adu Burgundy, Brest tolvas."
for body in (text, "F Bre - Mao ulfo A Par - Bur"):
    mail = f"From: m@example.org\\nSubject: orders\\n\\n{body}\\n".encode()
    print(sorted(str(line.order) for line in account_for(standard(), standard().start, mail, power="FRANCE").taken))
mail = b"From: m@example.org\\nSubject: orders\\n\\nVexu F Bre\\n"
print(bool(account_for(standard(), standard().start, mail, power="FRANCE").letters[0].withdrawals))
"""


def read(*, language: bool) -> list[str]:
    done = subprocess.run([sys.executable, "-c", f"LANGUAGE = {language}\n{READ}"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_table_makes_a_language_understood() -> None:
    orders = "['A MAR S A PAR - BUR', 'A PAR - BUR', 'F BRE H']"
    assert read(language=True) == [orders, "[]", "True"]
    assert read(language=False)[0] != orders
    assert read(language=False)[2] == "False"
