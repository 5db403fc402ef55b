//! The questions before a game, for somebody who knows no options.

use crate::options::{Options, first_side, title};
use game::Side;
use table::{GameName, Player};

/// What the command line left open, asked one by one.
#[derive(Debug)]
pub struct Questions {
    options: Options,
    who: Option<Who>,
    side: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    AgainstTheComputer,
    TwoPeople,
    ComputerAlone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Game,
    Who,
    Side,
    Depth,
    Level,
}

const LEVELS: [&str; 3] = ["beginner", "intermediate", "expert"];
/// The depth at which the computer answers at once in every game and gives nothing away.
const USUAL_DEPTH: u8 = 3;
/// Beyond this the plain tree is no pleasure to wait for.
const DEEPEST: u8 = 5;

impl Questions {
    /// The questions that these options leave.
    pub fn new(options: Options) -> Questions {
        Questions { options, who: None, side: None }
    }

    /// What is known when there is no question left.
    pub fn into_options(self) -> Options {
        self.options
    }

    fn question(&self) -> Option<Question> {
        let Options { game, white, black, player, position, level, .. } = &self.options;
        let Some(game) = game else { return Some(Question::Game) };
        if *game == GameName::Mines {
            let known = level.is_some() || position.is_some() || player.is_some();
            return (!known).then_some(Question::Level);
        }
        if white.is_some() || black.is_some() {
            return None;
        }
        match (self.who, self.side) {
            (None, _) => Some(Question::Who),
            (Some(Who::AgainstTheComputer), None) => Some(Question::Side),
            (Some(_), _) => Some(Question::Depth),
        }
    }

    /// The next question, to be read and answered: what there is to choose from, and the prompt.
    pub fn text(&self) -> Option<(String, String)> {
        let game = self.options.game.unwrap_or(GameName::Chess);
        let first = first_side(game).to_string().to_lowercase();
        let (menu, prompt) = match self.question()? {
            Question::Game => (
                "Which game?\n  1  chess\n  2  checkers\n  3  Othello\n  4  Minesweeper\n",
                "A number or a name, Enter for chess> ".to_owned(),
            ),
            Question::Who => (
                "Who plays?\n  1  you against the computer\n  2  two people at this keyboard\n  \
                 3  the computer against itself\n",
                "A number, Enter for 1> ".to_owned(),
            ),
            Question::Side => (
                "Which side do you take?\n  1  white\n  2  black\n",
                format!("A number or a name, Enter for {first}, which moves first> "),
            ),
            Question::Depth => (
                "How many moves shall the computer look ahead?\n  1 is quick and careless, 3 sees \
                 simple tricks, 5 takes its time.\n",
                format!("A number from 1 to {DEEPEST}, Enter for {USUAL_DEPTH}> "),
            ),
            Question::Level => (
                "Which level?\n  1  beginner      9 x 9 cells, 10 mines\n  \
                 2  intermediate  16 x 16 cells, 40 mines\n  \
                 3  expert        30 x 16 cells, 99 mines\n  Or your own: WIDTHxHEIGHT/MINES, such \
                 as 12x10/15.\n",
                "A number, a name or a size, Enter for beginner> ".to_owned(),
            ),
        };
        Some((menu.to_owned(), prompt))
    }

    /// Takes the answer to the next question, or says what is wrong with it.
    pub fn answer(&mut self, answer: &str) -> Result<(), String> {
        let answer = answer.trim();
        match self.question() {
            None => {}
            Some(Question::Game) => {
                let names = GameName::ALL.map(title);
                self.options.game = Some(GameName::ALL[pick(answer, &names, 0)?]);
            }
            Some(Question::Who) => {
                let who = [Who::AgainstTheComputer, Who::TwoPeople, Who::ComputerAlone];
                let chosen = who[pick(answer, &["you", "two people", "the computer"], 0)?];
                self.who = Some(chosen);
                if chosen == Who::TwoPeople {
                    self.seat(Player::Human, Player::Human);
                }
            }
            Some(Question::Side) => {
                let first = first_side(self.options.game.unwrap_or(GameName::Chess));
                let usual = usize::from(first == Side::Black);
                self.side = Some(Side::BOTH[pick(answer, &["white", "black"], usual)?]);
            }
            Some(Question::Depth) => {
                let computer = || Player::Minimax { depth: USUAL_DEPTH };
                let computer = if answer.is_empty() { computer() } else { depth(answer)? };
                match self.side {
                    None => self.seat(computer.clone(), computer),
                    Some(Side::White) => self.seat(Player::Human, computer),
                    Some(Side::Black) => self.seat(computer, Player::Human),
                }
            }
            Some(Question::Level) => self.options.level = Some(level(answer)?),
        }
        Ok(())
    }

