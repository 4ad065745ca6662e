"""Words around a list of orders: which of its orders they make doubtful, by sentences in five languages and by short mails."""

from __future__ import annotations

from typing import Any

from app.mail_in.surroundings import Passage, below_former, depends_on, ends_in_slip, is_slip
from tests.quick import one_by_one

POWERS = frozenset({"austria", "england", "france", "germany", "italy", "russia", "turkey"})
MARKS = {
    "*": "has_order",
    "%": "holds_order",
    "#": "is_heading",
    "@": "is_later",
    "(": "is_aside",
    "~": "takes_back",
    "!": "is_retort",
    "=": "is_idle",
    "<": "begins_small",
}
REASONS = {
    "the text is addressed:": "a",
    "line below says": "l",
    "the mail says": "m",
    "it stands below": "^",
    "below it stands": "v",
    "the next line says": "n",
    "beside it stands": "b",
}


def passage(line: str) -> Passage:
    """A line behind its marks: ``* `` for each of ``MARKS``, and ``- `` where it names nothing of the game."""
    flags: dict[str, Any] = {}
    while line[1:2] == " " and (line[0] in MARKS or line[0] == "-"):
        flags |= {"names_game": False} if line[0] == "-" else {MARKS[line[0]]: True}
        line = line[2:]
    return Passage(line, **flags)


def doubts(mail: str) -> str:
    """For each order of a mail, whose lines stand between slashes, the reason to doubt it and the number of the line that is one."""
    passages = [passage(line) for line in mail.split(" / ")]
    texts = [" ".join(each.text.split()) for each in passages]
    found = []
    for each, why in zip(passages, depends_on(passages, POWERS), strict=True):
        what, _, short = why.partition(" “")
        at = next((number for number, text in enumerate(texts, 1) if short.rstrip("”…") in text), 0)
        if each.has_order:
            found.append(f"{REASONS[what]}{at}" if why else ".")
        else:
            assert not why
    return " ".join(found)


