//! What follows from inputs while an analysis is on the screen.

use crate::command::{self, Command};
use crate::files::{FileJob, FileOutcome, read_game};
use crate::screen::analysis::{Analysis, Prompt, fixed};
use crate::screen::input::{Act, Direction, Input, Mode};
use crate::screen::menus;
use crate::screen::model::{Effect, Model, Search, Stage};
use crate::screen::playing::Focus;
use crate::session::Orientation;
use crate::storage::SaveRequest;
use crate::text::sentence;
use game::Side;
use table::{AnyTable, Found, Imported, Lack, Refusal, fill};

impl Analysis {
    pub(super) fn mode(&self) -> Mode {
        if self.board.focus == Focus::Line { Mode::Writing } else { Mode::Analysis }
    }
}

impl Model {
    /// An analysis of a game comes onto the screen. In the storage the game has this name, and so many of its events.
    pub(super) fn begin_analysis(&mut self, game: AnyTable, name: String, stored: u64) {
        let bottom = match self.orientation {
            Orientation::Fixed(side) => side,
            Orientation::Automatic => Side::White,
        };
        let display = fixed(self.display(), bottom);
        let analysis = Analysis::new(self.club, game, display, (name, stored), self.now);
        self.overlay = None;
        self.stage = Stage::Analysis(Box::new(analysis));
    }

    /// The same of a game that was read from a file, with what is to be said about it.
    pub(super) fn begin_analysis_of(&mut self, imported: Imported) {
        let name = self.draw_name();
        self.begin_analysis(imported.table, name, 0);
        if let Some(analysis) = self.analysis_mut() {
            analysis.tell_notes(&imported.notes);
        }
    }

    /// The game on the screen is looked at; it waits until one comes back.
    pub(super) fn analyse_game(&mut self) {
        let (now, language) = (self.now, self.language);
        let Some(play) = self.play_mut() else { return };
        if !play.view(&play.scene(now)).analysable {
            let refusal = Refusal::NotInThisGame(Lack::Analysis);
            play.message = sentence(&refusal.text(language));
            return;
        }
        let display = fixed(play.session.display, play.session.bottom());
        let (game, place) = (play.table().clone(), (play.name.clone(), play.stored));
        let club = self.club;
        let analysis = Stage::Analysis(Box::new(Analysis::new(club, game, display, place, now)));
        let left = std::mem::replace(&mut self.stage, analysis);
        if let (Some(analysis), Stage::Play(play)) = (self.analysis_mut(), left) {
            analysis.origin = Some((play, now));
        }
    }

    fn back_to_game(&mut self) {
        let now = self.now;
        let Some(analysis) = self.analysis_mut() else { return };
        if let Some(play) = analysis.clone().into_origin(now) {
            self.stage = Stage::Play(play);
        }
    }

    pub(super) fn act_in_analysis(&mut self, act: &Act) {
        let now = self.now;
        let Some(analysis) = self.analysis_mut() else { return };
        analysis.board.message.clear();
        match act {
            Act::Line => analysis.ask_for(Prompt::Command),
            Act::Comment => analysis.ask_for(Prompt::Comment),
            Act::Sign => analysis.ask_for(Prompt::Sign),
            Act::Export => analysis.ask_for(Prompt::File),
            Act::FlipOrMark => analysis.flip(now),
            Act::Undo => analysis.back(),
            Act::Move(mv) => analysis.make_move(mv),
            Act::BestMove => {
                if let Some(mv) = analysis.best_move() {
                    analysis.make_move(&mv);
                }
            }
            Act::SwitchFocus => analysis.switch_focus(),
            Act::Review => self.begin_review(),
            Act::Judged(forward) => analysis.walk_judged(*forward),
            Act::Search => analysis.searching = !analysis.searching,
            Act::MoreLines => analysis.change_lines(true),
            Act::FewerLines => analysis.change_lines(false),
            Act::Promote => analysis.promote(),
            Act::MakeMain => analysis.make_main(),
            Act::Delete => self.ask_to_delete(),
            Act::DeleteSurely => analysis.delete(),
            Act::ToTheGame => self.back_to_game(),
            _ => {}
        }
    }

