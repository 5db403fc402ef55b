//! The words that only a terminal needs, on the full screen and line by line.

/// The words of a terminal.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Screen {
    // Choosing.
    pub game: &'static str,
    pub who_plays: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub no_games: &'static str,
    pub one_move: &'static str,
    pub many_moves: &'static str,
    pub just_now: &'static str,
    pub minutes_ago: &'static str,
    pub hours_ago: &'static str,
    pub days_ago: &'static str,
    pub form_keys: &'static str,
    pub list_keys: &'static str,
    pub reading_keys: &'static str,

    // Windows and keys.
    pub too_small: &'static str,
    pub menu_key: &'static str,
    pub help: &'static str,
    pub command: &'static str,
    pub write_command: &'static str,
    pub leave: &'static str,
    pub leave_question: &'static str,
    pub is_saved: &'static str,
    pub is_not_saved: &'static str,
    pub another_game: &'static str,
    pub go_on: &'static str,
    pub look_at_board: &'static str,
    pub pause: &'static str,
    pub flag_key: &'static str,

    // What is said beside the board.
    pub paused: &'static str,
    pub looking_back: &'static str,
    pub not_kept: &'static str,
    pub left_behind: &'static str,
    pub move_waits: &'static str,
    pub flag_guards: &'static str,
    pub flags_where_closed: &'static str,
    pub sees: &'static str,
    pub nodes_made: &'static str,
    pub depth_and_nodes: &'static str,
    pub value_won: &'static str,
    pub value_lost: &'static str,

    // What is said to commands, line by line as well.
    pub stopped: &'static str,
    pub stopped_go_on: &'static str,
    pub try_move: &'static str,
    pub try_move_for: &'static str,
    pub asks_for_draw: &'static str,
    pub asks_to_take_back: &'static str,
    pub agrees: &'static str,
    pub disagrees: &'static str,
    pub nothing_asked: &'static str,
    pub answer_first: &'static str,
    pub passes: &'static str,
    pub passed_already: &'static str,
    pub saved_to: &'static str,
    pub not_saved_to: &'static str,
    pub loaded_from: &'static str,
    pub not_loaded_from: &'static str,
    pub nobody_plays: &'static str,
    pub type_new: &'static str,
    pub type_claim: &'static str,
    pub did_you_mean: &'static str,
    pub game_over: &'static str,
    pub closed_cells: &'static str,
    pub no_move_from: &'static str,
    pub no_move_yet: &'static str,
    pub not_your_turn: &'static str,
    pub taken_back: &'static str,
    pub no_other_side: &'static str,
    pub stays_at_bottom: &'static str,
    pub seats_are: &'static str,
    pub computer_plays: &'static str,
    pub mayhem_is_over: &'static str,
    pub mayhem_note: &'static str,
    pub code_at_the_end: &'static str,
    pub no_clock: &'static str,
    pub time_is: &'static str,
    pub clock_is: &'static str,
    pub a_person: &'static str,
    pub computer_at_random: &'static str,
    pub computer_one_ahead: &'static str,
    pub computer_ahead: &'static str,
    pub computer_level: &'static str,
    pub computer_full: &'static str,
    pub another_program: &'static str,

    // The help: a line of its own for each key, headings behind a #.
    pub help_form: &'static str,
    pub help_board: &'static str,
    pub help_mines: &'static str,
    pub help_marks: &'static str,
    pub help_marks_ascii: &'static str,
    pub help_keys: &'static str,
    pub help_commands: &'static str,
}

