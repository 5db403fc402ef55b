//! What is wrong with another program, in every language. The errors speak English by themselves.

use crate::uci_player::UciPlayerError;
use chess::{MoveError, Position};
use std::io::ErrorKind;
use table::{Language, Localized, Playable};
use uci::{ClientError, OptionKind, ProgramError, Task};

pub fn said_player_error(error: &UciPlayerError) -> Localized {
    Localized::exactly(|language| match (language, error) {
        (Language::English, error) => error.to_string(),
        (Language::Spanish, UciPlayerError::Program(error)) => program_error(error),
        (Language::Spanish, UciPlayerError::Limit(given)) => {
            format!("un límite es time=2s, nodes=N o depth=N, no {given:?}")
        }
    })
}

/// The game says why a move of the program is not legal.
pub fn said_client_error<K: Playable<Game = Position>>(error: &ClientError) -> Localized {
    Localized::exactly(|language| match language {
        Language::English => error.to_string(),
        Language::Spanish => client_error::<K>(error),
    })
}

fn program_error(error: &ProgramError) -> String {
    match error {
        ProgramError::Missing => {
            "falta el nombre de un programa: escribe uci:PROGRAMA, como uci:stockfish".to_owned()
        }
        ProgramError::OpenQuote(given) => format!("en {given:?} no se cierra una comilla"),
        ProgramError::Option(given) => {
            format!("una opción de un programa es NOMBRE=VALOR, como Threads=1, no {given:?}")
        }
        ProgramError::Chess960 => {
            "la opción UCI_Chess960 se pone sola, según el comienzo de cada partida".to_owned()
        }
    }
}

fn client_error<K: Playable<Game = Position>>(error: &ClientError) -> String {
    match error {
        ClientError::Start { program, kind, .. } => not_started(program, *kind),
        ClientError::Ended { program, task } => {
            format!("el programa {program} se ha acabado cuando debía {}", to_do(*task))
        }
        ClientError::Silent { program, task, time } => format!(
            "el programa {program} debía {}, y no lo ha hecho en {} s",
            to_do(*task),
            time.as_secs_f64()
        ),
        ClientError::NoOption { program, name, others } => {
            let others = if others.is_empty() { "ninguna".to_owned() } else { others.join(", ") };
            format!("el programa {program} no tiene la opción {name:?}; tiene {others}")
        }
        ClientError::BadValue { program, name, expected, given } => {
            let expected = match expected {
                OptionKind::Check { .. } => "true o false".to_owned(),
                OptionKind::Spin { min, max, .. } => format!("un número del {min} al {max}"),
                OptionKind::Combo { choices, .. } => format!("una de {}", choices.join(", ")),
                OptionKind::Button | OptionKind::Text { .. } => "cualquier texto".to_owned(),
            };
            format!("la opción {name} de {program} es {expected}, no {given:?}")
        }
        ClientError::Illegal { program, mv, reason } => {
            let why = match reason {
                Some(illegal) => K::why_not(&MoveError::Illegal(*illegal), Language::Spanish),
                None => "no es una jugada en coordenadas, como e2e4".to_owned(),
            };
            format!("el programa {program} quiere jugar {mv:?}: {why}")
        }
        ClientError::Stopped => "se ha parado el programa".to_owned(),
    }
}

/// The game says why a move of a program that speaks GTP is not legal.
pub fn said_gtp_error<K>(error: &gtp::ClientError) -> Localized
where
    K: Playable<Game = othello::Position<8>>,
{
    Localized::exactly(|language| match language {
        Language::English => error.to_string(),
        Language::Spanish => gtp_error::<K>(error),
    })
}

fn gtp_error<K: Playable<Game = othello::Position<8>>>(error: &gtp::ClientError) -> String {
    match error {
        gtp::ClientError::Start { program, kind, .. } => not_started(program, *kind),
        gtp::ClientError::Ended { program, task } => {
            format!("el programa {program} se ha acabado cuando debía {}", to_do_in_gtp(*task))
        }
        gtp::ClientError::Silent { program, task, time } => format!(
            "el programa {program} debía {}, y no lo ha hecho en {} s",
            to_do_in_gtp(*task),
            time.as_secs_f64()
        ),
        gtp::ClientError::Refused { program, task, reason } => {
            format!("el programa {program} no ha querido {}: {reason:?}", to_do_in_gtp(*task))
        }
        gtp::ClientError::Illegal { program, mv, reason } => {
            let why = match reason {
                Some(illegal) => {
                    K::why_not(&othello::MoveError::Illegal(*illegal), Language::Spanish)
                }
                None => "no es una jugada".to_owned(),
            };
            format!("el programa {program} quiere jugar {mv:?}: {why}")
        }
        gtp::ClientError::OtherStart => {
            "un programa que habla GTP solo juega desde el comienzo usual o pocas jugadas después"
                .to_owned()
        }
        gtp::ClientError::Stopped => "se ha parado el programa".to_owned(),
    }
}

const fn to_do_in_gtp(task: gtp::Task) -> &'static str {
    match task {
        gtp::Task::Greet => "decir qué protocolo habla",
        gtp::Task::BeginGame => "empezar una partida",
        gtp::Task::HearMove => "enterarse de una jugada",
        gtp::Task::Move => "jugar",
    }
}

fn not_started(program: &str, kind: ErrorKind) -> String {
    let why = match kind {
        ErrorKind::NotFound => "no existe",
        ErrorKind::PermissionDenied => "no hay permiso",
        _ => "el sistema no lo permite",
    };
    format!("el programa {program} no se puede iniciar: {why}")
}

const fn to_do(task: Task) -> &'static str {
    match task {
        Task::Greet => "saludar con uciok",
        Task::BeReady => "estar listo",
        Task::Move => "jugar",
        Task::Stop => "parar",
    }
}
