//! The words that all front ends share, and the errors of this crate, in Spanish.

use super::json::JsonFault;
use super::{InSpanish, Interface, ReviewWords, UnknownLanguage, Words};
use crate::analysis::{EditError, LONGEST_COMMENT, LONGEST_LINE, MOST_MOVES, MOST_NAGS};
use crate::clock::TimeControlError;
use crate::event::VERSION;
use crate::log::{LONGEST_LOG, LogError};
use crate::mind::ThinkError;
use crate::nickname::{LONGEST as LONGEST_NICKNAME, NicknameError};
use crate::player::{PlayerError, Quantity};
use crate::record::{ImportError, LONGEST_RECORD, LONGEST_TAG, MOST_TAGS, Note};
use crate::refusal::{Lack, Refusal};
use crate::table::BadEvent;

pub(super) const WORDS: Words = Words {
    you: "Tú",
    to_move: "Juegan {}.",
    won: "{} ganan por {}.",
    you_won: "Has ganado por {}.",
    you_lost: "Has perdido: {} ganan por {}.",
    won_unexplained: "{} ganan.",
    you_won_unexplained: "Has ganado.",
    you_lost_unexplained: "Has perdido: {} ganan.",
    won_solo: ["Has ganado: {}.", "Partida ganada: {}.", "El ordenador ha ganado: {}."],
    lost_solo: ["Has perdido: {}.", "Partida perdida: {}.", "El ordenador ha perdido: {}."],
    drawn: "Tablas por {}.",
    called_off: "La partida se ha anulado.",

    threefold: "triple repetición",
    fivefold: "quíntuple repetición",
    forty_moves: "cuarenta jugadas de cada bando sin progreso",
    fifty_moves: "cincuenta jugadas de cada bando sin captura ni avance de peón",
    seventy_five_moves: "setenta y cinco jugadas de cada bando sin captura ni avance de peón",
    resignation: "abandono",
    time: "tiempo",
    time_without_material: "tiempo, porque el otro bando no podía ganar",
    agreement: "acuerdo",

    and: "y",
    or: "o",
    draw_offered: "{} ofrecen tablas.",
    takeback_asked: "{} piden retirar una jugada.",
    draw_claimable: "Se pueden reclamar tablas: {}.",
    written_minimax: "minimax:PROFUNDIDAD",
    written_levels: "level:1 a level:10",
    other_position: "Desde otra posición.",
    no_hidden_board: "este juego no tiene un tablero oculto",
    not_a_tag: "una etiqueta es un nombre y un valor entre comillas",

    interface: INTERFACE,
    review: REVIEW,
};

const REVIEW: ReviewWords = ReviewWords {
    title: "Repaso",
    judgements: ["Brillante", "La mejor", "Buena", "Imprecisión", "Error", "Error grave"],
    several: ["brillantes", "mejores", "buenas", "imprecisiones", "errores", "errores graves"],
    was_better: "Era mejor {}.",
    missed_win: "Se ganaba con seguridad en {} jugadas.",
    missed_win_at_once: "Se ganaba con la siguiente jugada.",
    accuracy: "Precisión",
    turning_points: "Momentos decisivos",
    no_turning_points: "Ninguna jugada cambió quién iba a ganar.",
    left_opening: "{}, hasta {}",
    lost_the_game: "{} perdió la partida con seguridad.",
    chances: "posibilidades de ganar del {} al {} por ciento",
    chance: "{}: {} por ciento",

    skill: "Destreza {} %: lo que se conservó de la seguridad que ofrecía el tablero.",
    survival: "Suerte: la probabilidad de llegar hasta aquí con estas pulsaciones era del {} %.",
    luck: "De media se explotarían {} con estas pulsaciones; explotadas: {}.",
    risk: "{}: riesgo {} %",
    safer: "{}: riesgo {} %, y {} tenía {} %",
    no_risk: "Ninguna pulsación corrió un riesgo evitable.",
};

