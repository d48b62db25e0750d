"""Version 1 of the API: the catalogue of games and the operations each of them offers."""
