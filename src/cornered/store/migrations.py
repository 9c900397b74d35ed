"""The tables of the store, as steps that are never changed once released: a new one is added at the end.

A file remembers how many steps it has been through; a newer program takes it through the rest.
"""

_GAMES = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    start TEXT NOT NULL,
    name_a TEXT, kind_a TEXT NOT NULL, symbol_a TEXT,
    name_b TEXT, kind_b TEXT NOT NULL, symbol_b TEXT,
    games INTEGER, first_to INTEGER, keep_seats INTEGER NOT NULL,
    begun TEXT NOT NULL, ended TEXT
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    start TEXT NOT NULL,
    name_1 TEXT, kind_1 TEXT NOT NULL, symbol_1 TEXT,
    name_2 TEXT, kind_2 TEXT NOT NULL, symbol_2 TEXT,
    match_id INTEGER REFERENCES matches,
    swapped INTEGER NOT NULL DEFAULT 0,
    begun TEXT NOT NULL, ended TEXT,
    winner INTEGER, reason TEXT
);
CREATE INDEX games_of_match ON games (match_id);
CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games,
    ply INTEGER NOT NULL,
    square INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
"""

_PUZZLES = """
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY,
    puzzle TEXT NOT NULL,
    rating REAL NOT NULL,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL,
    day TEXT
);
CREATE TABLE rushes (
    id INTEGER PRIMARY KEY,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL
);
"""

# Seats had been made on first use until then; what a player without a name is called in lists is in the view.
_SEATS_AND_TALLIES = """
CREATE TABLE IF NOT EXISTS seats (
    game_id INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    holder TEXT,
    invitation TEXT,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sequels (
    game_id INTEGER PRIMARY KEY REFERENCES games,
    next_id INTEGER NOT NULL REFERENCES games
);
CREATE TABLE IF NOT EXISTS open_games (game_id INTEGER PRIMARY KEY REFERENCES games);
CREATE INDEX IF NOT EXISTS seats_of_holder ON seats (holder);
CREATE INDEX sequels_of_next ON sequels (next_id);
CREATE INDEX games_of_game ON games (game);
CREATE INDEX games_of_moment ON games (begun, start);
CREATE INDEX games_unfinished ON games (id) WHERE ended IS NULL;
CREATE INDEX games_unfinished_of_game ON games (game) WHERE ended IS NULL;
CREATE INDEX matches_unfinished ON matches (id) WHERE ended IS NULL;
CREATE VIEW named AS
SELECT id, game, substr(start, length(game) + 2, instr(substr(start, length(game) + 2), '.') - 1) AS board,
    coalesce(name_1, iif(kind_1 = 'human', 'Player 1', kind_1)) AS label_1,
    coalesce(name_2, iif(kind_2 = 'human', 'Player 2', kind_2)) AS label_2,
    name_1 IS NULL AND kind_1 = 'human' AS nameless_1, name_2 IS NULL AND kind_2 = 'human' AS nameless_2,
    winner
FROM games;
CREATE VIEW results AS
SELECT id, label_1 AS player, game, board, iif(nameless_2, 'a guest', label_2) AS opponent, winner = 1 AS won
FROM named WHERE winner IS NOT NULL AND NOT nameless_1
UNION ALL
SELECT id, label_2, game, board, iif(nameless_1, 'a guest', label_1), winner = 2
FROM named WHERE winner IS NOT NULL AND NOT nameless_2;
CREATE TABLE tallies (
    player TEXT NOT NULL, game TEXT NOT NULL, board TEXT NOT NULL, opponent TEXT NOT NULL,
    wins INTEGER NOT NULL, losses INTEGER NOT NULL,
    PRIMARY KEY (player, game, board, opponent)
) WITHOUT ROWID;
CREATE INDEX tallies_of_game ON tallies (game, player, board, opponent);
INSERT INTO tallies (player, game, board, opponent, wins, losses)
SELECT player, game, board, opponent, sum(won), sum(NOT won) FROM results
GROUP BY player, game, board, opponent;
"""

# What became of puzzles on a site, by the hash of a solver's secret; the tables above are the terminal's.
_SOLVERS = """
CREATE TABLE solver_tries (
    id INTEGER PRIMARY KEY,
    solver TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating REAL NOT NULL,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL,
    day TEXT,
    UNIQUE (solver, puzzle)
);
CREATE INDEX solver_tries_in_order ON solver_tries (solver, id);
CREATE INDEX solver_tries_of_moment ON solver_tries (at);
CREATE TABLE solver_rushes (id INTEGER PRIMARY KEY, solver TEXT NOT NULL, begun TEXT NOT NULL);
CREATE INDEX rushes_of_solver ON solver_rushes (solver);
CREATE INDEX rushes_of_moment ON solver_rushes (begun);
CREATE TABLE rush_tries (
    rush_id INTEGER NOT NULL REFERENCES solver_rushes,
    puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (rush_id, puzzle)
) WITHOUT ROWID;
"""

# The row of a game says how many moves it has, and grows a version with everything that its page shows.
_VERSIONS = """
ALTER TABLE games ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE games SET plies = (SELECT count(*) FROM moves WHERE game_id = id);
CREATE TABLE offers (
    game_id INTEGER PRIMARY KEY REFERENCES games,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    refused INTEGER NOT NULL
);
"""

# Puzzles that look alike, whatever they are called, so that none of them comes up again as a new one.
_LIKENESSES = """
ALTER TABLE puzzles ADD COLUMN likeness TEXT NOT NULL DEFAULT '';
ALTER TABLE solver_tries ADD COLUMN likeness TEXT NOT NULL DEFAULT '';
ALTER TABLE rush_tries ADD COLUMN likeness TEXT NOT NULL DEFAULT '';
"""

# The games in which both players may ask for help.
_HELP = "ALTER TABLE open_games RENAME TO help_allowed;"

MIGRATIONS = (_GAMES, _PUZZLES, _SEATS_AND_TALLIES, _SOLVERS, _VERSIONS, _LIKENESSES, _HELP)
"""The first makes an empty file a store; each of the others makes it one of the next format."""
