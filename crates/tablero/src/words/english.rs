//! English.

use super::{AnalyseHelp, PlayHelp};

pub const ANALYSE_HELP: AnalyseHelp = AnalyseHelp {
    about: "Look at lines of a game with the computer",
    long_about: "\
Look at lines of a game with the computer.

On a terminal the board fills the window, with what the computer thinks of it and a tree of variations in \
which every move can be tried; press ? there for the keys. In a pipe, or with --plain, it prints the \
position, its opening, and the best lines after a second.",
    subject: "\
A file (PGN, PDN, GGF, tagged text, or a game that was saved here), `-` for the standard input, or a \
position in the notation of a game; the usual start if nothing is given",
    value_subject: "FILE|POSITION",
    game: "The game: {} [default: the first that can read the position]",
    number: "Which game of a file of many, counted from 1 [default: you are asked; in a pipe the first]",
    lines: "How many lines of play are shown, 1 to 5 [default: 3]",
    plain: "Print and end, even on a terminal",
    store: "\
The file in which analyses are kept, or :memory: to keep them nowhere. Without it, the same as that of \
`tablero play`",
    positions: "Positions:{}",
};

pub const PLAY_HELP: PlayHelp = PlayHelp {
    about: "Play a game",
    long_about: "\
Play a game.

On a terminal it fills the window; press ? there for the keys. With --lines it plays line by line, and \
asks for what is not said. In a pipe it asks nothing: it reads commands, prints plain text and ends at \
the end of input; `help` in the game lists the commands.",
    usage: "Usage:",
    arguments: "Arguments:",
    options: "Options:",
    game: "The game: {}",
    white: "Who plays white{}",
    black: "Who plays black{}",
    other_colour: ", {} in {}",
    player: "Who plays a game for one",
    position: "Where to start: a name or a position in the notation of the game, see below",
    level: "The level of a game for one: the same as --position",
    seed: "What chance starts from: the same number gives the same hidden board and the same random moves",
    lines: "Line by line, even on a terminal",
    pieces: "auto (big in a window of 120 x 40 and more), letters, glyphs or big wherever there is room",
    value_pieces: "PIECES",
    ascii: "Letters for pieces, even on a terminal that can show more",
    no_flip: "Keep white at the bottom instead of the side to move",
    clock: "A clock: minutes for the game plus seconds for each move, such as 5+3",
    delay: "Milliseconds between the moves of two computers [default: 500 on a terminal, 0 in a pipe]",
    language: "The language, en or es [default: that of the environment]",
    store: "\
The file in which games are kept as they are played, or :memory: to keep them nowhere. Without it, a \
file in your data directory, the same as that of `tablero serve`. Line by line, nothing is kept by itself",
    threads: "With how many threads a computer searches that is not limited by nodes or depth [default: all processors]",
    hash: "How many megabytes its transposition table has [default: 128]",
    help: "Print help",
    value_player: "PLAYER",
    value_text: "TEXT",
    value_level: "LEVEL",
    value_number: "NUMBER",
    value_time: "TIME",
    value_milliseconds: "MILLISECONDS",
    value_megabytes: "MEGABYTES",
    value_language: "LANGUAGE",
    value_file: "FILE",
    value_game: "GAME",
    players: "\
Players: human, random, random:SEED, minimax:DEPTH, level:1 to level:10,
engine[:time=2s|nodes=N|depth=N], learnt:RUN@GENERATION[:depth=N] (what `tablero learn` has
taught itself), and for {} uci:PROGRAM, another program that speaks UCI, with its arguments,
options and limit: 'uci:gnuchess --uci', 'uci:stockfish?UCI_Elo=1500&time=0.5s',
and for othello gtp:PROGRAM, one that speaks GTP: 'gtp:gtp-rhino?time=0.1s'",
    positions: "Where to start:{}",
    or_like: "or like",
    examples: "Examples:",
};
