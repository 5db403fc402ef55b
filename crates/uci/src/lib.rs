//! UCI, the protocol between chess programs and the interfaces that use them, from both sides.
//!
//! [`Order`] and [`Answer`] are its two kinds of lines, read and written by pure functions. [`serve`]
//! lets our search be used by other programs; a [`Client`] drives another [`Program`].
//!
//! Decided against: asking programs of other games than chess. UCI has dialects for them, but no
//! two agree.

mod answer;
mod client;
pub mod lines;
mod order;
mod process;
mod program;
mod server;
mod settings;
mod speech;
mod start;
mod syzygy;

pub use answer::{Answer, Info, Known, OptionKind, OptionLine, Points, ScoreLine};
pub use client::{Choice, Client, ClientError, Patience, Task};
pub use order::{Go, Order};
pub use process::Process;
pub use program::{Program, ProgramError};
pub use server::serve;
pub use syzygy::{Tables, TablesError};