    /// A line is worth a question before it goes. What was played does not go, and the table says why.
    fn ask_to_delete(&mut self) {
        let Some(analysis) = self.analysis_mut() else { return };
        match analysis.current() {
            None => {}
            Some(mv) if mv.played => analysis.delete(),
            Some(_) => self.overlay = Some(menus::deletion(self)),
        }
    }

    pub(super) fn take_in_analysis(&mut self, input: Input, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(analysis) = self.analysis_mut() else { return };
        match (analysis.board.focus, input) {
            (Focus::Line, Input::Press) => {
                let line = analysis.board.take_line();
                analysis.board.focus = Focus::Moves;
                self.written_in_analysis(&line, effects);
            }
            (_, Input::Back) => {
                let board = &mut analysis.board;
                let nothing = board.focus == Focus::Moves && board.picked.is_empty();
                board.give_up();
                board.focus = Focus::Moves;
                if nothing {
                    self.overlay = menus::analysis_menu(self);
                }
            }
            (Focus::Line, input) => {
                analysis.board.edit_line(input);
                if analysis.board.focus != Focus::Line {
                    analysis.board.focus = Focus::Moves;
                }
            }
            (_, Input::First) => analysis.first(),
            (_, Input::Last) => analysis.last(),
            (_, Input::Page(Direction::Up)) => analysis.back(),
            (_, Input::Page(_)) => analysis.on(),
            (_, Input::Switch) | (Focus::Moves, Input::Press) => analysis.switch_focus(),
            (Focus::Moves, Input::Go(direction)) => analysis.walk(direction),
            (Focus::Board, Input::Go(direction)) => analysis.board.go(direction, 1),
            (Focus::Board, Input::Press) => {
                let pointed = analysis.board.point(analysis.board.cursor, now);
                self.pointed(pointed);
            }
            (_, Input::Letter(letter)) => {
                analysis.ask_for(Prompt::Command);
                analysis.board.add(letter);
            }
            (_, input @ Input::Paste(_)) => {
                analysis.ask_for(Prompt::Command);
                analysis.board.edit_line(input);
            }
            _ => {}
        }
    }

    /// A line that was written at a prompt.
    fn written_in_analysis(&mut self, line: &str, effects: &mut Vec<Effect>) {
        let Some(analysis) = self.analysis_mut() else { return };
        match analysis.prompt {
            Prompt::Comment => analysis.comment(line),
            Prompt::Sign => analysis.rate(line),
            Prompt::File if line.trim().is_empty() => {}
            Prompt::File => self.obey_in_analysis(Command::Export(line.trim()), effects),
            Prompt::Command => self.obey_in_analysis(command::read(line), effects),
        }
    }

    fn obey_in_analysis(&mut self, command: Command<'_>, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(analysis) = self.analysis_mut() else { return };
        let session = &mut analysis.board.session;
        match command {
            Command::Nothing | Command::Board => {}
            Command::Help => self.act(Act::Help, effects),
            Command::Quit => self.act(Act::Quit, effects),
            Command::Undo => analysis.back(),
            Command::Flip => analysis.flip(now),
            Command::Move(text) => {
                let mv = session.read_move(text, session.time(now));
                analysis.make_move(&mv);
            }
            Command::Moves(_) | Command::Position | Command::History | Command::Incomplete(_) => {
                session.obey(command, now);
                let text = session.take_text();
                self.tell(&text);
            }
            Command::Save(file) => {
                let text = table::log::write(analysis.game.events().iter());
                effects.push(Effect::File(FileJob::Save { file: file.to_owned(), text }));
            }
            Command::Export(file) => self.export_analysis(file, effects),
            Command::Load(file) => {
                effects.push(Effect::File(FileJob::Load { file: file.to_owned() }));
            }
            _ => session.words().not_in_analysis.clone_into(&mut analysis.board.message),
        }
    }

