//! The shell around a game on a server: the connection, the keyboard, and what waits for them.

use super::{Remote, Request};
use crate::look::{Look, Pieces};
use crate::reader::{Input, Reader, repeated};
use crate::squares::Completions;
use crate::words::words;
use client::{Answer, Client, ClientError, Followed, Game, Link};
use rustyline::ExternalPrinter;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use table::{Club, Language, fill};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// How a game on a server is joined.
pub struct JoinConfig {
    pub club: Club,
    pub link: Link,
    /// Who the client is on that server, if it has been there.
    pub token: Option<String>,
    pub language: Language,
    pub pieces: Pieces,
}

/// What wakes the shell.
enum Event {
    Line(Input),
    Followed(Result<Followed, ClientError>),
    Answered(Result<Answer, ClientError>),
    Hinted(Result<(String, Option<String>), ClientError>),
    /// Another game, or this one from another seat, and the token that came with it.
    Opened(Result<Box<Game>, ClientError>, Option<String>),
}

/// Joins a game: sits down where the link says so, plays or watches until the player leaves or, in a pipe, the game or the input
/// ends. `keep_token` gets what proves who the client is, for the next time.
pub fn join(config: JoinConfig, mut keep_token: impl FnMut(&str)) -> Result<(), ClientError> {
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| ClientError::Unexpected(error.to_string()))?;
    let language = config.language;
    let client = Client::new(config.link.server.clone(), config.token);
    let mut client = client.in_language(&language.to_string());
    let game = runtime.block_on(client.sit_down(&config.link))?;
    client.token().into_iter().for_each(&mut keep_token);
    let look = Look::of_environment(io::stdout().is_terminal(), config.pieces);
    let name = game.scene.game.clone();
    let Some(remote) = Remote::open(config.club, game, look, language) else {
        let why = fill(words(language).unknown_game, &[&name]);
        return Err(ClientError::Unexpected(why));
    };
    let (sender, events) = unbounded_channel();
    let failed = |error: io::Error| ClientError::Unexpected(error.to_string());
    let (printer, reads) = listen(interactive, sender.clone()).map_err(failed)?;
    let game = config.link.game;
    let shell = Shell {
        remote,
        client,
        game,
        interactive,
        printer,
        reads,
        sender,
        keep_token,
        input: NextLine::Wanted,
        unanswered: 0,
    };
    runtime.block_on(shell.run(events)).map_err(failed)
}

type Printer = Box<dyn ExternalPrinter + Send>;

/// What the thread that reads lines is asked to read.
struct Read {
    prompt: String,
    completions: Completions,
}

/// A thread that reads a line whenever it is asked to. What is printed meanwhile goes above the line that is being written.
fn listen(
    interactive: bool,
    sender: UnboundedSender<Event>,
) -> io::Result<(Option<Printer>, Sender<Read>)> {
    let (reads, wanted): (Sender<Read>, Receiver<Read>) = channel();
    let mut reader = if interactive { Reader::terminal()? } else { Reader::pipe() };
    let printer = reader.printer();
    thread::spawn(move || {
        let mut out = io::stdout();
        for Read { prompt, completions } in wanted {
            reader.offer(|| completions);
            let input = reader.read_ahead(&prompt, &mut out).unwrap_or(Input::End);
            if sender.send(Event::Line(input)).is_err() {
                return;
            }
        }
    });
    Ok((printer, reads))
}

/// The line that comes next. A pipe is read ahead by one, so that its end is seen although it is not the viewer's turn.
enum NextLine {
    Wanted,
    Asked,
    Read(String),
    /// There are no more.
    End,
}

struct Shell<K> {
    remote: Remote,
    client: Client,
    game: String,
    interactive: bool,
    printer: Option<Printer>,
    reads: Sender<Read>,
    sender: UnboundedSender<Event>,
    keep_token: K,
    input: NextLine,
    /// How many requests the server has not answered.
    unanswered: usize,
}

