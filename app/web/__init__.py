"""The table in browsers: phones as secret seats, and a public page for a television. No Qt.

``board_layers.py`` the drawn board as one SVG, made of numbers and names alone; units, orders and marks over it, and a reveal's steps.
``page_parts.py``  pages as they are first sent, the style sheet of a game: themes and powers.
``channel.py``     what goes between a phone and the program, encrypted.
``seat_page.py``   what a phone shows, as parts; ``seat_acts.py`` what it asks for.
``stage_page.py``  what everybody may see.
``seat_panels.py`` panels over the orders, the story of the game among them.
``desk.py``        the table's side, on the thread of the session: it hears messages, answers with parts, and says who may ask for a seat.
``site.py``        the pages and connections, on a thread of its own; ``patience.py`` bounds them, ``serving.py`` starts and stops it.
"""