const INTERFACE: Interface = Interface {
    new_game: "Partida nueva",
    play_computer: "Jugar contra el ordenador",
    play_friend: "Jugar con un amigo",
    watch_computers: "Ver jugar al ordenador solo",
    play_solo: "Jugar",
    your_colour: "Tu color",
    either_colour: "Cualquiera",
    opponent: "Rival",
    clock: "Reloj",
    no_clock: "Sin reloj",
    clock_value: "{} min + {} s",
    usual_start: "La inicial de siempre",
    start: "Empezar",
    continue_game: "Seguir una partida",

    person: "Una persona",
    opponent_person: "Rival",
    free_seat: "Asiento libre",
    random: "Jugadas al azar",
    minimax: "Calcula {} jugadas",
    learnt: "{}, generación {}",
    learnt_last: "{}, última generación",
    minimax_one: "Calcula una jugada",
    player_level: "Nivel {}",
    level_characters: [
        "Acaba de aprender las reglas",
        "Ve lo cercano, no tu respuesta",
        "Tiene planes y olvida los tuyos",
        "Castiga los errores claros",
        "Firme entre amigos",
        "Rara vez se le escapa lo cercano",
        "De club, con un plan",
        "Casi nunca regala nada",
        "Espera tu error",
        "Todo lo que puede esta máquina",
    ],
    full_strength: "Toda su fuerza",

    resign: "Abandonar",
    offer_draw: "Ofrecer tablas",
    accept_draw: "Aceptar las tablas",
    decline_draw: "Rechazar las tablas",
    accepts_draw: "{} aceptan las tablas.",
    declines_draw: "{} rechazan las tablas.",
    expected_play: "Se espera {}.",
    claim_draw: "Reclamar tablas",
    take_back: "Retirar la jugada",
    allow_takeback: "Dejar que retire",
    decline_takeback: "No dejar que retire",
    call_off: "Anular",
    rematch: "Revancha",
    restart: "Otra vez",
    hint: "Pista",
    odds: "Probabilidades",
    flip: "Girar el tablero",
    mayhem_on: "Que siga el ordenador",
    mayhem_off: "Relevar al ordenador",
    moves: "Jugadas",
    promote_to: "Coronar",
    pass: "Pasar",
    thinking: "Pensando…",
    time: "Tiempo",

    your_turn: "Te toca.",
    headline_won: "Has ganado",
    headline_lost: "Has perdido",
    headline_drawn: "Tablas",
    headline_of: "Ganan {}",
    headline_score: "{}, {} a {}",
    marked_last_move: "última jugada",
    marked_check: "en jaque",
    marked_must_capture: "debe capturar",
    marked_winning: "parte de la línea ganadora",
};

/// `«a», «b»`
fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("«{name}»")).collect::<Vec<_>>().join(", ")
}

pub(super) fn json_fault(fault: &JsonFault<'_>) -> String {
    let expected = |names: &[&str]| match names {
        [] => String::new(),
        names => format!(": se esperaba {}", quoted(names)),
    };
    match fault {
        JsonFault::Ended => "el texto se acaba antes de tiempo".to_owned(),
        JsonFault::Syntax => "no es JSON".to_owned(),
        JsonFault::MissingField(name) => format!("falta el campo «{name}»"),
        JsonFault::UnknownField(name, known) => {
            format!("no hay ningún campo «{name}»{}", expected(known))
        }
        JsonFault::FieldTwice(name) => format!("el campo «{name}» está dos veces"),
        JsonFault::UnknownWord(name, known) => format!("«{name}» no vale aquí{}", expected(known)),
        JsonFault::WrongType => "el valor no es del tipo que se esperaba".to_owned(),
        JsonFault::WrongValue => "el valor no es ninguno de los que valen aquí".to_owned(),
    }
}

impl InSpanish for Refusal {
    fn in_spanish(&self) -> String {
        let fixed = match self {
            Refusal::Repeated => "Eso ya está hecho.",
            Refusal::Stale { expected, next } => {
                return format!(
                    "La partida ha avanzado: se esperaba el suceso {expected} y toca el {next}."
                );
            }
            Refusal::Ahead { expected, next } => {
                return format!(
                    "El suceso {expected} no puede ser el siguiente: la partida solo ha llegado al \
                     {next}."
                );
            }
            Refusal::NoSuchSeat => "Esta partida no tiene ese asiento.",
            Refusal::GameOver(end) => return format!("La partida ha terminado: {}", end.spanish),
            Refusal::NotYourTurn(side) => {
                return format!("No te toca: juegan {}.", side.spanish.to_lowercase());
            }
            Refusal::Move(why) | Refusal::NotInThisGame(Lack::TakingBack(why)) => {
                return why.spanish.clone();
            }
            Refusal::NotInThisGame(Lack::Draws) => "En este juego no hay tablas.",
            Refusal::AlreadyOffered => "Ya has ofrecido tablas.",
            Refusal::AlreadyAsked => "Ya has pedido retirar la jugada.",
            Refusal::NothingToDecline => "No hay nada que rechazar.",
            Refusal::NoDrawToClaim => "Aquí no se pueden reclamar tablas.",
            Refusal::NothingToTakeBack => "No has hecho ninguna jugada que se pueda retirar.",
            Refusal::SeatTaken => "Solo quien ocupa ese asiento puede dejarlo.",
            Refusal::TimeLeft => "Aún queda tiempo en el reloj.",
            Refusal::TooLateToAbort => {
                "Los dos bandos han jugado: abandona en vez de anular la partida."
            }
            Refusal::Edit(error) => return error.in_spanish(),
            Refusal::NotInThisGame(Lack::Analysis) => "En este juego no hay líneas que mirar.",
            Refusal::Broken(error) => {
                return format!("La partida no puede seguir: {}", error.in_spanish());
            }
        };
        fixed.to_owned()
    }
}

