import sys

from app.start import main

if __name__ == "__main__":  # processes that the program starts import this file again
    sys.exit(main(sys.argv[1:]))
