//! The terminal: raw mode, the alternate screen and the frames drawn on it; given back whatever happens.

use crate::screen::model::Model;
use crate::screen::paint;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::thread;

/// The terminal while the program has it. Dropping it gives it back.
pub struct Window {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// The parent shell has the terminal for a while.
    away: bool,
}

impl Window {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Window> {
        restore_on_panic();
        enter().inspect_err(|_| leave())?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        let terminal = terminal.inspect_err(|_| leave())?;
        Ok(Window { terminal, away: false })
    }

    pub fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    /// Draws the model. Only what differs from what is there is written.
    pub fn draw(&mut self, model: &Model) -> io::Result<()> {
        if !self.away {
            self.terminal.draw(|frame| paint::draw(model, frame))?;
        }
        Ok(())
    }

    /// Forgets what is there, so that everything is written again.
    pub fn forget(&mut self) -> io::Result<()> {
        // Not by `Terminal::clear`: that asks the terminal where its cursor is, and the answer would go
        // to the thread that reads the keys.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }

    /// Gives the terminal back for a while.
    pub fn step_aside(&mut self) {
        self.away = true;
        leave();
    }

    /// Takes the terminal over again, whatever has become of it.
    pub fn come_back(&mut self) -> io::Result<()> {
        // Without this the terminal would be thought to be as it was left.
        let _ = disable_raw_mode();
        enter()?;
        self.away = false;
        self.forget()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        // A program that was killed in it has left its picture there.
        Clear(ClearType::All),
        EnableMouseCapture,
        EnableBracketedPaste,
        cursor::Hide
    )?;
    // The hardware cursor stands on a piece, which a block would cover. The Linux console would write the last letter of
    // this on the screen.
    if std::env::var("TERM").is_ok_and(|kind| kind != "linux") {
        execute!(io::stdout(), cursor::SetCursorStyle::SteadyUnderScore)?;
    }
    Ok(())
}

/// Gives the terminal back. A failure could not be shown anywhere.
fn leave() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    if std::env::var("TERM").is_ok_and(|kind| kind != "linux") {
        let _ = execute!(io::stdout(), cursor::SetCursorStyle::DefaultUserShape);
    }
    let _ = disable_raw_mode();
}

/// A panic of this thread gives the terminal back before it is reported. A thinker that panics on another
/// thread is replaced, and must not write across the board.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let own = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == own {
                leave();
                before(info);
            }
        }));
    });
}