pub(super) const ENGLISH: Screen = Screen {
    game: "Game",
    who_plays: "Who plays",
    yes: "Yes",
    no: "No",
    no_games: "There is no game to continue.",
    one_move: "1 move",
    many_moves: "{} moves",
    just_now: "just now",
    minutes_ago: "{} min ago",
    hours_ago: "{} h ago",
    days_ago: "{} d ago",
    form_keys: "Arrows choose   Enter starts   ? help   q leaves",
    list_keys: "Arrows choose   Enter continues   Escape goes back",
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
    flag_key: "Flag",

    paused: "Stopped: p goes on.",
    looking_back: "After {} of {} moves. Escape comes back.",
    not_kept: "Not saved: {}",
    left_behind: "The game before is saved: continue it from the first screen.",
    move_waits: "{} waits for your turn. Escape forgets it.",
    flag_guards: "A flag guards {}: f takes it away.",
    flags_where_closed: "Flags go onto closed cells.",
    sees: "{} sees",
    nodes_made: "Nodes made {}, reused {}",
    depth_and_nodes: "Depth {}, positions {}",
    value_won: "won",
    value_lost: "lost",

    stopped: "Stopped.",
    stopped_go_on: "Stopped. Press Enter to let it go on, or type a command.",
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
    seats_are: "The seats are white and black, or solo in Minesweeper.",
    computer_plays: "The computer plays already.",
    mayhem_is_over: "The game is over. Type new, and mayhem then gives the seats back.",
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
    another_program: "another program",

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
Arrows, hjkl, wasd move the cursor
Enter, Space       pick a piece up, or put it down
Escape             put it back; otherwise the menu
Type a move        e4, Nf3, 11-15, c4; behind : if it begins with a key
Mouse              click and click, or drag",
    help_mines: "\
# Playing
Arrows, hjkl, wasd move the cursor
Enter, Space       open a cell; on a number, open around it
f                  put a flag, or take it away
Mouse              left opens, right flags, the middle opens around",
    help_marks: "\
# On the board
╔ ╗                the cursor
« »                what is picked up
• and ( )          where it may go, and what it may capture
└ ┘ or [           the last move
+ +                a king in check
┆ ┆                a piece that must capture
? ?                a hint",
    help_marks_ascii: "\
# On the board
# #                the cursor
< >                what is picked up
* and ( )          where it may go, and what it may capture
' ' or [           the last move
+ +                a king in check
! !                a piece that must capture
? ?                a hint",
    help_keys: "\
# Keys
u                  take back
H                  a hint
f                  turn the board (in Minesweeper: a flag)
m                  the computer plays on; again: you take over
p                  stop the computer, or let it go on
Tab                to the moves and back; there arrows look at the past
PageUp, PageDown   the move before, the move after; Home, End
n                  a new game
r                  a rematch; in Minesweeper new mines
y, n               answer a question
Escape, F10        the menu
: or typing        a command
?, F1              this help
Ctrl-L, Ctrl-Z     draw anew; go to the shell, fg comes back
q, Ctrl-C          leave; the game is saved",
    help_commands: "\
# Commands
moves, moves e2    the moves there are
resign, draw       give up; offer a draw
accept, decline    answer an offer
claim              claim a draw
undo, hint, flip, mayhem, new, rematch, quit   as the keys
players black minimax:3   who plays (human, random, minimax:3, level:5...)
history, clock, position   told in a window
position TEXT      start from a position
save FILE, load FILE   a game in a file
export FILE        for other programs: PGN, PDN, GGF, RAWVF",
};

pub(super) const SPANISH: Screen = Screen {
    game: "Juego",
    who_plays: "Quién juega",
    yes: "Sí",
    no: "No",
    no_games: "No hay ninguna partida que seguir.",
    one_move: "1 jugada",
    many_moves: "{} jugadas",
    just_now: "ahora mismo",
    minutes_ago: "hace {} min",
    hours_ago: "hace {} h",
    days_ago: "hace {} d",
    form_keys: "Flechas: elegir   Intro: empezar   ? ayuda   q salir",
    list_keys: "Flechas: elegir   Intro: seguir   Escape: volver",
    reading_keys: "Flechas: mover   Escape: cerrar",

    too_small: "La ventana es demasiado pequeña: hacen falta {} × {}.",
    menu_key: "Esc Menú",
    help: "Ayuda",
    command: "Orden",
    write_command: "Escribir una orden",
    leave: "Salir",
    leave_question: "¿Salir de la partida?",
    is_saved: "Está guardada: puedes seguirla otro día.",
    is_not_saved: "No está guardada y se perdería.",
    another_game: "Otro juego",
    go_on: "Seguir jugando",
    look_at_board: "Ver el tablero",
    pause: "Parar o seguir",
    flag_key: "Bandera",

    paused: "Parado: p para seguir.",
    looking_back: "Tras {} de {} jugadas. Escape para volver.",
    not_kept: "Sin guardar: {}",
    left_behind: "La partida anterior está guardada: puedes seguirla desde el inicio.",
    move_waits: "{} espera tu turno. Escape la olvida.",
    flag_guards: "Una bandera protege {}: f la quita.",
    flags_where_closed: "Las banderas van en casillas cerradas.",
    sees: "{} ven",
    nodes_made: "Nodos nuevos {}, reusados {}",
    depth_and_nodes: "Profundidad {}, posiciones {}",
    value_won: "ganado",
    value_lost: "perdido",

    stopped: "Parado.",
    stopped_go_on: "Parado. Pulsa Intro para que siga, o escribe una orden.",
    try_move: "Prueba {}.",
    try_move_for: "Prueba {}. Valor {}, línea {}.",
    asks_for_draw: "{} ofrecen tablas. ¿Aceptas?",
    asks_to_take_back: "{} piden retirar la última jugada. ¿De acuerdo?",
    agrees: "{} están de acuerdo.",
    disagrees: "{} no están de acuerdo.",
    nothing_asked: "Nadie ha preguntado nada.",
    answer_first: "Contesta antes yes o no.",
    passes: "{} no tienen jugada y pasan.",
    passed_already: "Ya se ha pasado por ti.",
    saved_to: "Guardada en {}.",
    not_saved_to: "Sin guardar en {}: {}",
    loaded_from: "Cargada {}.",
    not_loaded_from: "Sin cargar de {}: {}",
    nobody_plays: "No juega ninguna persona. `players white human` ocupa un asiento.",
    type_new: "Escribe new para una partida nueva.",
    type_claim: "Escribe claim para acabar así la partida.",
    did_you_mean: "¿Querías decir {}?",
    game_over: "La partida ha terminado.",
    closed_cells: "Toda casilla cerrada se puede abrir o marcar.",
    no_move_from: "Ninguna jugada sale de {}.",
    no_move_yet: "Aún no hay jugadas.",
    not_your_turn: "No es tu turno.",
    taken_back: "Jugada retirada.",
    no_other_side: "Este tablero no tiene otro lado.",
    stays_at_bottom: "{} quedan abajo. `flip auto` deja girar el tablero.",
    seats_are: "Los asientos son white y black, o solo en el Buscaminas.",
    computer_plays: "El ordenador ya juega.",
    mayhem_is_over: "La partida ha terminado. Escribe new, y mayhem devolverá los asientos.",
    mayhem_note: "Ctrl-C para la partida un rato; mayhem otra vez devuelve los asientos.",
    code_at_the_end: "El código de este tablero se muestra al final.",
    no_clock: "No hay reloj. Empieza con --clock 5+3 para tenerlo.",
    time_is: "Tiempo: {}",
    clock_is: "Reloj: {}",
    a_person: "una persona",
    computer_at_random: "el ordenador, al azar",
    computer_one_ahead: "el ordenador, mirando 1 jugada",
    computer_ahead: "el ordenador, mirando {} jugadas",
    computer_level: "el ordenador, nivel {}",
    computer_full: "el ordenador, con toda su fuerza",
    another_program: "otro programa",

    help_form: "\
# Elegir un juego
Arriba, abajo      otra fila (también j, k, Tab)
Izq., derecha      otra opción (también h, l)
Intro, espacio     empezar, o seguir una partida
Escape             volver
q, Ctrl-C          salir
Todo se puede pulsar con el ratón, y la rueda recorre las opciones.
En el juego, ? enseña sus teclas.",
    help_board: "\
# Jugar
Flechas, hjkl, wasd mueven el cursor
Intro, espacio     coger una pieza, o dejarla
Escape             devolverla; si no, el menú
Escribe la jugada  e4, Nf3, 11-15, c4; tras : si empieza por una tecla
Ratón              pulsar y pulsar, o arrastrar",
    help_mines: "\
# Jugar
Flechas, hjkl, wasd mueven el cursor
Intro, espacio     abrir; sobre un número, abrir alrededor
f                  poner una bandera, o quitarla
Ratón              izquierdo abre, derecho marca, central abre alrededor",
    help_marks: "\
# En el tablero
╔ ╗                el cursor
« »                lo que has cogido
• y ( )            adónde puede ir, y qué puede capturar
└ ┘ o [            la última jugada
+ +                un rey en jaque
┆ ┆                una pieza que debe capturar
? ?                una pista",
    help_marks_ascii: "\
# En el tablero
# #                el cursor
< >                lo que has cogido
* y ( )            adónde puede ir, y qué puede capturar
' ' o [            la última jugada
+ +                un rey en jaque
! !                una pieza que debe capturar
? ?                una pista",
    help_keys: "\
# Teclas
u                  retirar la jugada
H                  una pista
f                  girar el tablero (en el Buscaminas: bandera)
m                  sigue el ordenador; otra vez: sigues tú
p                  parar al ordenador, o dejarlo seguir
Tab                a las jugadas y de vuelta; allí las flechas las recorren
RePág, AvPág       la jugada anterior, la siguiente; Inicio, Fin
n                  partida nueva
r                  revancha; en el Buscaminas, minas nuevas
y, n               contestar sí o no
Escape, F10        el menú
: o escribir       una orden
?, F1              esta ayuda
Ctrl-L, Ctrl-Z     dibujar de nuevo; ir a la consola, fg vuelve
q, Ctrl-C          salir; la partida queda guardada",
    help_commands: "\
# Órdenes
moves, moves e2    las jugadas que hay
resign, draw       abandonar; ofrecer tablas
accept, decline    contestar a una oferta
claim              reclamar tablas
undo, hint, flip, mayhem, new, rematch, quit   como las teclas
players black minimax:3   quién juega (human, random, minimax:3, level:5...)
history, clock, position   en una ventana
position TEXTO     empezar desde una posición
save FICHERO, load FICHERO   una partida en un fichero
export FICHERO     para otros programas: PGN, PDN, GGF, RAWVF",
};
