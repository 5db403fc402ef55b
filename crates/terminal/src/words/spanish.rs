//! The words of the terminal in Spanish.

use super::TerminalWords;

pub const WORDS: TerminalWords = TerminalWords {
    tagline: "Un club de juegos de tablero clásicos",
    game: "Juego",
    who_plays: "Quién juega",
    no_games: "Aún no hay ninguna partida.",
    one_move: "1 jugada",
    many_moves: "{} jugadas",
    just_now: "ahora mismo",
    minutes_ago: "hace {} min",
    hours_ago: "hace {} h",
    days_ago: "hace {} d",
    form_keys: "Flechas: elegir   Intro: empezar   ? ayuda   q salir",
    list_keys: "Flechas: elegir   Intro: abrir   A: analizar   x: borrar   Escape: volver",
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

    paused: "Parado: p para seguir.",
    looking_back: "Tras {} de {} jugadas. Escape para volver.",
    not_kept: "Sin guardar: {}",
    left_behind: "La partida anterior está guardada: puedes seguirla desde el inicio.",
    game_of_its_own: "Otra ventana siguió con esta partida: la tuya es ahora otra distinta.",
    last_moves_damaged: "Lo último que se jugó está dañado y puede faltar. El archivo dañado queda como {}.",
    move_waits: "{} espera tu turno. Escape la olvida.",
    flag_guards: "Una bandera protege {}: f la quita.",
    flags_where_closed: "Las banderas van en casillas cerradas.",
    sees: "{} ven",
    nodes_made: "Nodos nuevos {}, reusados {}",
    depth_and_nodes: "Profundidad {}, posiciones {}",
    value_won: "ganado",
    value_lost: "perdido",

    analyse: "Analizar",
    analysis: "Análisis",
    to_the_game: "Volver a la partida",
    look_on: "Seguir mirando",
    search_on_off: "El ordenador busca, o para",
    search_is_off: "El ordenador descansa: E lo despierta.",
    depth: "profundidad {}",
    nothing_more: "todo se sabe",
    lines: "líneas",
    board: "tablero",
    moves_list: "jugadas",
    best_move: "mejor jugada",
    try_a_move: "Prueba una jugada en el tablero.",
    comment_move: "Comentar",
    rate_move: "Signo",
    promote: "Subir la línea",
    make_main: "Hacerla línea principal",
    delete_line: "Borrar",
    delete_question: "¿Borrar esta jugada y todo lo que sigue?",
    keep_line: "Dejarla",
    write_file: "Escribir un archivo",
    prompt_comment: "Comentario:",
    prompt_sign: "Signo (! ? !! ?? !? ?!):",
    prompt_file: "Archivo:",
    no_move_here: "No hay ninguna jugada antes de esta posición.",
    no_such_sign: "Los signos son ! ? !! ?? !? y ?!",
    not_in_analysis: "Eso es para una partida, y esto es un análisis.",
    no_lines_in_file: "Esos archivos no tienen variantes: `save ARCHIVO` las guarda.",
    no_file_or_position: "no hay ningún archivo {}, ni es una posición de ningún juego: {}",
    no_position_of: "no hay ningún archivo {}, y como posición de {} no se entiende: {}",
    not_read_from: "{} no se entiende como partida: {}",
    standard_input: "la entrada estándar",
    reading_games: "Buscando partidas en {}: {} %",
    games_shown: "Se muestran {} de {} partidas; el archivo tiene {}.",
    choose_game: "Un número abre una partida, las palabras buscan, Intro muestra más, q sale:",
    not_so_many_games_in_one: "{} tiene una sola partida, y ninguna partida {}",
    not_so_many_games: "{} tiene {} partidas, y ninguna partida {}",

    stopped: "Parado.",
    stopped_go_on: "Parado. Pulsa Intro para que siga, o escribe una orden.",
    no_odds: "En este juego no hay probabilidades.",
    no_odds_now: "Ahora no hay probabilidades.",
    odds_legend: "La probabilidad de cada casilla cerrada, en tanto por ciento; ** es segura.",
    try_move: "Prueba {}.",
    try_move_for: "Prueba {}. Valor {}, línea {}.",
    asks_for_draw: "{} ofrecen tablas. ¿Aceptas?",
    asks_to_take_back: "{} piden retirar la última jugada. ¿De acuerdo?",
    agrees: "{} están de acuerdo.",
    disagrees: "{} no están de acuerdo.",
    nothing_asked: "Nadie ha preguntado nada.",
    answer_first: "Contesta antes sí o no.",
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
    seats_are: "Los asientos son white y black, o solo en un juego para uno.",
    computer_plays: "El ordenador ya juega.",
    mayhem_is_over: "La partida ha terminado. En la próxima los asientos vuelven a ser tuyos: escribe new.",
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
    computer_solver: "el resolvedor",
    another_program: "otro programa",
    self_taught: "un ordenador autodidacta",
    write_save: "Escribe el nombre de un archivo: save mi-partida",
    write_export: "Escribe el nombre de un archivo: export mi-partida.{}",
    write_load: "Escribe el nombre de un archivo: load mi-partida",
    write_player: "Escribe quién jugará: players black minimax:3",

    review: "Repasar",
    no_review: "Aquí no hay ninguna partida que repasar.",
    reviewing: "Repasando la partida: {} de {}",
    next_judged: "Siguiente jugada juzgada",
    former_judged: "Anterior jugada juzgada",

    is_quiet: "Desde ahora solo se dice lo que cambia; board muestra el tablero.",
    is_not_quiet: "El tablero se muestra otra vez después de cada jugada.",
    may_go: "Jugadas desde ahí: {}.",
    goes_there: "Jugadas hasta ahí: {}.",
    no_pieces: "No hay piezas en el tablero.",
    no_such_square: "no hay ninguna casilla {}",
    no_attacks: "Nada ataca {}.",
    no_attacks_in_game: "En este juego no se ataca nada.",
    attacked_by: "Atacan {}: {}.",
    write_square: "Escribe una casilla: attacks {}",
    continue_number: "`continue` y un número sigue una partida o la muestra.",
    list_games_first: "No hay tal número: `games` las enumera.",
    no_times: "No hay mejores tiempos para tableros como este.",
    best_times: "Mejores tiempos: {}.",
    no_best_times: "Aún no hay mejores tiempos en tableros como este.",
    your_games: "Tus partidas",
    delete_game: "Borrar la partida",
    delete_game_question: "¿Borrar esta partida para siempre?",
    keep_game: "Conservarla",
    continue_a_game: "continuar una partida",
    leave_now: "¿Salir? sí o no> ",
    leave_not: "La partida sigue.",

    you_watch: "Miras.",
    you_sit: "Llevas: {}.",
    seats_are_open: "Aquí puede sentarse cualquiera: `sit` y {}.",
    waiting_for_person: "Todavía falta: {}.",
    sat_down: "Ya está aquí: {}.",
    answer_yes_or_no: "Contesta sí o no.",
    not_on_a_server: "Eso no es para una partida en un servidor: `help` dice qué lo es.",
    not_answered_yet: "El servidor todavía no ha contestado la última orden.",
    connection_lost: "Se perdió la conexión. Se intenta otra vez, y ninguna jugada se pierde.",
    played_meanwhile: "Se jugó entretanto: {}.",
    connection_back: "La conexión ha vuelto.",
    rematch_waits: "La próxima partida ha empezado: rematch va allí.",
    unknown_game: "este programa no conoce el juego {}",
    help_remote: "\
moves            las jugadas que puedes hacer; moves e2: las de una casilla
e4?, pieces      qué hay en una casilla, y qué pieza está dónde
board, quiet     el tablero otra vez; decir solo lo que cambia
hint             una jugada que considerar, donde es justo
undo             pedir que se retire la última jugada
draw             ofrecer tablas; sí o no contesta
claim, resign    reclamar tablas; abandonar
rematch          la próxima partida con los mismos jugadores, al acabar esta
sit white        sentarse en un sitio libre
history, clock   las jugadas hasta ahora; el tiempo que queda
position         la posición como texto
quit             salir; la misma orden vuelve a la partida
",

    prompt_over: "new, rematch, save ARCHIVO o quit> ",
    prompt_over_solo: "r para otro tablero, save ARCHIVO o quit> ",
    prompt_answer: "{}, sí o no> ",
    prompt_paused: "en pausa> ",
    input_ended: "La entrada ha acabado antes que la partida. {}",
    side_plays_move: "{} juegan {}{}.",
    computer_plays_move: "El ordenador: {}{}.",
    report_nodes: "valor {}, línea {}, profundidad {}, posiciones {}",
    report_counters: "valor {}, línea {}, nodos nuevos {}, reusados {}",
    ctrl_c_stops: "Ctrl-C para la partida un rato y te deja escribir.",
    thinking_note: "Pensando. Ctrl-C lo para.",
    two_people_play: "Juegan dos personas.",
    played_by: "Juega {}.",
    you_are: "Tu bando: {}.",
    side_is: "{}: {}.",

    help_for_two: "\
moves            las jugadas que puedes hacer; moves e2: las de una casilla
hint             una jugada que considerar
undo             retirar la última jugada
draw             ofrecer tablas; accept o decline las contesta
claim            reclamar tablas por repetición o falta de progreso
resign           abandonar
history          las jugadas hasta ahora
clock            el tiempo que queda
flip             girar el tablero; flip auto: gira con el bando que juega
players          quién juega; players black level:4 lo cambia: human, level:1
                 a level:10, engine (lo más fuerte que puede), random, o
                 minimax: y cuántas jugadas calcula
e4?              qué hay en una casilla, y las jugadas desde y hasta ella
pieces           qué pieza está dónde
attacks e4       qué ataca una casilla
mayhem           el ordenador juega los dos bandos; otra vez: te los devuelve
new, rematch     partida nueva; lo mismo con los bandos cambiados
position         la posición como texto; position TEXTO empieza desde una
",
    help_for_one: "\
hint             una casilla que abrir, y por qué
odds             la probabilidad de cada casilla cerrada, en tanto por ciento
resign           abandonar
history          las jugadas hasta ahora
clock            el tiempo hasta ahora
times            los mejores tiempos en tableros como este
c4?              qué hay en una casilla
pieces           qué se ha encontrado dónde; attacks es para otros juegos
players          quién juega; players solo random deja probar al ordenador
new              lo mismo que r
position         el código del tablero, cuando acaba la partida;
                 position {}, o un código, empieza ese tablero
",
    help_files: "\
board            el tablero otra vez
quiet            decir solo lo que cambia; otra vez: mostrar el tablero
games            las partidas jugadas aquí; continue sigue la última,
                 continue 3 la tercera de la lista
save ARCHIVO     escribir la partida en un archivo; load ARCHIVO la sigue
",
    help_export: "export ARCHIVO",
    help_export_text: "escribirla para otros programas: {}; load también lee esos",
    help_quit: "quit             salir (también Ctrl-D); Tab completa palabras y jugadas",

    which_game: "¿Qué juego?",
    who_plays_question: "¿Quién juega?",
    you_against_computer: "tú contra el ordenador",
    two_people_here: "dos personas en este teclado",
    computer_against_itself: "el ordenador contra sí mismo",
    which_side: "¿Qué bando llevas?",
    which_computer: "¿Quién juega por el ordenador?",
    where_to_start: "¿Desde dónde empieza la partida?",
    or_own_start: "O escríbelo en la notación del juego.",
    number_or_name: "Un número o un nombre, Intro para {}> ",
    number_or_first_side: "Un número o un nombre, Intro para {}, que empiezan> ",
    number_or_text: "Un número, un nombre o un texto, Intro para {}> ",
    number_from_to: "Escribe un número de 1 a {}, o quit para salir.",

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
{}
:                  una orden: :draw, :save mi-partida
Intro, espacio     coger una pieza, o dejarla
Escape             devolverla; si no, el menú
Ratón              pulsar y pulsar, o arrastrar",
    help_keys_and_moves: "\
Flechas, hjkl, wasd mueven el cursor
Escribe la jugada  {}, e Intro; las teclas con que empieza se deshacen",
    help_columns: "\
Flechas            mueven el cursor
Escribe la jugada  {}, e Intro; las letras de columnas no son otras teclas",
    help_cells: "\
# Jugar
Flechas, hjkl, wasd mueven el cursor
Intro, espacio     abrir; sobre un número, abrir alrededor
f                  poner una bandera, o quitarla
:                  una orden: :new, :save mi-partida
O                  la probabilidad de cada casilla cerrada, en porcentaje
Ratón              izquierdo abre, derecho marca, central abre alrededor",
    help_marks: "\
# En el tablero
╔ ╗                el cursor
« »                lo que has cogido
• y ( )            adónde puede ir, y qué puede capturar
└ ┘ o [            la última jugada
+ +                un rey en jaque
┆ ┆                una pieza que debe capturar
{ }                la línea que ha ganado
? ?                una pista",
    help_marks_ascii: "\
# En el tablero
# #                el cursor
< >                lo que has cogido
* y ( )            adónde puede ir, y qué puede capturar
' ' o [            la última jugada
+ +                un rey en jaque
! !                una pieza que debe capturar
{ }                la línea que ha ganado
? ?                una pista",
    help_analysis: "\
# Análisis
Izq., derecha      la jugada anterior, la siguiente (también RePág, AvPág)
Arriba, abajo      otra jugada en lugar de esta
Inicio, Fin        el comienzo, el final de la línea
Tab                al tablero y de vuelta; allí las flechas lo recorren
Escribe la jugada  {}, e Intro
:                  una orden: :history, :save mi-partida
Ratón              también jugadas, líneas y la rueda
Una jugada que no está en el árbol pasa a ser una variante.
+, -               más o menos líneas del ordenador
*                  hacer su mejor jugada
E                  que busque, o que pare
R                  repasar la partida: posibilidades, acierto, jugadas juzgadas
[, ]               la jugada juzgada anterior, la siguiente
C                  comentar la jugada
!                  darle un signo: ! ? !! ?? !? ?! o ninguno
p                  subir su línea
m                  hacerla línea principal
x                  borrarla con todo lo que sigue
{}W                  escribir la partida con sus líneas en un archivo
Escape, F10        el menú; desde allí se vuelve a la partida
?, F1              esta ayuda
q, Ctrl-C          salir; lo que has probado queda guardado
La barra muestra cómo está cada bando; las cifras son las de {}.
#3 es ganar en tres jugadas.
# Órdenes, tras :
moves, history, position   en una ventana
save ARCHIVO, load ARCHIVO   una partida en un archivo
export ARCHIVO     para otros programas: {}",
    help_keys: "\
# Teclas
{}H                  una pista
m                  sigue el ordenador; otra vez: sigues tú
p                  parar al ordenador, o dejarlo seguir
Tab                a las jugadas y de vuelta; allí las flechas las recorren
RePág, AvPág       la jugada anterior, la siguiente; Inicio, Fin
n                  partida nueva
r                  {}
y, n               contestar sí o no
Escape, F10        el menú
:                  una orden
?, F1              esta ayuda
Ctrl-L, Ctrl-Z     dibujar de nuevo; ir a la consola, fg vuelve
q, Ctrl-C          salir; la partida queda guardada",
    help_take_back: "u                  retirar la jugada\n",
    help_analyse: "A                  analizar la partida\n",
    help_flip: "f                  girar el tablero\n",
    help_mark: "f                  poner una bandera, o quitarla\n",
    help_rematch: "revancha",
    help_restart: "otro tablero",
    help_commands_for_one: "\
# Órdenes, tras :
open c4, flag c4   abrir una casilla; poner una bandera, o quitarla
resign             abandonar
hint, odds, mayhem, new, quit   como las teclas
times              los mejores tiempos en tableros como este
players solo random   quién juega (human, random...)
history, clock, position   en una ventana
position TEXTO     empezar el tablero de un código
save ARCHIVO, load ARCHIVO   una partida en un archivo
export ARCHIVO     para otros programas: {}",
    help_commands: "\
# Órdenes, tras :
moves, moves e2    las jugadas que hay
resign, draw       abandonar; ofrecer tablas
accept, decline    contestar a una oferta
claim              reclamar tablas
undo, hint, flip, mayhem, new, rematch, quit   como las teclas
players black minimax:3   quién juega (human, random, minimax:3, level:5...)
history, clock, position   en una ventana
position TEXTO     empezar desde una posición
save ARCHIVO, load ARCHIVO   una partida en un archivo
export ARCHIVO     para otros programas: {}",

    not_for_game: "{} no es para {}: {}",
    is_for_one: "es para uno: usa --player",
    is_for_two: "es para dos: usa --white y --black",
    counts_time_itself: "cuenta el tiempo por sí solo",
    use_position: "usa --position",
    level_and_position: "--level y --position dicen los dos cómo empieza el tablero: usa uno",
    bad_start: "el comienzo de la partida: {}",

    not_a_file: "eso no es un archivo",
    not_a_saved_game: "hay un archivo con ese nombre que no es una partida guardada",
    file_exists: "ya hay un archivo con ese nombre",
    io_not_found: "no existe",
    io_denied: "no hay permiso",
    io_full: "no queda sitio en el disco",
    io_other: "el sistema no lo permite",
    not_text: "no es un texto",
    storage_failed: "el almacén de partidas no responde",
};
