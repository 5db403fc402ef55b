//! Spanish.

use super::{AnalyseHelp, PlayHelp};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use client::ClientError;
use std::error::Error;
use std::net::AddrParseError;
use std::num::ParseIntError;
use table::{Language, PlayerError, TimeControlError, UnknownLanguage};
use web::KeepForError;

pub const ANALYSE_HELP: AnalyseHelp = AnalyseHelp {
    about: "Mirar líneas de una partida con el ordenador",
    long_about: "\
Mirar líneas de una partida con el ordenador.

En un terminal el tablero ocupa toda la ventana, con lo que piensa el ordenador y un árbol de variantes en \
el que se puede probar cualquier jugada; allí la tecla ? muestra las teclas. En una tubería, o con --plain, \
escribe la posición, su apertura y las mejores líneas al cabo de un segundo.",
    subject: "\
Un archivo (PGN, PDN, GGF, texto con etiquetas o una partida guardada aquí), `-` para la entrada estándar, o \
una posición en la notación de un juego; sin nada, el comienzo habitual",
    value_subject: "ARCHIVO|POSICIÓN",
    game: "El juego: {} [por defecto: el primero que entiende la posición]",
    number: "Qué partida de un archivo de muchas, contando desde 1 [por defecto: se pregunta; en una tubería la primera]",
    lines: "Cuántas líneas de juego se muestran, de 1 a 5 [por defecto: 3]",
    plain: "Escribir y terminar, también en un terminal",
    store: "\
El archivo en el que se guardan los análisis, o :memory: para no guardarlos. Sin esta opción, el mismo que \
el de `tablero play`",
    positions: "Posiciones:{}",
};

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
    pieces: "auto (grandes en una ventana de 120 x 40 o más), letters, glyphs, o big donde quepan",
    value_pieces: "PIEZAS",
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
    threads: "\
Con cuántos hilos busca un ordenador que no está limitado por nodos ni profundidad [por defecto: todos los \
procesadores]",
    hash: "Cuántos megabytes tiene su tabla de transposición [por defecto: 128]",
    help: "Mostrar la ayuda",
    value_player: "JUGADOR",
    value_text: "TEXTO",
    value_level: "NIVEL",
    value_number: "NÚMERO",
    value_time: "TIEMPO",
    value_milliseconds: "MILISEGUNDOS",
    value_megabytes: "MEGABYTES",
    value_language: "IDIOMA",
    value_file: "ARCHIVO",
    value_game: "JUEGO",
    players: "\
Jugadores: human (una persona), random, random:SEMILLA, minimax:PROFUNDIDAD, level:1 a level:10,
engine[:time=2s|nodes=N|depth=N], learnt:NOMBRE@GENERACIÓN[:depth=N] (lo que `tablero learn` ha
aprendido solo), y para {} uci:PROGRAMA, otro programa que habla UCI, con sus argumentos,
opciones y límite: 'uci:gnuchess --uci', 'uci:stockfish?UCI_Elo=1500&time=0.5s',
y para othello gtp:PROGRAMA, uno que habla GTP: 'gtp:gtp-rhino?time=0.1s'",
    positions: "Dónde empezar:{}",
    or_like: "o como",
    examples: "Ejemplos:",
};

/// What is wrong with the arguments, with the usage of the command behind it.
pub fn usage_error(error: &clap::Error) -> String {
    let mut parts = vec![format!("error: {}", what_is_wrong(error))];
    for kind in
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
    {
        let suggested = listed(error, kind);
        if !suggested.is_empty() {
            parts.push(format!("  ¿querías decir {suggested}?"));
        }
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let mut usage = usage.to_string();
        for (english, spanish) in
            [("Usage:", PLAY_HELP.usage), ("OPTIONS", "OPCIONES"), ("COMMAND", "ORDEN")]
        {
            usage = usage.replace(english, spanish);
        }
        parts.push(usage.trim_end().to_owned());
    }
    parts.push("Para saber más, prueba «--help».\n".to_owned());
    parts.join("\n\n")
}

