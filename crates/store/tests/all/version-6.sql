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
ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
UPDATE games SET listed = 0 WHERE id IN
    (SELECT game FROM seats WHERE token = zeroblob(32) OR invitation IS NOT NULL);
ALTER TABLE games ADD COLUMN stage INTEGER
    GENERATED ALWAYS AS (2 * over + (moves > 0)) VIRTUAL;
DROP INDEX games_by_activity;
CREATE INDEX games_listed ON games (kind, stage, at DESC, begun DESC) WHERE listed = 1;
ALTER TABLE seats ADD COLUMN kind TEXT;
ALTER TABLE seats ADD COLUMN over INTEGER;
ALTER TABLE seats ADD COLUMN at INTEGER;
ALTER TABLE seats ADD COLUMN begun INTEGER;
UPDATE seats SET kind = games.kind, over = games.over, at = games.at, begun = games.begun
    FROM games WHERE games.id = seats.game AND token IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM seats AS before WHERE before.game = seats.game
         AND before.token = seats.token AND before.seat < seats.seat);
DROP INDEX seats_by_token;
CREATE INDEX seats_by_owner ON seats (token, kind, over, at DESC, begun DESC)
    WHERE at IS NOT NULL;
PRAGMA application_id = 0x5461626c;
PRAGMA user_version = 6;
