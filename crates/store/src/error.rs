//! What can go wrong with the log.

use rusqlite::ErrorCode;

/// Why the log did not do what was asked. Nothing of it has been done then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// The number is taken, or the one before it is not.
    #[error("event {expected} was expected to be next, but {next} is")]
    Taken {
        /// What the append expected.
        expected: u64,
        /// What is true.
        next: u64,
    },
    /// The game has no such seat.
    #[error("the game has no such seat")]
    NoSuchSeat,
    /// Another player sits there.
    #[error("somebody sits there already")]
    SeatTaken,
    /// The seat is kept for the owner of the invitation.
    #[error("the invitation does not fit the seat")]
    NotInvited,
    /// The code was used, or its time is up.
    #[error("the code hands nothing over")]
    NothingHandedOver,
    /// The file is no log, or is damaged.
    #[error("the file is not a store of tablero, or it is damaged: {0}")]
    Damaged(String),
    /// The file is from a later version of the program.
    #[error("the store has version {found}; this program knows versions up to {known}")]
    TooNew {
        /// The version of the file.
        found: i64,
        /// The latest version that this program knows.
        known: i64,
    },
    /// The file is from an earlier version, and has to be brought to today's first.
    #[error(
        "the store has version {found}, and this program writes version {known}: start `tablero serve` on it once"
    )]
    TooOld {
        /// The version of the file.
        found: i64,
        /// The version that this program writes.
        known: i64,
    },
    /// Another program has the store open.
    #[error("a program has the store open: end it first")]
    InUse,
    /// A store is not copied onto itself.
    #[error("the copy and the store are the same file")]
    SameFile,
    /// A club is not moved on top of another.
    #[error("the store has games already: a club is copied into an empty one")]
    NotEmpty,
    /// Too many questions wait for an answer already.
    #[error("too many questions are waiting for the store")]
    Busy,
    /// The log has been shut down.
    #[error("the store is closed")]
    Closed,
    /// Nothing can be written at the moment: no room on the disk, a lock that another program holds, a file that
    /// was deleted or replaced.
    #[error("the store cannot be written: {0}")]
    Unavailable(String),
    /// Anything else.
    #[error("the store does not answer: {0}")]
    Failed(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::{FromSqlConversionFailure, InvalidColumnType, Utf8Error};
        let corrupt = matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
        );
        // Every column has the type that was written, unless its bytes have changed since.
        let changed =
            matches!(error, FromSqlConversionFailure(..) | InvalidColumnType(..) | Utf8Error(..));
        let unavailable = matches!(
            error.sqlite_error_code(),
            Some(
                ErrorCode::DiskFull
                    | ErrorCode::DatabaseBusy
                    | ErrorCode::DatabaseLocked
                    | ErrorCode::CannotOpen
                    | ErrorCode::ReadOnly
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::PermissionDenied
            )
        );
        if corrupt || changed {
            StoreError::Damaged(error.to_string())
        } else if unavailable {
            StoreError::Unavailable(error.to_string())
        } else {
            StoreError::Failed(error.to_string())
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}