fn what_is_wrong(error: &clap::Error) -> String {
    let argument = listed(error, ContextKind::InvalidArg);
    let value = listed(error, ContextKind::InvalidValue);
    let number = |kind| match error.get(kind) {
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => "?".to_owned(),
    };
    match error.kind() {
        ErrorKind::InvalidValue if value == "«»" || value.is_empty() => {
            format!("falta un valor para {argument}{}", possible(error, ContextKind::ValidValue))
        }
        ErrorKind::InvalidValue => {
            let possible = possible(error, ContextKind::ValidValue);
            format!("{value} no vale para {argument}{possible}")
        }
        ErrorKind::ValueValidation => {
            format!("{value} no vale para {argument}{}", reason(error.source()))
        }
        ErrorKind::UnknownArgument => format!("no hay ningún argumento {argument}"),
        ErrorKind::InvalidSubcommand => {
            format!("no hay ninguna orden {}", listed(error, ContextKind::InvalidSubcommand))
        }
        ErrorKind::NoEquals => format!("{argument} necesita un signo = delante de su valor"),
        ErrorKind::TooManyValues => format!("{value} sobra: {argument} ya tiene sus valores"),
        ErrorKind::TooFewValues => {
            let least = number(ContextKind::MinValues);
            let given = number(ContextKind::ActualNumValues);
            format!("{argument} necesita {least} valores, y hay {given}")
        }
        ErrorKind::WrongNumberOfValues => {
            let wanted = number(ContextKind::ExpectedNumValues);
            let given = number(ContextKind::ActualNumValues);
            format!("{argument} necesita {wanted} valores, y hay {given}")
        }
        ErrorKind::ArgumentConflict => {
            let prior = listed(error, ContextKind::PriorArg);
            if prior.is_empty() || prior == argument {
                format!("{argument} solo se puede dar una vez")
            } else {
                format!("{argument} no se puede dar junto con {prior}")
            }
        }
        ErrorKind::MissingRequiredArgument => format!("falta {argument}"),
        ErrorKind::MissingSubcommand => {
            let orders = possible(error, ContextKind::ValidSubcommand);
            format!(
                "falta una orden tras {}{orders}",
                listed(error, ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::InvalidUtf8 => "hay un argumento que no es texto en UTF-8".to_owned(),
        _ => "los argumentos no se entienden".to_owned(),
    }
}

/// `«a», «b»`: what the parser says of this kind.
fn listed(error: &clap::Error, kind: ContextKind) -> String {
    let quoted = |text: &String| format!("«{text}»");
    match error.get(kind) {
        Some(ContextValue::String(text)) => quoted(text),
        Some(ContextValue::Strings(texts)) => {
            texts.iter().map(quoted).collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

fn possible(error: &clap::Error, kind: ContextKind) -> String {
    match listed(error, kind) {
        none if none.is_empty() => none,
        values => format!("\n  [valen: {values}]"),
    }
}

/// Why a value cannot be read, where that is known.
fn reason(source: Option<&(dyn Error + 'static)>) -> String {
    let Some(source) = source else { return String::new() };
    let spanish = Language::Spanish;
    let said = if let Some(error) = source.downcast_ref::<PlayerError>() {
        error.text(spanish)
    } else if let Some(error) = source.downcast_ref::<TimeControlError>() {
        error.text(spanish)
    } else if let Some(error) = source.downcast_ref::<UnknownLanguage>() {
        error.text(spanish)
    } else if source.is::<ParseIntError>() {
        "se esperaba un número entero".to_owned()
    } else if let Some((_, range)) = source.to_string().split_once(" is not in ") {
        format!("se esperaba un número de {}", range.replace("..=", " a ").replace("..", " a "))
    } else if source.is::<AddrParseError>() {
        "se esperaba una dirección como 127.0.0.1:7878".to_owned()
    } else if source.is::<KeepForError>() {
        "se esperaba un tiempo como 12h, 90d o 8w, o forever, para siempre".to_owned()
    } else if let Some(error) = source.downcast_ref::<ClientError>() {
        match error {
            ClientError::NeedsTls => {
                "https necesita TLS, que este programa no habla: usa un túnel al servidor \
                 (ssh -L 7878:127.0.0.1:7878 HOST) y http://127.0.0.1:7878"
            }
            _ => "una dirección es como http://127.0.0.1:7878/games/ID",
        }
        .to_owned()
    } else {
        // In English it helps more than nothing.
        source.to_string()
    };
    format!(": {said}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of arguments that the parser refuses.
    fn said(arguments: &str) -> String {
        let words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let error = crate::command_line(&words).try_get_matches_from(&words).unwrap_err();
        usage_error(&error)
    }

    #[test]
    fn what_is_wrong_with_the_arguments_is_said_in_spanish() {
        for (arguments, wanted) in [
            ("tablero play --language es --whit human", "error: no hay ningún argumento «--whit»"),
            ("tablero play --language es --whit human", "¿querías decir «--white»?"),
            ("tablero play --language es --white nobody", "no es un jugador: escribe human"),
            ("tablero play --language es --white level:11", "un nivel es un número del 1 al 10"),
            ("tablero play --language es --white", "falta un valor para «--white <JUGADOR>»"),
            ("tablero play --language es --clock x", "un reloj son minutos"),
            ("tablero play --language es --seed x", "se esperaba un número entero"),
            ("tablero play --language es --delay 70000", "se esperaba un número de 0 a 60000"),
            ("tablero play --language xx", "los idiomas son en y es"),
            ("tablero play --language es ches", "¿querías decir «chess»?"),
            ("tablero play --language es go", "[valen: «chess», «checkers»"),
            ("tablero play chess go", "no hay ningún argumento «go»"),
            ("tablero play --lines --lines", "«--lines» solo se puede dar una vez"),
            (
                "tablero play --language es --whit human",
                "\n\nUso: tablero play [OPCIONES] [JUEGO]\n\n",
            ),
            ("tablero plya", "error: no hay ninguna orden «plya»\n\n  ¿querías decir «play»?"),
            ("tablero perft", "error: falta «<GAME>»"),
            ("tablero perft chess x", "no vale para"),
            ("tablero serve --listen x", "una dirección como 127.0.0.1:7878"),
            ("tablero serve --keep x", "un tiempo como 12h, 90d o 8w"),
            ("tablero join https://x", "usa un túnel al servidor"),
        ] {
            let said = said(arguments);
            assert!(said.contains(wanted), "{arguments}: {said}");
            for english in ["Usage", "found", "invalid", "value", "tip:", "For more", "OPTIONS"] {
                assert!(!said.contains(english), "{arguments}: {said}");
            }
        }
    }
}
