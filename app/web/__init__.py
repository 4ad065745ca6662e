"""The table in browsers: phones as secret seats, and a public page for a television. No Qt.

``board_svg.py``   the drawn board as one SVG, made of numbers and names alone.
``layer_svg.py``   units, orders and marks over it, as a small SVG that is replaced.
``colours.py``     the style sheet of a game: themes and powers.
``channel.py``     what goes between a phone and the program, encrypted.
``door.py``        who may ask for a seat: the table word, and how fast.
``seat_page.py``   what a phone shows, as parts; ``seat_acts.py`` what it asks for.
``stage_page.py``  what everybody may see.
``reveal.py``     the steps of a reveal; ``story_values.py`` the story of the game.
``patience.py``   bounds of HTTP connections.
``desk.py``        the table's side, on the thread of the session: it hears messages and answers with parts.
``site.py``        the pages and connections, on a thread of its own; ``running.py`` starts and stops it.
"""