    /// Writes the game for other programs. Not every format has variations.
    fn export_analysis(&mut self, file: &str, effects: &mut Vec<Effect>) {
        let (now, language) = (self.now, self.language);
        let Some(analysis) = self.analysis_mut() else { return };
        match analysis.game.export() {
            Ok(record) => {
                let read = analysis.game.card().import(&record.text, None, now);
                let kept = read.map_or(0, |read| read.table.variations().len());
                analysis.exported_whole = kept >= analysis.tree.len();
                let (file, text) = (file.to_owned(), record.text);
                effects.push(Effect::File(FileJob::Export { file, text }));
            }
            Err(error) => analysis.board.message = sentence(error.why.text(language)),
        }
    }

    /// What came of reading or writing a file: a game that was read is looked at in place of this one.
    pub(super) fn file_done_in_analysis(&mut self, outcome: FileOutcome) {
        let (now, words, language) = (self.now, self.words(), self.language);
        let Some(analysis) = self.analysis_mut() else { return };
        let (file, text) = match outcome {
            FileOutcome::Read { file, text } => (file, text),
            written @ FileOutcome::Written { .. } => {
                let whole = std::mem::replace(&mut analysis.exported_whole, true);
                let note = if whole { "" } else { words.no_lines_in_file };
                analysis.board.session.file_done(written, now);
                let text = analysis.board.session.take_text();
                return self.tell(&format!("{} {note}", text.trim()));
            }
        };
        let card = analysis.game.card();
        let text = text.map_err(|error| error.text(language));
        let read = text.and_then(|text| read_game(self.club, card, &text, now, language));
        match read {
            Ok(imported) if imported.table.card().capabilities().hidden => {
                let refusal = Refusal::NotInThisGame(Lack::Analysis).text(language);
                self.tell(&sentence(&fill(words.not_loaded_from, &[&file, &refusal])));
            }
            Ok(imported) => self.begin_analysis_of(imported),
            Err(reason) => self.tell(&sentence(&fill(words.not_loaded_from, &[&file, &reason]))),
        }
    }

    /// What the search has found so far. An answer to a question that is no longer asked is no answer.
    pub(super) fn found(&mut self, ticket: u64, found: Found) {
        let Some(search) = self.search.clone().filter(|search| search.ticket == ticket) else {
            return;
        };
        if let Some(analysis) = self.analysis_mut() {
            analysis.keep(&search.key, found);
        }
    }

    /// The search follows the board, and ends with the analysis.
    pub(super) fn follow_search(&mut self, effects: &mut Vec<Effect>) {
        let analysis = match &self.stage {
            Stage::Analysis(analysis) => Some(analysis),
            Stage::Home(_) | Stage::Play(_) => None,
        };
        let wanted = analysis.and_then(|analysis| {
            let (lines, key) = analysis.wanted()?;
            Some((lines, key, analysis.board.table().clone()))
        });
        let key = wanted.as_ref().map(|(_, key, _)| key);
        if let Some(other) = self.search.take_if(|search| Some(&search.key) != key) {
            effects.push(Effect::Forget(other.ticket));
        }
        if let Some((lines, key, table)) = wanted.filter(|_| self.search.is_none()) {
            self.last_ticket += 1;
            let ticket = self.last_ticket;
            self.search = Some(Search { ticket, key });
            effects.push(Effect::Analyse { ticket, table, lines });
        }
    }

    /// What is known is marked on the board, and edits are saved.
    pub(super) fn follow_analysis(&mut self, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(analysis) = self.analysis_mut() else { return };
        analysis.mark_found();
        if analysis.is_unsaved() {
            effects.push(Effect::Save(SaveRequest::of(&analysis.game, &analysis.name, now)));
            analysis.stored = analysis.game.next();
        }
    }
}
