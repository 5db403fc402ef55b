//! The words of the terminal in English.

use super::TerminalWords;

pub const WORDS: TerminalWords = TerminalWords {
    tagline: "A club of classic board games",
    game: "Game",
    who_plays: "Who plays",
    no_games: "There is no game yet.",
    one_move: "1 move",
    many_moves: "{} moves",
    just_now: "just now",
    minutes_ago: "{} min ago",
    hours_ago: "{} h ago",
    days_ago: "{} d ago",
    form_keys: "Arrows choose   Enter starts   ? help   q leaves",
    list_keys: "Arrows choose   Enter opens   A analyses   x deletes   Escape goes back",
    reading_keys: "Arrows scroll   Escape closes",

    too_small: "The window is too small: {} × {} is needed.",
    menu_key: "Esc Menu",
    help: "Help",
    command: "Command",
    write_command: "Write a command",
    leave: "Leave",
    leave_question: "Leave the game?",
    is_saved: "It is saved: you can continue it another time.",
    is_not_saved: "It is not saved, and would be lost.",
    another_game: "Another game",
    go_on: "Go on playing",
    look_at_board: "Look at the board",
    pause: "Stop or go on",

    paused: "Stopped: p goes on.",
    looking_back: "After {} of {} moves. Escape comes back.",
    not_kept: "Not saved: {}",
    left_behind: "The game before is saved: continue it from the first screen.",
    game_of_its_own: "Another window went on with this game: yours is now a game of its own.",
    last_moves_damaged: "What was played last is damaged and may be missing. The damaged file is kept as {}.",
    move_waits: "{} waits for your turn. Escape forgets it.",
    flag_guards: "A flag guards {}: f takes it away.",
    flags_where_closed: "Flags go onto closed cells.",
    sees: "{} sees",
    nodes_made: "Nodes made {}, reused {}",
    depth_and_nodes: "Depth {}, positions {}",
    value_won: "won",
    value_lost: "lost",

    analyse: "Analyse",
    analysis: "Analysis",
    to_the_game: "Back to the game",
    look_on: "Go on looking",
    search_on_off: "The computer searches, or stops",
    search_is_off: "The computer rests: E starts it.",
    depth: "depth {}",
    nothing_more: "all is known",
    lines: "lines",
    board: "board",
    moves_list: "moves",
    best_move: "best move",
    try_a_move: "Try a move on the board.",
    comment_move: "Comment",
    rate_move: "Sign",
    promote: "Move the line up",
    make_main: "Make it the main line",
    delete_line: "Delete",
    delete_question: "Delete this move and all that follows?",
    keep_line: "Keep it",
    write_file: "Write a file",
    prompt_comment: "Comment:",
    prompt_sign: "Sign (! ? !! ?? !? ?!):",
    prompt_file: "File:",
    no_move_here: "There is no move before this position.",
    no_such_sign: "The signs are ! ? !! ?? !? and ?!",
    not_in_analysis: "That is for a game, and this is an analysis.",
    no_lines_in_file: "Such files have no variations: `save FILE` keeps them.",
    no_file_or_position: "there is no file {}, and it is no position of any game: {}",
    no_position_of: "there is no file {}, and as a position of {} it cannot be read: {}",
    not_read_from: "{} cannot be read as a game: {}",
    standard_input: "the standard input",
    reading_games: "Looking for games in {}: {} %",
    games_shown: "{} of {} games shown; the file has {}.",
    choose_game: "A number opens a game, words search, Enter shows more, q leaves:",
    not_so_many_games_in_one: "{} has one game, and no game {}",
    not_so_many_games: "{} has {} games, and no game {}",

    stopped: "Stopped.",
    stopped_go_on: "Stopped. Press Enter to let it go on, or type a command.",
    no_odds: "There are no probabilities in this game.",
    no_odds_now: "There are no probabilities now.",
    odds_legend: "The probability of each closed cell in percent; ** is certain.",
    try_move: "Try {}.",
    try_move_for: "Try {}. Value {}, line {}.",
    asks_for_draw: "{} offers a draw. Do you accept?",
    asks_to_take_back: "{} asks to take the last move back. Do you agree?",
    agrees: "{} agrees.",
    disagrees: "{} does not agree.",
    nothing_asked: "Nobody has asked anything.",
    answer_first: "Please answer yes or no first.",
    passes: "{} has no move and passes.",
    passed_already: "The pass was made for you already.",
    saved_to: "Saved to {}.",
    not_saved_to: "Not saved to {}: {}",
    loaded_from: "Loaded {}.",
    not_loaded_from: "Not loaded from {}: {}",
    nobody_plays: "No person plays. `players white human` takes a seat.",
    type_new: "Type new for a new game.",
    type_claim: "Type claim to end the game with it.",
    did_you_mean: "Did you mean {}?",
    game_over: "The game is over.",
    closed_cells: "Every cell that is closed can be opened or flagged.",
    no_move_from: "No move starts from {}.",
    no_move_yet: "No move has been made yet.",
    not_your_turn: "It is not your turn.",
    taken_back: "Taken back.",
    no_other_side: "This board has no other side.",
    stays_at_bottom: "{} stays at the bottom. `flip auto` lets the board turn.",
    seats_are: "The seats are white and black, or solo in a game for one.",
    computer_plays: "The computer plays already.",
    mayhem_is_over: "The game is over. In the next one you have the seats again: type new.",
    mayhem_note: "Ctrl-C stops the game for a while; mayhem again gives the seats back.",
    code_at_the_end: "The code of this board is shown when the game is over.",
    no_clock: "There is no clock. Start with --clock 5+3 for one.",
    time_is: "Time: {}",
    clock_is: "Clock: {}",
    a_person: "a person",
    computer_at_random: "the computer, playing at random",
    computer_one_ahead: "the computer, looking 1 move ahead",
    computer_ahead: "the computer, looking {} moves ahead",
    computer_level: "the computer at level {}",
    computer_full: "the computer, as strong as it can",
    computer_solver: "the solver",
    another_program: "another program",
    self_taught: "a self-taught computer",
    write_save: "Write the name of a file: save my-game",
    write_export: "Write the name of a file: export my-game.{}",
    write_load: "Write the name of a file: load my-game",
    write_player: "Write who is to play: players black level:4",

    review: "Review",
    no_review: "There is no game here that could be looked at again.",
    reviewing: "Looking at the game again: {} of {}",
    next_judged: "Next judged move",
    former_judged: "Former judged move",

    is_quiet: "Only what changes is told from now on; board shows the board.",
    is_not_quiet: "The board is shown after each move again.",
    may_go: "Moves from it: {}.",
    goes_there: "Moves to it: {}.",
    no_pieces: "There are no pieces on the board.",
    no_such_square: "there is no square {}",
    no_attacks: "Nothing attacks {}.",
    no_attacks_in_game: "Nothing is attacked in this game.",
    attacked_by: "{} is attacked by: {}.",
    write_square: "Write a square: attacks {}",
    continue_number: "`continue` and a number goes on with a game or shows it.",
    list_games_first: "There is no such number: `games` lists them.",
    no_times: "There are no best times for boards like this one.",
    best_times: "Best times: {}.",
    no_best_times: "No best times on boards like this one yet.",
    your_games: "Your games",
    delete_game: "Delete the game",
    delete_game_question: "Delete this game for good?",
    keep_game: "Keep it",
    continue_a_game: "continue a game",
    leave_now: "Leave? yes or no> ",
    leave_not: "The game goes on.",

    you_watch: "You watch.",
    you_sit: "You are {}.",
    seats_are_open: "Anybody may sit down here: `sit` and {}.",
    waiting_for_person: "{} is not here yet.",
    sat_down: "{} is here now.",
    answer_yes_or_no: "Answer yes or no.",
    not_on_a_server: "That is not for a game on a server: `help` says what is.",
    not_answered_yet: "The server has not answered the last command yet.",
    connection_lost: "The connection is lost. It is tried again, and no move is lost.",
    played_meanwhile: "Played meanwhile: {}.",
    connection_back: "The connection is back.",
    rematch_waits: "The next game has begun: rematch goes there.",
    unknown_game: "this program does not know the game {}",
    help_remote: "\
moves            the moves you can make; moves e2: those from one square
e4?, pieces      what is on a square, and what stands where
board, quiet     the board once more; tell only what changes after a move
hint             a move to consider, where that is fair
undo             ask to take the last move back
draw             offer a draw; yes or no answers
claim, resign    claim a draw; give up
rematch          the next game with the same players, when this one is over
sit white        sit down in an open seat
history, clock   the moves so far; the time left
position         the position as text
quit             leave; the same command comes back to the game
",

    prompt_over: "new, rematch, save FILE or quit> ",
    prompt_over_solo: "r for another board, save FILE or quit> ",
    prompt_answer: "{}, yes or no> ",
    prompt_paused: "paused> ",
    input_ended: "The input ended before the game did. {}",
    side_plays_move: "{} plays {}{}.",
    computer_plays_move: "The computer plays {}{}.",
    report_nodes: "value {}, line {}, depth {}, positions {}",
    report_counters: "value {}, line {}, nodes made {}, reused {}",
    ctrl_c_stops: "Ctrl-C stops the game for a while and lets you type.",
    thinking_note: "Thinking. Ctrl-C stops it.",
    two_people_play: "Two people play.",
    played_by: "Played by {}.",
    you_are: "You are {}.",
    side_is: "{} is {}.",

    help_for_two: "\
moves            the moves you can make; moves e2: those from one square
hint             a move to consider
undo             take the last move back
draw             offer a draw; accept or decline answers one
claim            claim a draw by repetition or lack of progress
resign           give up
history          the moves so far
clock            the time left
flip             turn the board; flip auto: it turns with the side to move
players          who plays; players black level:4 changes it: human, level:1
                 to level:10, engine (as strong as it can), random, or minimax:
                 and how many moves to look ahead
e4?              what is on a square, and the moves from and to it
pieces           what stands where
attacks e4       what attacks a square
mayhem           the computer plays both sides; again: you take them back
new, rematch     a new game; the same with sides exchanged
position         the position as text; position TEXT starts from one
",
    help_for_one: "\
hint             a cell to open, and why
odds             the probability of each closed cell, in percent
resign           give up
history          the moves so far
clock            the time so far
times            the best times on boards like this one
c4?              what is on a cell
pieces           what has been found where; attacks is for other games
players          who plays; players solo random lets the computer try
new              the same as r
position         the code of the board, when the game is over;
                 position {}, or a code, starts that board
",
    help_files: "\
board            the board once more
quiet            tell only what changes after a move; again: show the board
games            the games that were played here; continue goes on with the
                 latest, continue 3 with the third of the list
save FILE        write the game to a file; load FILE goes on with it
",
    help_export: "export FILE",
    help_export_text: "write it for other programs: {}; load reads those, too",
    help_quit: "quit             leave (Ctrl-D, too); Tab completes words, moves and files",

    which_game: "Which game?",
    who_plays_question: "Who plays?",
    you_against_computer: "you against the computer",
    two_people_here: "two people at this keyboard",
    computer_against_itself: "the computer against itself",
    which_side: "Which side do you take?",
    which_computer: "Who plays for the computer?",
    where_to_start: "Where does the game start?",
    or_own_start: "Or write it in the notation of the game.",
    number_or_name: "A number or a name, Enter for {}> ",
    number_or_first_side: "A number or a name, Enter for {}, which moves first> ",
    number_or_text: "A number, a name or a text, Enter for {}> ",
    number_from_to: "Type a number from 1 to {}, or quit to leave.",

    help_form: "\
# Choosing a game
Up, Down           another row (also j, k, Tab)
Left, Right        another choice (also h, l)
Enter, Space       start, or continue a game
Escape             back
q, Ctrl-C          leave
Everything can be clicked, and the wheel turns through the choices.
In the game, ? shows its keys.",
    help_board: "\
# Playing
{}
:                  a command: :draw, :save my-game
Enter, Space       pick a piece up, or put it down
Escape             put it back; otherwise the menu
Mouse              click and click, or drag",
    help_keys_and_moves: "\
Arrows, hjkl, wasd move the cursor
Type a move        {}, then Enter; keys that begin it are taken back",
    help_columns: "\
Arrows             move the cursor
Type a move        {}, then Enter; letters of columns are no other keys",
    help_cells: "\
# Playing
Arrows, hjkl, wasd move the cursor
Enter, Space       open a cell; on a number, open around it
f                  put a flag, or take it away
:                  a command: :new, :save my-game
O                  the probability of each closed cell, in percent
Mouse              left opens, right flags, the middle opens around",
    help_marks: "\
# On the board
╔ ╗                the cursor
« »                what is picked up
• and ( )          where it may go, and what it may capture
└ ┘ or [           the last move
+ +                a king in check
┆ ┆                a piece that must capture
{ }                the line that won
? ?                a hint",
    help_marks_ascii: "\
# On the board
# #                the cursor
< >                what is picked up
* and ( )          where it may go, and what it may capture
' ' or [           the last move
+ +                a king in check
! !                a piece that must capture
{ }                the line that won
? ?                a hint",
    help_analysis: "\
# Analysis
Left, Right        the move before, the move after (also PageUp, PageDown)
Up, Down           another move in place of this one
Home, End          the start, the end of the line
Tab                to the board and back; there arrows move the cursor
Type a move        {}, then Enter
:                  a command: :history, :save my-game
Mouse              moves, lines and the wheel, too
A move that differs from the tree becomes a variation.
+, -               more or fewer lines of the computer
*                  make its best move
E                  let it search, or stop it
R                  review the game: chances, accuracy, judged moves
[, ]               the judged move before, the next one
C                  comment on the move
!                  give it a sign: ! ? !! ?? !? ?! or none
p                  move its line up
m                  make it the main line
x                  delete it and all that follows
{}W                  write the game with its lines to a file
Escape, F10        the menu; from there back to the game
?, F1              this help
q, Ctrl-C          leave; what was tried is saved
The bar shows how each side stands; scores are those of {}.
#3 is a win in three moves.
# Commands, behind :
moves, history, position   told in a window
save FILE, load FILE   a game in a file
export FILE        for other programs: {}",
    help_keys: "\
# Keys
{}H                  a hint
m                  the computer plays on; again: you take over
p                  stop the computer, or let it go on
Tab                to the moves and back; there arrows look at the past
PageUp, PageDown   the move before, the move after; Home, End
n                  a new game
r                  {}
y, n               answer a question
Escape, F10        the menu
:                  a command
?, F1              this help
Ctrl-L, Ctrl-Z     draw again; go to the shell, fg comes back
q, Ctrl-C          leave; the game is saved",
    help_take_back: "u                  take back\n",
    help_analyse: "A                  analyse the game\n",
    help_flip: "f                  turn the board\n",
    help_mark: "f                  put a flag, or take it away\n",
    help_rematch: "a rematch",
    help_restart: "another board",
    help_commands_for_one: "\
# Commands, behind :
open c4, flag c4   open a cell; put a flag, or take it away
resign             give up
hint, odds, mayhem, new, quit   as the keys
times              the best times on boards like this one
players solo random   who plays (human, random...)
history, clock, position   told in a window
position TEXT      start the board of a code
save FILE, load FILE   a game in a file
export FILE        for other programs: {}",
    help_commands: "\
# Commands, behind :
moves, moves e2    the moves there are
resign, draw       give up; offer a draw
accept, decline    answer an offer
claim              claim a draw
undo, hint, flip, mayhem, new, rematch, quit   as the keys
players black minimax:3   who plays (human, random, minimax:3, level:5...)
history, clock, position   told in a window
position TEXT      start from a position
save FILE, load FILE   a game in a file
export FILE        for other programs: {}",

    not_for_game: "{} is not for {}: {}",
    is_for_one: "it is for one: use --player",
    is_for_two: "it is for two: use --white and --black",
    counts_time_itself: "it counts its time by itself",
    use_position: "use --position",
    level_and_position: "--level and --position both say how the board begins: give one of them",
    bad_start: "where the game starts: {}",

    not_a_file: "that is not a file",
    not_a_saved_game: "there is a file of that name that is no saved game",
    file_exists: "there is a file of that name already",
    io_not_found: "{}",
    io_denied: "{}",
    io_full: "{}",
    io_other: "{}",
    not_text: "{}",
    storage_failed: "{}",
};
