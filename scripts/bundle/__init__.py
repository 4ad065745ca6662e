"""Makes what people install who have no Python: a folder with everything in it, an archive of it, and a Debian package.

    python -m scripts.bundle [--out FOLDER] [--deb] [--archive]

``start.py`` is the program inside, ``entente.spec`` says what goes into the folder, the other modules are the steps of making it.
"""
