//! The words of this room: of the pages, and of what the API answers when it refuses. A language that
//! lacks one does not compile. Words that all front ends share are in `table`, those of a game with its
//! card.

mod english;
mod spanish;

use lab::learning::chart::ChartWords;
use table::Language;

/// The words of the pages.
pub const fn page(language: Language) -> &'static PageWords {
    match language {
        Language::English => &english::PAGE,
        Language::Spanish => &spanish::PAGE,
    }
}

/// The words of the lab.
pub const fn lab(language: Language) -> &'static LabWords {
    match language {
        Language::English => &english::LAB,
        Language::Spanish => &spanish::LAB,
    }
}

/// The sentences of the API's problems.
pub const fn problems(language: Language) -> &'static ProblemWords {
    match language {
        Language::English => &english::PROBLEMS,
        Language::Spanish => &spanish::PROBLEMS,
    }
}

/// The words of the page. A `{}` is where the part that varies goes.
#[derive(Debug)]
pub struct PageWords {
    /// What the language calls itself.
    pub own_name: &'static str,
    pub tagline: &'static str,
    pub home: &'static str,
    pub skip: &'static str,
    pub needs_script: &'static str,

    // What can be set.
    pub language: &'static str,
    pub theme: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
    pub sound: &'static str,

    // The first page.
    pub play: &'static str,
    pub invite: &'static str,
    pub watch: &'static str,
    pub choices: &'static str,
    pub two_at_this_board: &'static str,
    pub other_side: &'static str,
    pub watched_player: &'static str,
    pub your_games: &'static str,
    pub games_to_watch: &'static str,
    pub no_games_yours: &'static str,
    pub no_games_to_watch: &'static str,
    pub one_move_made: &'static str,
    pub moves_made: &'static str,

    // Who one is to others.
    pub your_name: &'static str,
    pub name_use: &'static str,
    pub save: &'static str,
    pub saved: &'static str,
    pub other_browser: &'static str,
    pub other_browser_use: &'static str,
    pub show_link: &'static str,
    pub link_to_take: &'static str,
    pub link_picture: &'static str,
    pub take_title: &'static str,
    pub take_use: &'static str,
    pub take: &'static str,
    pub take_without_code: &'static str,

    // One's own finished games.
    pub my_games: &'static str,
    pub my_games_and_name: &'static str,
    pub latest_finished: &'static str,
    pub no_finished_games: &'static str,
    pub older_games: &'static str,
    pub export_all: &'static str,
    pub game: &'static str,
    pub result: &'static str,
    pub any: &'static str,
    pub won: &'static str,
    pub drawn: &'static str,
    pub lost: &'static str,
    pub no_result: &'static str,
    pub both_sides: &'static str,
    pub opening_words: &'static str,
    pub since: &'static str,
    pub until: &'static str,
    pub show: &'static str,
    pub another_person: &'static str,
    pub alone: &'static str,
    pub won_in_a_row: &'static str,
    pub lost_in_a_row: &'static str,
    pub rating_margin: &'static str,
    pub rating_curve: &'static str,
    pub level_suits: &'static str,
    pub delete_game: &'static str,
    pub delete_game_sure: &'static str,
    pub today: &'static str,
    pub yesterday: &'static str,

    // A game looked at again.
    pub look_again: &'static str,
    pub reviewing: &'static str,
    pub chances_of: &'static str,
    pub previous_mistake: &'static str,
    pub next_mistake: &'static str,
    pub try_again: &'static str,

    // The board and what is beside it.
    pub board: &'static str,
    pub board_help: &'static str,
    pub watching: &'static str,
    pub type_move: &'static str,
    pub first_move: &'static str,
    pub previous_move: &'static str,
    pub next_move: &'static str,
    pub last_move: &'static str,
    pub start_position: &'static str,
    pub looking_back: &'static str,
    pub picked_up: &'static str,
    pub put_down: &'static str,
    pub goes_on: &'static str,
    pub can_go_here: &'static str,
    pub can_capture_here: &'static str,
    pub moved: &'static str,
    pub taken_back: &'static str,
    pub more: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub resign_sure: &'static str,
    pub close: &'static str,
    pub end: &'static str,
    pub exchange_player: &'static str,
    pub pace: &'static str,
    pub slow: &'static str,
    pub medium: &'static str,
    pub fast: &'static str,

