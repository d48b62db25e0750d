"""What is true of every game: a game that is added to the catalogue is tested by these."""
