//! Playing on the full screen: a board in a window, keys and a mouse.
//!
//! What is on the screen is a value, [`Model`]. [`update`] says what follows from an [`Input`]: another
//! model, and what is to be done outside. [`draw`] paints a model and does nothing else. Around them
//! [`play`] is the thin shell with the terminal, the time, the thinking, the files and the log of games.
//! Which key means what stands in `input`, apart from what it brings about.
//!
//! Below is the [`Session`](crate::Session) of the line front end, with the same commands; what it would
//! print as a board is drawn here instead. Nothing is drawn unless something has changed, and nothing
//! ticks unless a clock runs or a computer thinks.
//!
//! What can be clicked is found by painting: the pass that draws a thing also notes where it is, so a
//! click never misses what is seen. Decided against: a layout kept beside the drawing, which would have
//! to say everything twice.

mod analysing;
mod analysis;
mod follow_up;
mod help;
mod home;
mod input;
mod menus;
mod model;
mod mouse;
mod paint;
mod playing;
mod reviewing;
mod shell;
mod typed;
mod update;
mod window;

pub use crate::session::Question;
pub use crate::storage::{SaveRequest, SavedGame, StorageError, StorageEvent};
pub use analysis::{Analysis, MOST_LINES, Prompt, USUAL_LINES};
pub use home::{Field, Home, Row};
pub use input::{Act, Direction, Gesture, Input, Mode, read};
pub use model::{Beginning, Effect, Item, Menu, Model, Overlay, Stage, Task};
pub use paint::{SMALLEST, draw};
pub use playing::{Focus, Play, Waiting};
pub use shell::{analyse, play};
pub use update::{begin, begin_analysis, update};
