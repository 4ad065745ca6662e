"""The steady opponent: values spread from centres over the board, and units go, in company, to where most can be gained."""
