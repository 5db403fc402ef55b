CREATE TABLE games (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    players TEXT NOT NULL,
    moves INTEGER NOT NULL,
    over INTEGER NOT NULL,
    computer_to_move INTEGER NOT NULL,
    at INTEGER NOT NULL,
    next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat TEXT NOT NULL,
    token BLOB,
    invitation BLOB,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_activity ON games (at DESC, id);
CREATE INDEX games_waiting_for_computer ON games (id) WHERE computer_to_move = 1;
ALTER TABLE games ADD COLUMN heading TEXT;
ALTER TABLE games ADD COLUMN time INTEGER;
CREATE INDEX games_by_time ON games (heading, time, at, id)
    WHERE heading IS NOT NULL AND time IS NOT NULL;
CREATE INDEX seats_by_token ON seats (token, game) WHERE token IS NOT NULL;
ALTER TABLE games ADD COLUMN begun INTEGER;
UPDATE games SET begun = numbered.begun FROM
    (SELECT id, row_number() OVER (ORDER BY at, id DESC) AS begun FROM games) AS numbered
    WHERE games.id = numbered.id;
CREATE UNIQUE INDEX games_by_beginning ON games (begun);
DROP INDEX games_by_activity;
CREATE INDEX games_by_activity ON games (at DESC, begun DESC);
CREATE TABLE alive (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    at INTEGER NOT NULL
) STRICT;
INSERT INTO games VALUES ('old', 'chess', '{}', 1, 0, 1, 5, 2, NULL, NULL, 1);
INSERT INTO events VALUES ('old', 0, 'zero'), ('old', 1, 'one');
INSERT INTO seats VALUES ('old', 'white', NULL, NULL);
INSERT INTO games VALUES ('invited', 'chess', '{}', 1, 0, 0, 6, 1, NULL, NULL, 2);
INSERT INTO events VALUES ('invited', 0, 'zero');
INSERT INTO seats VALUES ('invited', 'black', x'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', x'bb');
INSERT INTO seats VALUES ('invited', 'white', x'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', NULL);
INSERT INTO games VALUES ('keyboard', 'chess', '{}', 1, 0, 0, 7, 1, NULL, NULL, 3);
INSERT INTO events VALUES ('keyboard', 0, 'zero');
INSERT INTO seats VALUES ('keyboard', 'solo', zeroblob(32), NULL);
PRAGMA application_id = 0x5461626c;
PRAGMA user_version = 5;
