import sys

from app.start import main

sys.exit(main(sys.argv[1:]))