impl InSpanish for EditError {
    fn in_spanish(&self) -> String {
        match self {
            EditError::LineTooLong => {
                format!("Una línea tiene como mucho {LONGEST_LINE} jugadas.")
            }
            EditError::TooManyMoves => {
                format!("Un análisis tiene como mucho {MOST_MOVES} jugadas.")
            }
            EditError::CommentTooLong(length) => {
                format!("Un comentario tiene como mucho {LONGEST_COMMENT} caracteres, no {length}.")
            }
            EditError::TooManyNags => {
                format!("Una jugada tiene como mucho {MOST_NAGS} signos.")
            }
            EditError::TooManyTags => {
                format!("Un encabezado tiene como mucho {MOST_TAGS} etiquetas.")
            }
            EditError::TagTooLong => {
                format!("Una etiqueta tiene como mucho {LONGEST_TAG} caracteres.")
            }
            EditError::TagName(name) => {
                format!("Un encabezado no tiene ninguna etiqueta con el nombre {name:?}.")
            }
            EditError::Move { number, mv, reason } => {
                format!("Jugada {number}, {mv:?}: {}", reason.spanish)
            }
            EditError::AfterTheEnd(number) => {
                format!("Jugada {number}: la partida ha terminado antes.")
            }
            EditError::NotThere => "Esta línea no está en el análisis.".to_owned(),
            EditError::Played => {
                "Eso se jugó en la partida; solo se pueden quitar o cambiar de orden otras líneas."
                    .to_owned()
            }
        }
    }
}

impl InSpanish for NicknameError {
    fn in_spanish(&self) -> String {
        match self {
            NicknameError::Empty => "Un nombre tiene al menos una letra o una cifra.".to_owned(),
            NicknameError::TooLong(length) => {
                format!("Un nombre tiene como mucho {LONGEST_NICKNAME} caracteres, no {length}.")
            }
            NicknameError::Letter(letter) => format!(
                "Un nombre tiene letras y cifras, y entre ellas espacios, puntos, apóstrofos y guiones; {letter:?} no es nada de eso."
            ),
            NicknameError::Alphabets => {
                "Las letras de un nombre son de un solo alfabeto.".to_owned()
            }
            NicknameError::Reserved => {
                "Se podría confundir con una palabra del propio club. Elige otro nombre, por favor."
                    .to_owned()
            }
        }
    }
}

impl InSpanish for BadEvent {
    fn in_spanish(&self) -> String {
        match self {
            BadEvent::Empty => {
                "una partida empieza por un suceso «started», y no hay ninguno".to_owned()
            }
            BadEvent::NotAStart(number) => format!(
                "suceso {number}: una partida empieza con su primer suceso y con ningún otro"
            ),
            BadEvent::Version(version) => format!(
                "la partida está escrita en la versión {version} del formato; este programa lee de la \
                 1 a la {VERSION}"
            ),
            BadEvent::Game(name) => format!("el juego es {name:?}, y aquí no se juega a eso"),
            BadEvent::Start(why) => format!("suceso 0: el comienzo de la partida: {}", why.spanish),
            BadEvent::Players => {
                "suceso 0: los jugadores no cuadran con los asientos del juego".to_owned()
            }
            BadEvent::Move { number, mv, reason } => {
                format!("suceso {number}: la jugada {mv:?}: {}", reason.spanish)
            }
            BadEvent::Board { number, reason } => {
                format!("suceso {number}: el tablero oculto: {}", reason.spanish)
            }
            BadEvent::Impossible(number) => {
                format!("el suceso {number} no puede ocurrir en ese momento de la partida")
            }
        }
    }
}

impl InSpanish for LogError {
    fn in_spanish(&self) -> String {
        match self {
            LogError::TooLong(bytes) => {
                format!("una partida guardada tiene como mucho {LONGEST_LOG} bytes, no {bytes}")
            }
            LogError::Line { line, column, reason } => {
                format!("línea {line} de la partida guardada, columna {column}: {}", reason.spanish)
            }
            LogError::Event(error) => format!("la partida guardada: {}", error.in_spanish()),
        }
    }
}