SENTENCES = """\
To: France => a . . ... ..
An: Frankreich => . . . ... ..
To: Ada => . . . ... ..
cc: Italy and France => a n . n.. ..
À : France => a . . ... ..
Just kidding => . l l l.. l.
This was just a joke! => . l l l.. l.
Nur ein Scherz => . l l l.. l.
C'est une blague. => . l l l.. l.
This is a draft => m m m mmm mm
Nur ein Entwurf => m m m mmm mm
Brouillon => m m m mmm mm
Solo una bozza => m m m mmm mm
Es un borrador. => m m m mmm mm
A draft of a longer letter that I wrote to France => ^ . . .^^ ..
Orders tomorrow => m m m mmm mm
My orders will follow soon => m m m mmm mm
Züge folgen morgen => m m m mmm mm
Les ordres suivront => m m m mmm mm
The right ones follow later => m m m mmm mm
The letter for Italy will follow soon, with orders of mine and more words => . . . ... ..
Use these orders only after I confirm => m m m mmm mm
Only valid once I write => m m m mmm mm
Do not process these until I confirm => m m m mmm mm
Diese gelten erst wenn ich schreibe => m m m mmm mm
Ces ordres ne sont valables que si je confirme => m m m mmm mm
Questi ordini valgono solo dopo la conferma => m m m mmm mm
Estas valen solo si confirmo => m m m mmm mm
Use the armies only after I confirm => . . . ... ..
Ignore the above => ^ l l l^^ l^
Forget it => . l l l.. l.
Ich bin unsicher => . l l l.. l.
Don't use these => . l l l.. l.
Not sure => ^ l l l^^ l^
Not sure yet => ^ l l l^^ l^
I am not sure that I will make it on Sunday => ^ l l l^^ l^
I am not sure about this list of orders yet => ^ l l l^^ l^
I am not sure whether these are right => ^ l l l^^ l^
Don't forget to send the results => . . . ... ..
Vergiss bitte nicht die Karte => ^ . . .^^ .^
N'oubliez pas la carte => ^ . . .^^ .^
I don't know what France is up to, but I move so: => . . . ... ..
I do not know about Italy, so I play: => . . . ... ..
Perhaps Italy moves. My orders: => ^ . . .^^ .^
What I am going to do: => . . . ... ..
This is what I am going to do: => . . . ... ..
Not final, my orders: => ^ l l l^^ l^
If he moves, my orders: => ^ n v n^^ v^
Last time my orders: => ^ . . .^^ .^
Ich weiß nicht, aber ich ziehe: => . . . ... ..
Je ne sais pas, donc je joue: => . . . ... ..
Was ich mache: => . . . ... ..
If Italy moves: => ^ n v n^^ v^
If Italy moves => ^ n v n.. v^
If Italy moves, => ^ n v n.. v.
If Italy moves. => . n v n.. v.
Wenn Italien zieht: => ^ n v n^^ v^
Si l'Italie bouge : => ^ n v n^^ v^
Se l'Italia muove: => ^ n v n^^ v^
Si Italia mueve: => ^ n v n^^ v^
Unless Italy moves: => ^ n v n^^ v^
unless Italy moves => ^ n v n.. v^
unless Italy moves. => . n v n.. v.
Unless Italy moves. => . n v n.. v.
but only if Italy moves => ^ n v n.. v^
And if Italy moves => ^ n v n.. v^
es sei denn, Italien zieht => ^ n v n^^ v^
sauf si l'Italie bouge => ^ n v n.. v^
a meno che l'Italia non muova => ^ n v n^^ v^
I was thinking about => ^ . . .^^ .^
I was thinking of this. => . . . ... ..
I could do this => ^ . . .^^ .^
Spring 1901 Fall 1901 => ^ . . .^^ .^
Before: => ^ . . .^^ .^
Old: => ^ . . .^^ .^
The old orders were: => ^ . . .^^ .^
What was there before now: => . . . ... ..
Vorher: => ^ . . .^^ .^
Avant : => ^ . . .^^ .^
Vienna does not hold, but: => . . . ... ..
Vienna does not hold but => ^ . . .^^ .^
So instead: => . v v v.. v.
Therefore: => . . . ... ..
If so, therefore: => ^ n v n^^ v^
Also: => . . . ... ..
Donc : => . . . ... ..
Quindi: => . . . ... ..
Instead: => . v v v.. v.
but => . . . ... ..
Not that, sondern: => . . . ... ..
My orders => . . . ... ..
My orders: => . . . ... ..
My orders are => . . . ... ..
Me: => . . . ... ..
You: => . . . ... ..
You and me: => . . . ... ..
France: => . . . ... ..
Germany and me: => . . . ... ..
Here is what I do: => . . . ... ..
Hello => . . . ... ..
Hello, => . . . ... ..
Dear GM, => . . . ... ..
Hi, I told Italy that => ^ . . .^^ .^
I told Italy that I go => ^ . . .^^ ..
I told Italy so. => . . . ... ..
we play like this => ^ n . n^^ ..
we play like => ^ n . n^^ .^
I send my => ^ . . .^^ .^
and => . . . ... ..
with => . . . ... ..
mit => . . . ... ..
If I lose Kiel, build in Berlin in winter => ^ . . ... .^
If I lose Kiel, I retreat to Berlin => ^ . . ... .^
If I lose Kiel, I cry => ^ n v n.. v^
If Turkey agrees I vote for a draw. => . . . ... ..
I vote for a draw => . . . ... ..
wenn alle wollen, stimme ich für ein Remis => ^ n v n.. v^
As long as Italy holds => ^ . . .^^ .^
as long as Italy holds => ^ n v n^^ v^
in case Italy moves => ^ n v n^^ v^
In the event of war: => ^ . . .^^ .^
Subject to your approval => ^ . . .^^ .^
wie letzte Runde => ^ n v n^^ v^
comme la dernière fois => ^ n v n^^ v^
the rest stands => . . . ... ..
The rest stands as before. => . . . ... ..
if you like we can talk => . . . ... ..
If you like, call me. => . . . ... ..
if France moves I want to know => . . . ... ..
If France goes to the Channel I want to know. => . . . ... ..
bounced last year => ^ n v n^^ v^
that is all for now => . . . ... ..
thanks for all of it => . . . ... ..
best of luck to all => . . . ... ..
and so it goes on => . n . n.. ..
So it goes on => . . . ... ..
but I'm not sure => ^ l l l^^ l^
perhaps better not => ^ n v n^^ v^
actually no => . v v v.. v.
Oops, on second thought => ^ v v v^^ v^
Hmm, wait => . v v v.. v.
doch lieber nicht => ^ v v v.. v^
finalement non => ^ v v v.. v^
anzi no => . v v v.. v.
mejor no => . v v v.. v.
This replaces the other list => . . . ... ..
ersetzt die alte Liste => . . . ... ..
don't forget the map => . . . ... ..
If he moves, actually I wait => ^ v v v.. v^
so I think => . n . n.. ..
(I hope) => . . . ... ..
I hope you are well. => . . . ... ..
I hope you are well => . . . ... ..
All the best, Ada => . . . ... ..
Ada => . . . ... ..
otherwise nothing => ^ n v n.. v^
if not => ^ n v n.. v^
or not => ^ n v n.. v^
If A then B. What is sure: => ^ n v n^^ v^
If A then B. If not C: => ^ n v n^^ v^
Whatever he does, go on => . . . ... ..
Good day to you all, I play => ^ . . .^^ .^
what do you think? => . n v n.. v.
What do you think? => . . . ... ..
Sorry for the delay; here we go; => . . . ... ..
and now => . . . ... ..
Last time, my orders: => ^ . . .^^ .^
Ich weiß nicht, meine Züge: => . . . ... ..
Je ne sais pas, mes ordres : => . . . ... ..
Ich warte nicht, sondern ich ziehe: => . . . ... ..
I do not know Italy, so here: => ^ . . .^^ .^
If anything is unclear, please shout => . . . ... ..
If there are problems, ask => . . . ... ..
1901 1902 1903 => . . . ... ..
=== => . . . ... ..
"""
"""Sentence => doubts (as in ``REASONS``) of the orders around it, in each of the frames below."""
FRAMES = (
    "{} / * A Par - Bur",
    "* A Par - Bur / {}",
    "* A Par - Bur /  / {}",
    "* A Par - Bur / {} / * A Mar H /  / * A Mun H",
    "* A Par - Bur /  / {} /  / * A Mar H",
)