    // Invitations.
    pub waiting_for_friend: &'static str,
    pub waiting_hint: &'static str,
    pub invitation: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub sat_down: &'static str,
    pub rematch_wanted: &'static str,
    pub rematch_join: &'static str,

    // Records.
    pub share: &'static str,
    pub copy_position: &'static str,
    pub export: &'static str,
    pub import: &'static str,
    pub import_help: &'static str,
    pub import_open: &'static str,
    pub open_file: &'static str,
    pub games_in_file: &'static str,
    pub reading_file: &'static str,
    pub find_game: &'static str,
    pub found_games: &'static str,
    pub more_games: &'static str,
    pub no_game_in_file: &'static str,
    pub game_too_long: &'static str,
    pub nameless: &'static str,

    // Analysis.
    pub analyse: &'static str,
    pub analysis: &'static str,
    pub to_the_game: &'static str,
    pub search: &'static str,
    pub lines: &'static str,
    pub depth: &'static str,
    pub evaluation: &'static str,
    pub no_evaluation: &'static str,
    pub end_of_line: &'static str,
    pub about_the_move: &'static str,
    pub signs: &'static str,
    pub comment: &'static str,
    pub promote: &'static str,
    pub make_main: &'static str,
    pub delete: &'static str,
    pub delete_sure: &'static str,
    pub not_kept: &'static str,
    pub noted_evaluation: &'static str,
    pub noted_clock: &'static str,
    pub noted_time: &'static str,
    pub names_and_dates: &'static str,
    pub event: &'static str,
    pub site: &'static str,
    pub date: &'static str,
    pub round: &'static str,
    pub not_in_file: &'static str,

    // Setting up a position.
    pub editor: &'static str,
    pub set_up: &'static str,
    pub pieces: &'static str,
    pub hand: &'static str,
    pub take_off: &'static str,
    pub turn: &'static str,
    pub as_text: &'static str,
    pub clear: &'static str,
    pub save_picture: &'static str,

    // Typing a board.
    pub put: &'static str,
    pub put_next: &'static str,
    pub example: &'static str,
    pub copy_board: &'static str,

    // Games on time, and boards that begin by chance.
    pub best_times: &'static str,
    pub no_best_times: &'static str,
    pub seconds: &'static str,
    pub board_code: &'static str,
    pub cells_changed: &'static str,

    // When something is in the way.
    pub reconnecting: &'static str,
    pub kept: &'static str,
    pub not_found: &'static str,
    pub no_such_game: &'static str,
    pub failed: &'static str,
}

/// Why the API refuses something. A `{}` is where the part that varies goes.
#[derive(Debug)]
pub struct ProblemWords {
    pub record_with_start: &'static str,
    pub only_moves_together: &'static str,
    pub no_daily: &'static str,
    pub bad_query: &'static str,
    pub not_a_page_end: &'static str,
    pub bad_body: &'static str,
    pub no_host: &'static str,
    pub wrong_host: &'static str,
    pub foreign_origin: &'static str,
    pub no_token: &'static str,
    pub not_your_seat: &'static str,
    pub not_invited: &'static str,
    pub nothing_handed_over: &'static str,
    pub no_fair_hint: &'static str,
    pub no_fair_analysis: &'static str,
    pub no_fair_computer: &'static str,
    pub not_found: &'static str,
    pub no_such_game: &'static str,
    pub no_such_seat: &'static str,
    pub no_seat_named: &'static str,
    pub no_such_move: &'static str,
    pub method_not_allowed: &'static str,
    pub too_slow: &'static str,
    pub computer_plays: &'static str,
    pub seat_claimed: &'static str,
    pub no_hint_now: &'static str,
    pub not_over: &'static str,
    pub hidden_until_over: &'static str,
    pub too_large: &'static str,
    pub not_json: &'static str,
    pub board_too_large: &'static str,
    pub no_such_kind: &'static str,
    pub and: &'static str,
    pub outside_program: &'static str,
    pub too_deep: &'static str,
    pub too_much_time: &'static str,
    pub too_many_nodes: &'static str,
    pub limited_by_depth: &'static str,
    pub no_hint: &'static str,
    pub no_odds: &'static str,
    pub record_too_long: &'static str,
    pub no_clock: &'static str,
    pub bad_pace: &'static str,
    pub too_long: &'static str,
    pub too_many_requests: &'static str,
    pub too_many_games: &'static str,
    pub too_many_streams: &'static str,
    pub over_quota: &'static str,
    pub computer_over_quota: &'static str,
    pub internal: &'static str,
    pub store_unavailable: &'static str,
    pub busy: &'static str,
    pub timeout: &'static str,

