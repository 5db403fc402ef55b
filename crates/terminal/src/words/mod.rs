//! The words of the terminal, on the full screen and line by line: one field for each text and one file
//! for each language, so that a language that lacks a text does not compile. The words that all front ends
//! share are with the table, those of a game with its card.

mod english;
mod errors;
mod spanish;

pub use errors::io_error;

use table::Language;

/// The words of the terminal. A `{}` is where the part that varies goes.
///
/// Errors of the system speak English. Where a text about one is `{}` alone, the error speaks for itself.
#[derive(Debug)]
pub struct TerminalWords {
    // Choosing.
    pub tagline: &'static str,
    pub game: &'static str,
    pub who_plays: &'static str,
    pub no_games: &'static str,
    pub one_move: &'static str,
    pub many_moves: &'static str,
    pub just_now: &'static str,
    pub minutes_ago: &'static str,
    pub hours_ago: &'static str,
    pub days_ago: &'static str,
    pub form_keys: &'static str,
    pub list_keys: &'static str,
    pub reading_keys: &'static str,

    // Windows and keys.
    pub too_small: &'static str,
    pub menu_key: &'static str,
    pub help: &'static str,
    pub command: &'static str,
    pub write_command: &'static str,
    pub leave: &'static str,
    pub leave_question: &'static str,
    pub is_saved: &'static str,
    pub is_not_saved: &'static str,
    pub another_game: &'static str,
    pub go_on: &'static str,
    pub look_at_board: &'static str,
    pub pause: &'static str,

    // What is said beside the board.
    pub paused: &'static str,
    pub looking_back: &'static str,
    pub not_kept: &'static str,
    pub left_behind: &'static str,
    pub game_of_its_own: &'static str,
    pub last_moves_damaged: &'static str,
    pub move_waits: &'static str,
    pub flag_guards: &'static str,
    pub flags_where_closed: &'static str,
    pub sees: &'static str,
    pub nodes_made: &'static str,
    pub depth_and_nodes: &'static str,
    pub value_won: &'static str,
    pub value_lost: &'static str,

    // What is said to commands, on the full screen and line by line.
    pub stopped: &'static str,
    pub stopped_go_on: &'static str,
    pub no_odds: &'static str,
    pub no_odds_now: &'static str,
    pub odds_legend: &'static str,
    pub try_move: &'static str,
    pub try_move_for: &'static str,
    pub asks_for_draw: &'static str,
    pub asks_to_take_back: &'static str,
    pub agrees: &'static str,
    pub disagrees: &'static str,
    pub nothing_asked: &'static str,
    pub answer_first: &'static str,
    pub passes: &'static str,
    pub passed_already: &'static str,
    pub saved_to: &'static str,
    pub not_saved_to: &'static str,
    pub loaded_from: &'static str,
    pub not_loaded_from: &'static str,
    pub nobody_plays: &'static str,
    pub type_new: &'static str,
    pub type_claim: &'static str,
    pub did_you_mean: &'static str,
    pub game_over: &'static str,
    pub closed_cells: &'static str,
    pub no_move_from: &'static str,
    pub no_move_yet: &'static str,
    pub not_your_turn: &'static str,
    pub taken_back: &'static str,
    pub no_other_side: &'static str,
    pub stays_at_bottom: &'static str,
    pub seats_are: &'static str,
    pub computer_plays: &'static str,
    pub mayhem_is_over: &'static str,
    pub mayhem_note: &'static str,
    pub code_at_the_end: &'static str,
    pub no_clock: &'static str,
    pub time_is: &'static str,
    pub clock_is: &'static str,
    pub a_person: &'static str,
    pub computer_at_random: &'static str,
    pub computer_one_ahead: &'static str,
    pub computer_ahead: &'static str,
    pub computer_level: &'static str,
    pub computer_full: &'static str,
    pub computer_solver: &'static str,
    pub another_program: &'static str,
    pub self_taught: &'static str,
    pub write_save: &'static str,
    pub write_export: &'static str,
    pub write_load: &'static str,
    pub write_player: &'static str,

    // Line by line.
    pub prompt_over: &'static str,
    pub prompt_over_solo: &'static str,
    pub prompt_answer: &'static str,
    pub prompt_paused: &'static str,
    pub input_ended: &'static str,
    pub side_plays_move: &'static str,
    pub computer_plays_move: &'static str,
    pub report_nodes: &'static str,
    pub report_counters: &'static str,
    pub ctrl_c_stops: &'static str,
    pub thinking_note: &'static str,
    pub two_people_play: &'static str,
    pub played_by: &'static str,
    pub you_are: &'static str,
    pub side_is: &'static str,

    // The help, line by line.
    pub help_for_two: &'static str,
    pub help_for_one: &'static str,
    pub help_files: &'static str,
    pub help_export: &'static str,
    pub help_export_text: &'static str,
    pub help_quit: &'static str,

    // The questions before a game, line by line.
    pub which_game: &'static str,
    pub who_plays_question: &'static str,
    pub you_against_computer: &'static str,
    pub two_people_here: &'static str,
    pub computer_against_itself: &'static str,
    pub which_side: &'static str,
    pub which_computer: &'static str,
    pub where_to_start: &'static str,
    pub or_own_start: &'static str,
    pub number_or_name: &'static str,
    pub number_or_first_side: &'static str,
    pub number_or_text: &'static str,
    pub number_from_to: &'static str,

    // The help on the full screen: a line of its own for each key, headings behind a #.
    pub help_form: &'static str,
    pub help_board: &'static str,
    pub help_cells: &'static str,
    pub help_marks: &'static str,
    pub help_marks_ascii: &'static str,
    pub help_keys: &'static str,
    pub help_flip: &'static str,
    pub help_mark: &'static str,
    pub help_rematch: &'static str,
    pub help_restart: &'static str,
    pub help_commands: &'static str,

    // Options that do not fit.
    pub not_for_game: &'static str,
    pub is_for_one: &'static str,
    pub is_for_two: &'static str,
    pub counts_time_itself: &'static str,
    pub use_position: &'static str,
    pub level_and_position: &'static str,
    pub bad_start: &'static str,

    // Files, and the storage of games.
    pub not_a_file: &'static str,
    pub not_a_saved_game: &'static str,
    pub file_exists: &'static str,
    pub folder_is_full: &'static str,
    pub io_not_found: &'static str,
    pub io_denied: &'static str,
    pub io_full: &'static str,
    pub io_other: &'static str,
    pub not_text: &'static str,
    pub storage_failed: &'static str,
}

/// The words in a language.
pub const fn words(language: Language) -> &'static TerminalWords {
    match language {
        Language::English => &english::WORDS,
        Language::Spanish => &spanish::WORDS,
    }
}