    fn seat(&mut self, white: Player, black: Player) {
        self.options.white = Some(white);
        self.options.black = Some(black);
    }
}

/// The place of what was picked: by number, by the beginning of its name, or the usual by nothing.
fn pick(answer: &str, names: &[&str], usual: usize) -> Result<usize, String> {
    let lower = answer.to_lowercase();
    let by_number = || lower.parse().ok().filter(|number| (1..=names.len()).contains(number));
    let by_name = || names.iter().position(|name| name.to_lowercase().starts_with(&lower));
    if lower.is_empty() {
        return Ok(usual);
    }
    by_number()
        .map(|number| number - 1)
        .or_else(by_name)
        .ok_or_else(|| format!("Type a number from 1 to {}, or quit to leave.", names.len()))
}

fn depth(answer: &str) -> Result<Player, String> {
    match answer.parse() {
        Ok(depth @ 1..=DEEPEST) => Ok(Player::Minimax { depth }),
        _ => Err(format!("Type a number from 1 to {DEEPEST}, or quit to leave.")),
    }
}

fn level(answer: &str) -> Result<String, String> {
    if let Ok(index) = pick(answer, &LEVELS, 0) {
        return Ok(LEVELS[index].to_owned());
    }
    match answer.parse::<mines::Level>() {
        Ok(level) => Ok(level.to_string()),
        Err(mines::LevelError::Unreadable(_)) => {
            Err("Type 1, 2, 3 or a size such as 12x10/15, or quit to leave.".to_owned())
        }
        Err(error) => Err(format!("{error}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Seats;

    fn asked(options: Options, answers: &[&str]) -> Options {
        let mut questions = Questions::new(options);
        for answer in answers {
            assert!(questions.text().is_some(), "nothing is left to ask before {answer:?}");
            questions.answer(answer).unwrap();
        }
        assert_eq!(questions.text(), None);
        questions.into_options()
    }

    #[test]
    fn enter_alone_leads_to_chess_against_the_computer() {
        let options = asked(Options::default(), &["", "", "", ""]);
        let players = options.started(0, 0).unwrap().players;
        let computer = Player::Minimax { depth: 3 };
        assert_eq!(players, Seats::Two { white: Player::Human, black: computer });
    }

    #[test]
    fn whoever_takes_the_side_that_begins_takes_black_in_othello() {
        let options = asked(Options::default(), &["oth", "1", "", "5"]);
        assert_eq!(options.black, Some(Player::Human));
        assert_eq!(options.white, Some(Player::Minimax { depth: 5 }));
    }

    #[test]
    fn two_people_are_asked_nothing_more() {
        let options = asked(Options::default(), &["2", "2"]);
        assert_eq!(options.game, Some(GameName::Checkers));
        assert_eq!((options.white, options.black), (Some(Player::Human), Some(Player::Human)));
    }

    #[test]
    fn a_level_is_a_number_a_name_or_a_size() {
        for (answer, level) in
            [("", "beginner"), ("3", "expert"), ("INTER", "intermediate"), ("4x4/3", "4x4/3")]
        {
            assert_eq!(asked(Options::default(), &["4", answer]).level.as_deref(), Some(level));
        }
    }

    #[test]
    fn what_the_command_line_says_is_not_asked() {
        let game = Some(GameName::Chess);
        let white = Some(Player::Human);
        assert_eq!(Questions::new(Options { game, white, ..Options::default() }).text(), None);
    }

    #[test]
    fn a_wrong_answer_is_asked_again() {
        let mut questions = Questions::new(Options::default());
        let asked = questions.text();
        assert_eq!(
            questions.answer("5"),
            Err("Type a number from 1 to 4, or quit to leave.".to_owned())
        );
        assert_eq!(questions.text(), asked);
        questions.answer("backgammon").unwrap_err();
        questions.answer("mines").unwrap();
        assert!(questions.answer("1x1/1").unwrap_err().starts_with("a board of 1x1"));
    }
}