@one_by_one(("sentence", "expected"), [line.split(" => ") for line in SENTENCES.splitlines()])
def test_a_sentence_around_orders_makes_these_doubtful(sentence: str, expected: str) -> None:
    found = [doubts(frame.format(sentence)) for frame in FRAMES]
    assert " ".join("".join(each for each in one if not each.isdecimal() and each != " ") for one in found) == expected


MAILS = """\
Hello / To: France / * A Par - Bur => .
 / To: France / * A Par - Bur => a2
 / Hello /  / To: France / * A Par - Bur => .
* A Par - Bur / To: France => .
To: France / # Orders / * A Par - Bur / * A Mar H => a1 a1
@ To: Ada, Bob and the others in Germany / * A Par - Bur => a1
Hello. Just kidding / * A Par - Bur => .
* A Par - Bur / Hello! Just kidding => l2
* A Par - Bur / We go - just kidding => l2
* A Par - Bur / Well: just kidding => l2
* A Par - Bur / I am only joking about all of it => l2
* A Par - Bur / I am only joking about all of it now => .
* A Par - Bur /  / * A Mar H / * A Mun H /  /  / Just kidding => . l7 l7
* A Par - Bur / Just kidding / * A Mar H => l2 .
* A Par - Bur / We met. / * A Mar H / Just kidding => l4 l4
This is a draft of all that I do / * A Par - Bur => ^1
This is a draft of all that I will do / * A Par - Bur => ^1
* A Par - Bur / Orders for Italy and France will follow soon => m2
* A Par - Bur / Orders for Italy and for France will follow soon => .
* A Par - Bur / Ones that are better follow soon => m2
* A Par - Bur / The cake will follow soon => .
* A Par - Bur / Tomorrow the orders of the king => m2
* A Par - Bur / Use them only after I write => m2
* A Par - Bur / Only after I write => .
* A Par - Bur / Ignore the above => l2
* A Par - Bur / ~ Ignore the above => .
~ Ignore the above / * A Par - Bur => .
* A Par - Bur / Ignore the above / * A Mar H => l2 ^2
* A Par - Bur / Don't forget the map, but ignore the above => l2
* A Par - Bur / Don't forget it => .
* A Par - Bur / not sure I make the deadline => l2
* A Par - Bur / Not sure I make the next deadline => .
* A Par - Bur / Not sure I make the orders deadline => l2
* A Par - Bur / Not sure I make this next deadline => l2
* A Par - Bur / Forget all of what he says to you => l2
* A Par - Bur / This is a draft / Ignore the above => m2
* A Par - Bur / Ignore the above / This is a draft => l2
To: France / This is a draft / * A Par - Bur => a1
If Italy moves: /  / * A Par - Bur => ^1
If Italy moves /  / * A Par - Bur => ^1
If Italy moves, /  / * A Par - Bur => .
If Italy moves, / * A Par - Bur => ^1
If Italy moves: / * A Par - Bur / * A Mar H /  / * A Mun H => ^1 ^1 ^1
If Italy moves: / Hello / * A Par - Bur => ^1
If Italy moves: / I am happy. / * A Par - Bur => .
If Italy moves: / Hooray! / * A Par - Bur => .
If Italy moves: / # Fall / * A Par - Bur => .
If Italy moves: / Me: / * A Par - Bur => ^1
If Italy moves: / You and me: / * A Par - Bur => .
If Italy moves: / Germany: / * A Par - Bur => .
If Italy moves: / Move: / * A Par - Bur => .
If Italy moves: / Turn: / * A Par - Bur => .
If Italy moves: / ~ Cancel Burgundy / * A Par - Bur => .
If Italy moves: / If he tells, I don't know. / * A Par - Bur => .
If Italy moves: / The rest stands / * A Par - Bur => .
If Italy moves: / Vienna does not hold, but: / * A Par - Bur => .
If Italy moves: / I play: / * A Par - Bur => .
If Italy moves: / * A Par - Bur / unless he stays / * A Mar H => ^1 ^1
If Italy moves: / * A Par - Bur / unless he stays: / * A Mar H => ^1 ^3
* A Par - Bur / unless he stays / * A Mar H => n2 .
unless he stays / * A Par - Bur => ^1
Hello / unless he stays / * A Par - Bur => ^2
* If Italy moves, A Mar H / * A Par - Bur => . ^1
* If Italy moves, A Mar H. / * A Par - Bur => . .
* If Italy moves, A Mar H! / * A Par - Bur => . .
* Unless Italy moves A Mar H / * A Par - Bur => . ^1
* A Mar H if Italy moves / * A Par - Bur => . .
* A Mar H if Italy moves, / * A Par - Bur => . ^1
* A Mar H if Italy moves: / * A Par - Bur => . ^1
* A Mar H. If Italy moves: / * A Par - Bur => . ^1
* If Italy moves A Mar H. What is sure: / * A Par - Bur => . ^1
* Should Italy move, A Mar H / * A Par - Bur /  / * A Mun H => . . .
* Should I move A Mar H to Bur / * A Par - Bur => . .
* A Par - Bur / * If Italy moves, A Mar H => . .
I was thinking about / * A Par - Bur => ^1
I was thinking about. / * A Par - Bur => .
I was thinking about! / * A Par - Bur => .
# I told Italy that / * A Par - Bur => .
I told Italy that /  / * A Par - Bur => ^1
I told him so /  / * A Par - Bur => .
I told him everything / * A Par - Bur => ^1
I told him / * A Par - Bur => .
I told him about my orders today / * A Par - Bur => .
Hello I told him everything / * A Par - Bur => .
My orders are / * A Par - Bur => .
Ada and Bob are / * A Par - Bur => ^1
are / * A Par - Bur => .
I met Italy and / * A Par - Bur => .
I met Italy with / * A Par - Bur => ^1
We all play here today / * A Par - Bur => ^1
we met in town today / * A Par - Bur => .
... / * A Par - Bur => .
Last time the war was: / * A Par - Bur => ^1
Last time the war was. / * A Par - Bur => .
The one before: / * A Par - Bur => ^1
What I sent you before: / * A Par - Bur => ^1
Before / * A Par - Bur => .
Vienna does not hold, but / * A Par - Bur => ^1
Vienna does not hold, but, / * A Par - Bur => .
but: / * A Par - Bur => .
If so instead: / * A Par - Bur => ^1
He does not, so instead: / * A Par - Bur => .
* A Par - Bur / if Italy moves => n2
* A Par - Bur / (if Italy moves) => n2
* A Par - Bur / ( bounced last year again => .
* A Par - Bur / bounced last year again => n2
* A Par - Bur; / bounced out there again => .
* A Par - Bur / bounced out there again => n2
* A Par - Bur / bounced out there => n2
* A Par - Bur / bounced there => .
* A Par - Bur / Bounced out there again => .
* A Par - Bur /  / bounced out there again => .
* A Par - Bur / best of luck again => .
* A Par - Bur / 1914 was a year => n2
* A Par - Bur / 14 units are there => n2
* A Par - Bur / * A Mar H / bounced out there again => n3 n3
* A Par - Bur / * A Mar H / bounced out there again / * A Mun H => . n3 .
* A Par - Bur /  / * A Mar H / bounced out there again => . n4
* A Par - Bur / * A Mar H /  / Unless Italy moves => v4 v4
* A Par - Bur / * A Mar H / Unless Italy moves / * A Mun H => . n3 .
* A Par - Bur /  / Unless Italy moves / * A Mun H => . ^3
* A Par - Bur /  / - Unless he is tired. => .
* A Par - Bur /  / - Unless he is tired! => .
* A Par - Bur /  / - Unless he is tired => v3
* A Par - Bur /  / - unless he is tired. => v3
* A Par - Bur / - Unless he is tired. => n2
* A Par - Bur / % If Italy moves, Marseilles holds => .
* A Par - Bur / % Marseilles holds if Italy moves => .
* A Par - Bur / % if Italy moves, Marseilles holds instead => v2
* A Par - Bur / % unless Italy moves, Marseilles holds => .
* A Par - Bur / % unless Italy moves, wait, Marseilles holds => v2
* A Par - Bur / @ Unless Italy moves => .
@ * A Par - Bur / @ Unless Italy moves => n2
@ * A Par - Bur / Unless Italy moves => n2
* A Par - Bur / Hello / Unless Italy moves => .
* A Par - Bur / This replaces the rest, actually => .
* A Par - Bur / Don't forget unless Italy moves => .
* A Par - Bur / unless Italy moves, don't forget => .
* A Par - Bur /  / As long as Italy holds => .
* A Par - Bur /  / as long as Italy holds => v3
* A Par - Bur / Remember when we met => .
* A Par - Bur / remember when => n2
* A Par - Bur / If I lose Kiel, build in Berlin => .
* A Par - Bur / unless I lose Kiel, build in Berlin => n2
* A Par - Bur / If I build, we talk => n2
* A Par - Bur / If I lose Kiel build in Berlin => n2
* A Par - Bur / If Turkey agrees I concede to Turkey. => .
* A Par - Bur / If Turkey agrees I vote against the draw. => .
* A Par - Bur / If you like, call me => .
* A Par - Bur / if Italy moves, the rest stands => .
* A Par - Bur / ~ unless Italy moves => .
unless Italy moves / * A Par - Bur => ^1
* A Par - Bur /  /  / unless Italy moves => v4
* A Par - Bur / perhaps => n2
* A Par - Bur / Perhaps => .
* A Par - Bur / or so => n2
* A Par - Bur / unless Italy moves / if not => n2
* A Par - Bur / wait / unless Italy moves => v2
If Italy moves: / * A Par - Bur / actually no => ^1
* A Par - Bur / Only after I have told you => .
* A Par - Bur / Only after I have told you so => .
* A Par - Bur / - Only after I have told you => .
* A Par - Bur / - Only after I have told => m2
* A Par - Bur / - Erst wenn ich schreibe => m2
* A Par - Bur / - Pas avant ma confirmation => m2
* A Par - Bur / - Solo quando lo dico => m2
* A Par - Bur / - No antes de mi correo => m2
* A Par - Bur (just a draft) / * A Mar H => . .
* A Mar H if Italy moves. What is sure: / * A Par - Bur => . .
If Italy moves: / Hello to all people / * A Par - Bur => ^1
If Italy moves: / So instead / * A Par - Bur => ^2
If Italy moves: / : / * A Par - Bur => ^1
If Italy moves: / but: / * A Par - Bur => ^1
If Italy moves: / Nothing, but: / * A Par - Bur => .
If Italy moves: / Well then: / * A Par - Bur => ^1
I told him everything / Hello / * A Par - Bur => .
My orders go with / * A Par - Bur => ^1
go with / * A Par - Bur => ^1
@ Unless Italy moves / * A Par - Bur => ^1
* A Par - Bur / @ * A Mar H / @ Unless Italy moves => n3 n3
@ * A Par - Bur / * A Mar H / @ Unless Italy moves => . .
* A Par - Bur / % perhaps Marseilles holds => n2
* A Par - Bur / % Perhaps Marseilles holds => .
Just kidding / * A Par - Bur /  => .
 / Just kidding / * A Par - Bur => .
* A Par - Bur /  / ? => .
* ? / * A Par - Bur => . .
* A Par - Bur / % ? => .
* Now if Italy moves A Mar H / * A Par - Bur => . .
* A Par - Bur / unless so, don't forget it /  / * A Mar H => . .
* A Par - Bur /  / or don't forget the map / * A Mar H => . .
* A Par - Bur / or don't forget the map => .
* A Par - Bur /  / or not this here / * A Mar H => . ^3
If Italy moves: / (I play: / * A Par - Bur => .
(if Italy moves) / * A Par - Bur => ^1
If Italy moves: / (The rest stands) / * A Par - Bur => ^1
If Italy moves: / - Damit es kein Durcheinander gibt, nochmal alles / * A Par - Bur => ^2
If Italy moves: / - Perhaps so, here it is: / * A Par - Bur => ^2
If Italy moves: / - Here it is, not new: / * A Par - Bur => ^2
If Italy moves: / - If you want, here it is: / * A Par - Bur => ^2
If Italy moves: / - Last time I was late, here it is: / * A Par - Bur => ^2
If Italy moves: / - Change of plan up north / * A Par - Bur => .
If Italy moves: / - So fine: / * A Par - Bur => ^1
If Italy moves: / - To avoid a mess, to be clear: / * A Par - Bur => .
- Alles, damit du nicht suchst: / * A Par - Bur => .
If Italy moves: / Right, except Norway. Make that / * A Par - Bur => .
* A Par - Bur / good luck not to all => n2
* A Par - Bur / * A Mar H / ! never. => . b3
* A Par - Bur / = lol not sorry austria => .
* A Par - Bur /  / - mehr hab ich ja nicht mehr => v3
* < a par - bur / - mehr hab ich ja nicht mehr => .
* < a par - bur /  / mehr hab ich ja nicht mehr => v3
* A Mar H / * < a par - bur /  / - mehr hab ich ja nicht mehr => . .
* < a par - bur / he bounced there again => n2
* < a par - bur / und wir sehen uns => n2
* A Mar H / * < a par - bur / see you all soon => . .
* A Par - Bur / < Bounced out there again => n2
* A Par - Bur /  / and in case I am late, /  / # Fall / * A Mar H => . .
* A Par - Bur /  / and in case I am late: /  / # Fall / * A Mar H => . .
* A Par - Bur /  / and in case I am late, /  / @ Fall / * A Mar H => . .
* A Par - Bur /  / and in case I am late, / # Fall / * A Mar H => . .
* a par - bur /  / - if only it rained => v3
* A Par - Bur /  / - if only it rained => v3
* a par - bur /  / - mehr hab ich ja nicht mehr => .
* A Par - Bur /  / unless he stays / # Fall => v3
* A Par - Bur /  / unless he stays: / # Fall => .
* A Par - Bur /  / unless he stays, / # Fall => .
* A Par - Bur /  / unless he stays, /  / @ A Mar H => .
* A Par - Bur /  / unless he stays, /  / Hello => v3
If Italy moves: / but: / * A Par - Bur => ^1
If Italy moves: / : / * A Par - Bur => ^1
If Italy moves: / aber, / * A Par - Bur => ^1
If Italy moves: / not Vienna but: / * A Par - Bur => .
"""
"""Lines of a mail => each order's doubt with the number of the line that is its reason."""


