//! Spanish.

use super::PlayHelp;

pub const PLAY_HELP: PlayHelp = PlayHelp {
    about: "Jugar una partida",
    long_about: "\
Jugar una partida.

En un terminal ocupa toda la ventana; allí la tecla ? muestra las teclas. Con --lines se juega línea por \
línea, y se pregunta lo que no se haya dicho. En una tubería no pregunta nada: lee órdenes, escribe texto \
sin adornos y termina con la entrada; `help` durante la partida enseña las órdenes.",
    usage: "Uso:",
    arguments: "Argumentos:",
    options: "Opciones:",
    game: "El juego: {}",
    white: "Quién lleva las blancas{}",
    black: "Quién lleva las negras{}",
    other_colour: ", {} en {}",
    player: "Quién juega, en un juego para uno",
    position: "\
Dónde empezar: un nombre o una posición en la notación del juego, véase más abajo",
    level: "El nivel de un juego para uno: lo mismo que --position",
    seed: "\
De qué parte el azar: el mismo número da el mismo tablero oculto y las mismas jugadas al azar",
    lines: "Línea por línea, también en un terminal",
    ascii: "Letras en lugar de piezas, también en un terminal que sabe mostrar más",
    no_flip: "Dejar las blancas abajo, y no el bando que juega",
    clock: "Un reloj: minutos para la partida y segundos por jugada, como 5+3",
    delay: "\
Milisegundos entre las jugadas de dos ordenadores [por defecto: 500 en un terminal, 0 en una tubería]",
    language: "El idioma, en o es [por defecto: el del entorno]",
    store: "\
El archivo en el que se guardan las partidas mientras se juegan, o :memory: para no guardarlas. Sin esta \
opción, un archivo en tu directorio de datos, el mismo que el de `tablero serve`. Línea por línea no se \
guarda nada por sí solo",
    help: "Mostrar la ayuda",
    value_player: "JUGADOR",
    value_text: "TEXTO",
    value_level: "NIVEL",
    value_number: "NÚMERO",
    value_time: "TIEMPO",
    value_milliseconds: "MILISEGUNDOS",
    value_language: "IDIOMA",
    value_file: "ARCHIVO",
    value_game: "JUEGO",
    players: "\
Jugadores: human (una persona), random, random:SEMILLA, minimax:PROFUNDIDAD, level:1 a level:10,
engine[:time=2s|nodes=N|depth=N], y para {} uci:PROGRAMA, otro programa que habla UCI, con sus
argumentos, opciones y límite: 'uci:gnuchess --uci', 'uci:stockfish?UCI_Elo=1500&time=0.5s'",
    positions: "Dónde empezar:{}",
    or_like: "o como",
    examples: "Ejemplos:",
};
