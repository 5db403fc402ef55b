//! The games that were played here, as a session lists and continues them.

use crate::session::{GamesJob, Next, Session};
use crate::storage::{SavedGame, StorageError, StorageEvent};
use crate::text;
use crate::words::TerminalWords;
use table::{AnyTable, Event, Language, Millis, fill};

impl SavedGame {
    /// Who played, how many moves, and how it ended.
    pub(crate) fn told(&self, language: Language, words: &TerminalWords) -> String {
        let name = |player| self.game.player_name(player, language);
        let players: Vec<String> = self.players.iter().map(|(_, player)| name(player)).collect();
        let moves = match self.moves {
            // Only of an analysis something is kept before the first move.
            0 => return words.analysis.to_owned(),
            1 => words.one_move.to_owned(),
            count => fill(words.many_moves, &[&count.to_string()]),
        };
        let end = self.end.as_ref().map(|end| format!(". {}", end.text(language)));
        format!("{}, {moves}{}", players.join(" – "), end.unwrap_or_default())
    }
}

impl Session {
    /// What came of asking for games.
    pub fn games_done(&mut self, event: StorageEvent, now: Millis) {
        match event {
            StorageEvent::Listed(games) => self.games_listed(games),
            StorageEvent::Opened(_, events) => self.game_opened(events, now),
            StorageEvent::Times(_, times) => self.times_listed(times),
            _ => {}
        }
    }

    fn games_listed(&mut self, games: Result<Vec<SavedGame>, StorageError>) {
        let (words, language) = (self.words(), self.display.language);
        let continue_latest = std::mem::take(&mut self.continue_latest);
        self.listed = match games {
            Ok(games) => games,
            Err(error) => return self.say_sentence(&error.text(language)),
        };
        if continue_latest {
            let latest = self.listed.iter().find(|game| !game.is_over());
            match latest.map(|game| game.name.clone()) {
                Some(name) => self.request = Some(Next::Games(GamesJob::Open(name))),
                None => self.say(words.no_games),
            }
            return;
        }
        let line = |(number, game): (usize, &SavedGame)| {
            let title = game.game.words(language).title;
            format!("{number:>3}  {title}: {}", game.told(language, words))
        };
        let lines: Vec<String> = (1..).zip(&self.listed).map(line).collect();
        if lines.is_empty() {
            self.say(words.no_games);
        } else {
            self.say(&format!("{}\n{}", lines.join("\n"), words.continue_number));
        }
    }

    /// `continue`: the latest game that is not over, or one by its number in the list.
    pub(crate) fn go_on_with(&mut self, number: Option<&str>) {
        let Some(number) = number else {
            self.continue_latest = true;
            self.request = Some(Next::Games(GamesJob::List));
            return;
        };
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match place.and_then(|place| self.listed.get(place)) {
            Some(game) => self.request = Some(Next::Games(GamesJob::Open(game.name.clone()))),
            None => self.say(self.words().list_games_first),
        }
    }

    fn game_opened(&mut self, events: Result<Vec<Event>, StorageError>, now: Millis) {
        let language = self.display.language;
        let table = events
            .map_err(|error| error.text(language))
            .and_then(|events| self.club.replay(&events).map_err(|error| error.text(language)));
        match table {
            Ok(table) => {
                let there = table.events().last().map_or(now, Event::at);
                self.before_mayhem = None;
                self.put_on_the_table(table, there, now);
            }
            Err(reason) => self.say_sentence(&reason),
        }
    }

    /// The leaderboard on which the time of this game may be: of a game for one on a board that is not known in advance.
    pub(crate) fn leaderboard(&self) -> Option<String> {
        let start = &self.table.started().start;
        let seed = self.fairness.board_seed.filter(|_| self.fairness.seeds_are_secret)?;
        let alone = self.people().len() == self.card().seats().len();
        self.card().leaderboard(start).filter(|_| alone && self.card().is_unseen(start, seed))
    }

    /// Was the player helped in a game whose time would be listed otherwise?
    pub(crate) fn is_disqualified(&self) -> bool {
        self.fairness.helped && self.card().leaderboard(&self.table.started().start).is_some()
    }

    /// The best times on boards like this one, whether this game is among them or not.
    pub(crate) fn ask_for_times(&mut self) {
        match self.card().leaderboard(&self.table.started().start) {
            Some(leaderboard) => self.request = Some(Next::Games(GamesJob::Times(leaderboard))),
            None => self.say(self.words().no_times),
        }
    }

    fn times_listed(&mut self, times: Result<Vec<Millis>, StorageError>) {
        let text = match times {
            Ok(times) => best_times(&times, self.words()),
            Err(error) => error.text(self.display.language),
        };
        self.say_sentence(&text);
    }
}

/// The best times as a sentence.
pub fn best_times(times: &[Millis], words: &TerminalWords) -> String {
    let shown: Vec<String> = times.iter().map(|&time| text::hundredths(time)).collect();
    if shown.is_empty() {
        return words.no_best_times.to_owned();
    }
    fill(words.best_times, &[&shown.join(", ")])
}

/// Is this a game of which something is kept?
pub fn is_begun(table: &AnyTable) -> bool {
    table.moves_played() > 0
}