    // The lab.
    pub lab_closed: &'static str,
    pub no_such_run: &'static str,
    pub already_learning: &'static str,
    pub another_is_learning: &'static str,
    pub not_learning: &'static str,
    pub learns_elsewhere: &'static str,
    pub run_damaged: &'static str,
    pub too_many_runs: &'static str,
    pub not_learnable: &'static str,
    pub no_features: &'static str,
    pub no_policy: &'static str,
    pub bad_settings: &'static str,
    pub bad_minutes: &'static str,
}

/// The words of the lab. A `{}` is where the part that varies goes.
#[derive(Debug)]
pub struct LabWords {
    pub title: &'static str,
    /// The link to it.
    pub link: &'static str,
    pub about: &'static str,
    pub back: &'static str,
    pub no_runs: &'static str,
    pub no_such_run: &'static str,
    pub left_out: &'static str,

    // Numbers: what stands between thousands and before decimals, and their units.
    pub thousands: &'static str,
    pub decimal: &'static str,
    pub seconds: &'static str,
    pub minutes: &'static str,
    pub per_cent: &'static str,

    // Starting and stopping.
    pub start_heading: &'static str,
    pub start_help: &'static str,
    pub game: &'static str,
    pub method: &'static str,
    pub methods: MethodWords,
    pub minutes_field: &'static str,
    pub seed: &'static str,
    pub start: &'static str,
    pub stop: &'static str,
    pub stopping: &'static str,
    pub go_on: &'static str,
    pub more_minutes: &'static str,
    pub learning_now: &'static str,
    pub learning_elsewhere: &'static str,
    /// Games, and the processor time of how much.
    pub progress: &'static str,

    // What became of it.
    pub disk_full: &'static str,
    pub not_written: &'static str,
    pub damaged: &'static str,
    pub other_version: &'static str,
    pub in_use: &'static str,
    pub crashed: &'static str,
    pub unreadable_heading: &'static str,
    pub unreadable: &'static str,
    pub other_game: &'static str,

    // Tables.
    pub run: &'static str,
    pub games: &'static str,
    pub time: &'static str,
    pub rating: &'static str,
    pub league: &'static str,
    pub generation: &'static str,
    pub generation_short: &'static str,
    pub generations: &'static str,
    pub not_measured: &'static str,
    pub runs_of: &'static str,

    // Playing what was learnt.
    pub play_heading: &'static str,
    pub play: &'static str,
    pub play_this: &'static str,

    // Pictures.
    pub chart: ChartWords,
    /// The picture in words: its title and what it shows.
    pub chart_shows: &'static str,
    pub chart_end: &'static str,
    pub chart_help: &'static str,
    pub no_curve: &'static str,
    pub squares_heading: &'static str,
    pub squares_help: &'static str,
    pub squares_of: &'static str,
    pub squares_pending: &'static str,
    pub no_squares: &'static str,
    pub new_generation: &'static str,

    // Settings.
    pub settings: &'static str,
    pub model: &'static str,
    pub model_squares: &'static str,
    pub model_tuples: &'static str,
    pub model_network: &'static str,
    pub model_policy: &'static str,
    pub model_features: &'static str,
    pub opponents: &'static str,
    pub against_itself: &'static str,
    pub against_population: &'static str,
    pub against_heuristic: &'static str,
    pub look_ahead: &'static str,
    pub random_moves: &'static str,
    pub rate: &'static str,
    pub coherence: &'static str,
    pub lambda: &'static str,
    pub step: &'static str,
    pub threads: &'static str,
    pub measured_depth: &'static str,
    pub simulations: &'static str,
    pub measured_simulations: &'static str,
    pub program: &'static str,
    pub and: &'static str,
}

/// What the methods are called.
#[derive(Debug)]
pub struct MethodWords {
    pub random_games: &'static str,
    pub td: &'static str,
    pub evolution: &'static str,
    pub network: &'static str,
    pub tree_search: &'static str,
    pub fit: &'static str,
}