@one_by_one(("mail", "expected"), [line.split(" => ") for line in MAILS.splitlines()])
def test_lines_of_a_mail_make_its_orders_doubtful(mail: str, expected: str) -> None:
    assert doubts(mail) == expected


def test_what_stands_far_behind_in_a_long_line_is_not_looked_at() -> None:
    assert doubts(f"* A Par - Bur / {'Ja ' * 185}. Just kidding") == "l2"
    assert doubts(f"* A Par - Bur / {'Ja ' * 199}x. Just kidding") == "."


def test_a_sentence_of_very_many_words_reserves_nothing() -> None:
    assert doubts(f"* A Par - Bur / Use these orders only after I confirm {'now ' * 33}") == "m2"
    assert doubts(f"* A Par - Bur / Use these orders only after I confirm {'now ' * 34}") == "."


def test_a_reason_repeats_so_much_of_a_line() -> None:
    def reason(line: str) -> str:
        return depends_on([Passage(line), Passage("A Par - Bur", has_order=True)], POWERS)[1]

    assert reason(f"If {'x' * 157}:") == f"it stands below “If {'x' * 157}”"
    assert reason(f"If {'x' * 158}:") == f"it stands below “If {'x' * 155}…”"


@one_by_one(
    ("text", "slips"),
    [
        ("No, wrong.", True),
        ("oh no, it can't", True),
        ("No, that's all.", False),
        ("No", True),
        ("wrong", True),
        ("Paris is wrong", False),
        ("No, Paris holds", False),
    ],
)
def test_words_take_back_what_stands_right_before_them(text: str, slips: bool) -> None:
    assert is_slip(text) is slips


@one_by_one(
    ("texts", "numbers"),
    [
        (("OLD:", "A Par - Bur", "NEW:", "A Par - Pic"), {2}),
        (("OLD:", "", "A Par - Bur"), {3}),
        (("A Par - Bur", "OLD:"), set()),
        (("Old and much too bold:", "A Par - Bur"), set()),
        (("Poor old Russia:", "A Mos - Ukr"), set()),
        (("Old orders, Russia:", "A Mos - Ukr"), {2}),
    ],
)
def test_lines_below_a_heading_of_former_orders_are_former(texts: tuple[str, ...], numbers: set[int]) -> None:
    assert below_former(texts, frozenset({"russia"})) == numbers


@one_by_one(
    ("text", "said"),
    [
        ("A Kie - Hol... no wait, better not", True),
        ("A Kie - Hol, no wait", True),
        ("A Kie - Hol", False),
        ("no wait", False),
        ("A Kie - Hol. No, A Ber", False),
        ("A Kie - Hol - no, wrong", True),
    ],
)
def test_words_behind_an_order_take_it_back(text: str, said: bool) -> None:
    assert ends_in_slip(text) == said