impl<K: FnMut(&str)> Shell<K> {
    async fn run(mut self, mut events: UnboundedReceiver<Event>) -> io::Result<()> {
        let mut stream = self.follow();
        loop {
            self.print()?;
            if let Some(line) = self.next_line()? {
                match self.remote.line(&line) {
                    Some(Request::Leave) => return self.print(),
                    Some(request) => self.send(request),
                    None => {}
                }
                continue;
            }
            if self.is_done() {
                return Ok(());
            }
            let Some(event) = events.recv().await else { return Ok(()) };
            match event {
                Event::Line(Input::Line(line)) => self.input = NextLine::Read(line),
                // The game stays where it is, and the same command goes on with it.
                Event::Line(Input::End | Input::Interrupted) => self.input = NextLine::End,
                Event::Followed(Ok(followed)) => self.remote.followed(followed),
                Event::Followed(Err(error)) => {
                    self.remote.refused(&error);
                    return self.print();
                }
                Event::Answered(answer) => {
                    self.unanswered -= 1;
                    self.remote.answered(answer);
                }
                Event::Hinted(Ok((mv, reason))) => {
                    self.unanswered -= 1;
                    self.remote.hinted(&mv, reason.as_deref());
                }
                Event::Hinted(Err(error)) | Event::Opened(Err(error), _) => {
                    self.unanswered -= 1;
                    self.remote.refused(&error);
                }
                Event::Opened(Ok(game), token) => {
                    self.unanswered -= 1;
                    if let Some(token) = &token {
                        (self.keep_token)(token);
                    }
                    self.client = Client::new(self.client.server().clone(), token)
                        .in_language(self.client.language());
                    self.game.clone_from(&game.id);
                    self.remote.opened(*game);
                    stream.abort();
                    stream = self.follow();
                }
            }
        }
    }

    /// The line that is to be carried out now, if there is one, and asks for the next. A person may write at any time, a script
    /// when it is its turn and all that it has asked for was answered.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let is_turn = self.interactive || self.unanswered == 0 && self.remote.is_ready();
        match std::mem::replace(&mut self.input, NextLine::Wanted) {
            NextLine::Read(line) if is_turn => {
                if !self.interactive {
                    writeln!(io::stdout(), "{}", repeated(&line, &self.remote.prompt()))?;
                }
                return Ok(Some(line));
            }
            NextLine::Wanted if self.interactive || self.remote.is_playing() => {
                let prompt = self.remote.prompt();
                let completions = self.remote.completions();
                if self.reads.send(Read { prompt, completions }).is_ok() {
                    self.input = NextLine::Asked;
                }
            }
            other => self.input = other,
        }
        Ok(None)
    }

    /// Is there nothing more to be done? In a pipe what was asked for is answered first, and a viewer without a seat sees the
    /// game to its end.
    fn is_done(&self) -> bool {
        if self.interactive {
            return matches!(self.input, NextLine::End);
        }
        let is_answered = self.unanswered == 0 && self.remote.is_up_to_date();
        match self.input {
            _ if !self.remote.is_playing() => self.remote.is_over(),
            NextLine::End => is_answered,
            _ => false,
        }
    }

    fn print(&mut self) -> io::Result<()> {
        let text = self.remote.take_text();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(printer) = &mut self.printer {
            return printer.print(text).map_err(io::Error::other);
        }
        io::stdout().write_all(text.as_bytes())?;
        io::stdout().flush()
    }

    /// Follows the game on a task of its own.
    fn follow(&self) -> JoinHandle<()> {
        let (mut follow, sender) = (self.client.follow(&self.game), self.sender.clone());
        tokio::spawn(async move {
            loop {
                let followed = follow.next().await;
                let over = followed.is_err();
                if sender.send(Event::Followed(followed)).is_err() || over {
                    return;
                }
            }
        })
    }

    /// Asks the server; the answer is an event.
    fn send(&mut self, request: Request) {
        self.unanswered += 1;
        let (mut client, sender) = (self.client.clone(), self.sender.clone());
        let game = self.game.clone();
        let rematch = self.remote.rematch().map(str::to_owned);
        tokio::spawn(async move {
            let event = match request {
                Request::Act { expected, action } => {
                    Event::Answered(client.act(&game, expected, &action).await)
                }
                Request::Hint => Event::Hinted(client.hint(&game).await),
                Request::Claim(seat) => {
                    let claimed = client.claim(&game, &seat, None).await;
                    Event::Opened(claimed.map(Box::new), client.token().map(str::to_owned))
                }
                Request::Rematch => {
                    let again = match rematch {
                        Some(next) => client.game(&next).await,
                        None => client.rematch(&game).await,
                    };
                    Event::Opened(again.map(Box::new), client.token().map(str::to_owned))
                }
                Request::Leave => return,
            };
            // The shell may have ended meanwhile.
            let _ = sender.send(event);
        });
    }
}
