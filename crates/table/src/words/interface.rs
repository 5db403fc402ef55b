//! The words of choosing and doing, the same on the page and on the terminal.

/// What is chosen before a game, what is done during one, and how squares are spoken.
#[derive(Debug)]
pub struct Interface {
    // Before a game.
    pub new_game: &'static str,
    pub play_computer: &'static str,
    pub play_friend: &'static str,
    pub watch_computers: &'static str,
    pub play_solo: &'static str,
    pub your_colour: &'static str,
    pub either_colour: &'static str,
    pub opponent: &'static str,
    pub clock: &'static str,
    pub no_clock: &'static str,
    pub clock_value: &'static str,
    pub usual_start: &'static str,
    pub start: &'static str,
    pub continue_game: &'static str,

    // Players.
    pub person: &'static str,
    pub opponent_person: &'static str,
    pub free_seat: &'static str,
    pub random: &'static str,
    pub minimax: &'static str,
    /// A learnt player: the name of its run and its generation, or its run alone.
    pub learnt: &'static str,
    pub learnt_last: &'static str,
    pub minimax_one: &'static str,
    pub player_level: &'static str,
    /// What it is like to meet each level.
    pub level_characters: [&'static str; 10],
    pub full_strength: &'static str,

    // During a game.
    pub resign: &'static str,
    pub offer_draw: &'static str,
    pub accept_draw: &'static str,
    pub decline_draw: &'static str,
    pub accepts_draw: &'static str,
    pub declines_draw: &'static str,
    pub expected_play: &'static str,
    pub claim_draw: &'static str,
    pub take_back: &'static str,
    pub allow_takeback: &'static str,
    pub decline_takeback: &'static str,
    pub call_off: &'static str,
    pub rematch: &'static str,
    pub restart: &'static str,
    pub hint: &'static str,
    pub odds: &'static str,
    pub flip: &'static str,
    pub mayhem_on: &'static str,
    pub mayhem_off: &'static str,
    pub moves: &'static str,
    pub promote_to: &'static str,
    pub pass: &'static str,
    pub thinking: &'static str,
    pub time: &'static str,
    pub your_turn: &'static str,

    // The end, in a few words.
    pub headline_won: &'static str,
    pub headline_lost: &'static str,
    pub headline_drawn: &'static str,
    pub headline_of: &'static str,
    pub headline_score: &'static str,

    // Squares, as they are spoken.
    pub marked_last_move: &'static str,
    pub marked_check: &'static str,
    pub marked_must_capture: &'static str,
    pub marked_winning: &'static str,
}