impl InSpanish for ImportError {
    fn in_spanish(&self) -> String {
        match self {
            ImportError::TooLong(bytes) => format!(
                "un archivo de partidas tiene como mucho {LONGEST_RECORD} bytes, no {bytes}"
            ),
            ImportError::NoGame => "no hay ninguna partida en el archivo".to_owned(),
            ImportError::OtherGame(game) => format!("el archivo es una partida de «{game}»"),
            ImportError::Format { format, place: None, reason } => {
                format!("{format}: {}", reason.spanish)
            }
            ImportError::Format { format, place: Some(place), reason } => format!(
                "{format}: línea {}, columna {}: {}",
                place.line, place.column, reason.spanish
            ),
            ImportError::Table(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for Note {
    fn in_spanish(&self) -> String {
        match self {
            Note::Games(games) => format!("El archivo tiene {games} partidas; esta es la primera."),
            Note::MovesAfterTheEnd(moves) => format!(
                "El archivo sigue {moves} jugadas después del final de la partida; no se han tomado."
            ),
            Note::VariationsLeftOut => {
                "Las variantes y los comentarios del archivo no se han tomado: son demasiados."
                    .to_owned()
            }
            Note::TagsLeftOut(tags) => format!(
                "Etiquetas del archivo omitidas o cortadas, por largas o por muchas: {tags}."
            ),
            Note::OtherResult(Some(winner)) => {
                format!("El archivo dice que ganan {}, y el tablero lo desmiente.", winner.spanish)
            }
            Note::OtherResult(None) => {
                "El archivo dice que fueron tablas, y el tablero lo desmiente.".to_owned()
            }
        }
    }
}

impl InSpanish for ThinkError {
    fn in_spanish(&self) -> String {
        let fixed = match self {
            ThinkError::Stopped => "se ha parado al jugador",
            ThinkError::Failed => "el jugador ha fallado mientras pensaba",
            ThinkError::NotItsTurn => "ese asiento no tiene el turno",
            ThinkError::Human => "ahí se sienta una persona",
            ThinkError::AllFlagged => {
                "todas las casillas cerradas tienen bandera: no hay ninguna que abrir"
            }
            ThinkError::NoHint(why) => return format!("no hay pista: {}", why.spanish),
            ThinkError::NoAnalysis(game) => {
                return format!("no se pueden mirar líneas de {game}");
            }
            ThinkError::NotThisGame { player, game, others } => {
                return format!("{player} no sabe jugar a {game}; saben {}", others.spanish);
            }
            ThinkError::Outside(why)
            | ThinkError::Illegal(why)
            | ThinkError::BadProgram(why)
            | ThinkError::NotLearnt(why) => {
                return why.spanish.clone();
            }
        };
        fixed.to_owned()
    }
}

impl InSpanish for PlayerError {
    fn in_spanish(&self) -> String {
        match self {
            PlayerError::Unknown(given) => format!(
                "{given:?} no es un jugador: escribe human, random, random:SEMILLA, \
                 minimax:PROFUNDIDAD, level:1 a level:10, engine, engine:time=2s, engine:nodes=N, \
                 engine:depth=N, learnt:NOMBRE@GENERACIÓN, uci:PROGRAMA o gtp:PROGRAMA"
            ),
            PlayerError::Number { word, expected, given } => {
                format!("{word}: {}, no {given:?}", quantity(*expected))
            }
            PlayerError::TooLong(length) => {
                format!("el nombre de un jugador es más corto: son {length} caracteres")
            }
        }
    }
}

fn quantity(quantity: Quantity) -> String {
    let fixed = match quantity {
        Quantity::Seed => "una semilla es un número entero",
        Quantity::Depth(most) => {
            return format!("una profundidad es un número del 1 al {most}");
        }
        Quantity::Level => "un nivel es un número del 1 al 10",
        Quantity::Time => "un tiempo es como time=2s, time=0.5s o time=250ms",
        Quantity::Nodes => "nodes es un número entero desde 1",
        Quantity::Limit => "un límite es time=, nodes= o depth=",
        Quantity::Generation => "una generación es un número entero, como en learnt:NOMBRE@12",
    };
    fixed.to_owned()
}

impl InSpanish for TimeControlError {
    fn in_spanish(&self) -> String {
        format!(
            "un reloj son minutos para la partida más segundos por jugada, como 5+3 o 0.5+0, a lo sumo \
             1440+600, no {:?}",
            self.0
        )
    }
}

impl InSpanish for UnknownLanguage {
    fn in_spanish(&self) -> String {
        format!("los idiomas son en y es, no {:?}", self.0)
    }
}
