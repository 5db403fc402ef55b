//! The questions before a game, for a player who knows no options. What there is to choose comes from
//! [`Menu`], as on every front end.

use crate::options::Options;
use crate::text::sentence;
use crate::words::{TerminalWords, words};
use game::Side;
use players::can_play;
use table::menu::{Menu, Offer};
use table::{Card, Club, Language, Player, fill};

/// What the command line left open, asked one by one.
#[derive(Debug)]
pub struct Questions {
    club: Club,
    language: Language,
    options: Options,
    /// Is there a game to be continued?
    saved: bool,
    continues: bool,
    start_is_chosen: bool,
    who: Option<Who>,
    side: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    AgainstTheComputer,
    TwoPeople,
    ComputerAlone,
}

#[derive(Debug, Clone, Copy)]
enum Question {
    Game,
    Start(&'static dyn Card),
    Who,
    Side(&'static dyn Card),
    Computer(&'static dyn Card),
}

impl Questions {
    /// The questions that these options leave.
    pub fn new(club: Club, options: Options, language: Language) -> Questions {
        Questions {
            club,
            language,
            options,
            saved: false,
            continues: false,
            start_is_chosen: false,
            who: None,
            side: None,
        }
    }

    /// The same with the offer to continue a game that was played before.
    pub fn offering_saved(self, saved: bool) -> Questions {
        Questions { saved, ..self }
    }

    /// Is a game of before to be continued?
    pub fn continues(&self) -> bool {
        self.continues
    }

    /// What is known when there is no question left.
    pub fn into_options(self) -> Options {
        self.options
    }

    /// Is there nothing left to ask?
    pub fn is_empty(&self) -> bool {
        self.question().is_none()
    }

    fn question(&self) -> Option<Question> {
        let Options { game, white, black, player, position, level, .. } = &self.options;
        if self.continues {
            return None;
        }
        let Some(card) = *game else { return Some(Question::Game) };
        if white.is_some() || black.is_some() || player.is_some() {
            return None;
        }
        let starts = card.starts(self.language).len() > 1;
        if starts && !self.start_is_chosen && position.is_none() && level.is_none() {
            return Some(Question::Start(card));
        }
        if card.is_for_one() {
            return None;
        }
        Some(match (self.who, self.side) {
            (None, _) => Question::Who,
            (Some(Who::AgainstTheComputer), None) => Question::Side(card),
            (Some(_), _) => Question::Computer(card),
        })
    }

    fn words(&self) -> &'static TerminalWords {
        words(self.language)
    }

    /// What there is to choose from, and the place of what Enter chooses.
    fn names(&self, question: Question) -> (Vec<String>, usize) {
        let words = self.words();
        let labels = |offers: Vec<Offer>| offers.into_iter().map(|offer| offer.label).collect();
        match question {
            Question::Game => {
                let name =
                    |card: &&'static dyn Card| card.words(self.language).in_a_sentence.to_owned();
                let own = self.saved.then(|| words.continue_a_game.to_owned());
                (self.club.cards().iter().map(name).chain(own).collect(), 0)
            }
            Question::Start(card) => (labels(card.starts(self.language)), 0),
            Question::Who => {
                let who = [
                    words.you_against_computer,
                    words.two_people_here,
                    words.computer_against_itself,
                ];
                (who.map(str::to_owned).into(), 0)
            }
            Question::Side(card) => {
                let usual = usize::from(card.sides().first() == Some(&Side::Black));
                let name = |side| card.side_name(side, self.language).to_lowercase();
                (Side::BOTH.map(name).into(), usual)
            }
            Question::Computer(card) => {
                let menu = Menu::of(card, self.language);
                (labels(menu.computers), menu.usual)
            }
        }
    }

    /// The next question, to be read and answered: what there is to choose from, and the prompt.
    pub fn text(&self) -> Option<(String, String)> {
        let question = self.question()?;
        let words = self.words();
        let (names, usual) = self.names(question);
        let usual = names.get(usual).map(String::as_str).unwrap_or_default();
        let (heading, prompt) = match question {
            Question::Game => (words.which_game, fill(words.number_or_name, &[usual])),
            Question::Start(_) => (words.where_to_start, fill(words.number_or_text, &[usual])),
            Question::Who => (words.who_plays_question, fill(words.number_or_name, &["1"])),
            Question::Side(_) => (words.which_side, fill(words.number_or_first_side, &[usual])),
            Question::Computer(_) => (words.which_computer, fill(words.number_or_name, &[usual])),
        };
        let width = names.len().to_string().len();
        let told = match question {
            Question::Computer(card) => {
                Menu::of(card, self.language).computers.iter().map(Offer::told).collect()
            }
            _ => names.clone(),
        };
        let line = |(index, name): (usize, &String)| format!("  {:>width$}  {name}\n", index + 1);
        let lines: String = told.iter().enumerate().map(line).collect();
        let own = match question {
            Question::Start(_) => format!("  {}\n", words.or_own_start),
            _ => String::new(),
        };
        Some((format!("{heading}\n{lines}{own}"), prompt))
    }

    /// Takes the answer to the next question, or says what is wrong with it.
    pub fn answer(&mut self, answer: &str) -> Result<(), String> {
        let answer = answer.trim();
        let Some(question) = self.question() else { return Ok(()) };
        let (names, usual) = self.names(question);
        let picked = pick(answer, &names, usual);
        let refused = || fill(self.words().number_from_to, &[&names.len().to_string()]);
        match question {
            Question::Game => {
                let by_name = || self.club.cards().iter().position(|card| card.name() == answer);
                let place = picked.or_else(by_name).ok_or_else(refused)?;
                self.options.game = self.club.cards().get(place).copied();
                self.continues = self.options.game.is_none();
            }
            Question::Start(card) => self.choose_start(card, answer, picked)?,
            Question::Who => {
                let who = [Who::AgainstTheComputer, Who::TwoPeople, Who::ComputerAlone];
                let chosen = who[picked.ok_or_else(refused)?];
                self.who = Some(chosen);
                if chosen == Who::TwoPeople {
                    self.seat(Player::Human, Player::Human);
                }
            }
            Question::Side(_) => self.side = Some(Side::BOTH[picked.ok_or_else(refused)?]),
            Question::Computer(card) => {
                let listed = picked.and_then(|place| card.computers().into_iter().nth(place));
                let written =
                    || answer.parse().ok().filter(|player| can_play(player, card).is_ok());
                let computer = listed.or_else(written).ok_or_else(refused)?;
                match self.side {
                    None => self.seat(computer.clone(), computer),
                    Some(Side::White) => self.seat(Player::Human, computer),
                    Some(Side::Black) => self.seat(computer, Player::Human),
                }
            }
        }
        Ok(())
    }

    /// A start of the menu, or one in the notation of the game.
    fn choose_start(
        &mut self,
        card: &'static dyn Card,
        answer: &str,
        picked: Option<usize>,
    ) -> Result<(), String> {
        let starts = card.starts(self.language);
        let values: Vec<String> = starts.iter().map(|offer| offer.value.clone()).collect();
        let by_value = || pick(answer, &values, 0);
        let start = if let Some(place) = picked.or_else(by_value) {
            values.into_iter().nth(place).unwrap_or_default()
        } else {
            let read = card.start(Some(answer), 0);
            read.map_err(|reason| sentence(reason.text(self.language)))?;
            answer.to_owned()
        };
        let start = (!start.is_empty()).then_some(start);
        if card.is_for_one() {
            self.options.level = start;
        } else {
            self.options.position = start;
        }
        self.start_is_chosen = true;
        Ok(())
    }

    fn seat(&mut self, white: Player, black: Player) {
        self.options.white = Some(white);
        self.options.black = Some(black);
    }
}

/// The place of what was picked: by number, by the beginning of its name, or the usual by nothing.
fn pick(answer: &str, names: &[String], usual: usize) -> Option<usize> {
    let lower = answer.to_lowercase();
    if lower.is_empty() {
        return Some(usual);
    }
    let by_number = lower.parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number));
    let by_name = || names.iter().position(|name| name.to_lowercase().starts_with(&lower));
    by_number.map(|number| number - 1).or_else(by_name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;
    use table::Seats;

    fn questions(options: Options) -> Questions {
        Questions::new(CLUB, options, Language::English)
    }

    fn asked(options: Options, answers: &[&str]) -> Options {
        let mut questions = questions(options);
        for answer in answers {
            assert!(questions.text().is_some(), "nothing is left to ask before {answer:?}");
            questions.answer(answer).unwrap();
        }
        assert_eq!(questions.text(), None);
        questions.into_options()
    }

    #[test]
    fn enter_alone_leads_to_the_first_game_against_the_usual_computer() {
        let options = asked(Options::default(), &["", "", "", "", ""]);
        let started = options.started(CLUB, 0, 0).unwrap();
        assert_eq!(started.game, CLUB.cards()[0].name());
        let players = Seats::Two { white: Player::Human, black: Player::Level(4) };
        assert_eq!(started.players, players);
    }

    #[test]
    fn whoever_takes_the_side_that_begins_takes_black_in_othello() {
        let options = asked(Options::default(), &["oth", "", "1", "", "5"]);
        assert_eq!(options.black, Some(Player::Human));
        assert_eq!(options.white, Some(Player::Level(5)));
    }

    #[test]
    fn a_computer_is_a_number_a_name_or_a_player_as_options_write_it() {
        for (answer, player) in [
            ("10", Player::Level(10)),
            ("full", Player::Engine(table::Limit::Clock)),
            ("minimax:7", Player::Minimax { depth: 7 }),
        ] {
            let options = asked(Options::default(), &["chess", "", "1", "white", answer]);
            assert_eq!(options.black, Some(player));
        }
    }

    #[test]
    fn two_people_are_asked_nothing_more() {
        let options = asked(Options::default(), &["2", "", "2"]);
        assert_eq!(options.game.map(Card::name), Some("checkers"));
        assert_eq!((options.white, options.black), (Some(Player::Human), Some(Player::Human)));
    }

    #[test]
    fn a_level_is_a_number_a_name_or_a_size() {
        for (answer, level) in
            [("", "beginner"), ("3", "expert"), ("INTER", "intermediate"), ("4x4/3", "4x4/3")]
        {
            let options = asked(Options::default(), &["mines", answer]);
            assert_eq!(options.level.as_deref(), Some(level));
        }
    }

    #[test]
    fn what_the_command_line_says_is_not_asked() {
        let game = Some(CLUB.cards()[0]);
        let white = Some(Player::Human);
        assert!(questions(Options { game, white, ..Options::default() }).is_empty());
    }

    #[test]
    fn a_game_of_before_can_be_continued_where_there_is_one() {
        let mut questions = questions(Options::default()).offering_saved(true);
        let (menu, _) = questions.text().unwrap();
        assert!(menu.ends_with("continue a game\n"), "{menu}");
        questions.answer("continue").unwrap();
        assert!(questions.is_empty() && questions.continues());
    }

    #[test]
    fn a_wrong_answer_is_asked_again() {
        let mut questions = questions(Options::default());
        let asked = questions.text();
        let games = CLUB.cards().len();
        assert_eq!(
            questions.answer(&(games + 1).to_string()),
            Err(format!("Type a number from 1 to {games}, or quit to leave."))
        );
        assert_eq!(questions.text(), asked);
        questions.answer("backgammon").unwrap_err();
        questions.answer("mines").unwrap();
        assert!(questions.answer("1x1/1").unwrap_err().starts_with("A board of 1x1"));
    }
}
