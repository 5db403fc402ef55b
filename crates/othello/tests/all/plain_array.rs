//! The rules once more, on an array of rows and columns and with nothing of the crate in them: what the
//! sets of squares, of either word, have to agree with.

use game::{Perfect, perft};
use othello::{Position, Rows, Size, Square};

/// 1 for a disc of the side to move, -1 for one of the other, 0 for an empty square.
type Board<const N: usize> = [[i8; N]; N];

/// The square so many steps away, if the board has it.
fn away<const N: usize>(
    from: (usize, usize),
    way: (isize, isize),
    steps: isize,
) -> Option<(usize, usize)> {
    let row = from.0.checked_add_signed(way.0 * steps).filter(|&row| row < N)?;
    let column = from.1.checked_add_signed(way.1 * steps).filter(|&column| column < N)?;
    Some((row, column))
}

/// How many discs one on this square turns over in one direction.
fn turned<const N: usize>(board: &Board<N>, from: (usize, usize), way: (isize, isize)) -> isize {
    let mut steps = 1;
    while let Some((row, column)) = away::<N>(from, way, steps) {
        match board[row][column] {
            0 => return 0,
            1 => return steps - 1,
            _ => steps += 1,
        }
    }
    0
}

/// The board after a disc on this square, seen by the other side; none where it turns nothing over.
fn after<const N: usize>(board: &Board<N>, from: (usize, usize)) -> Option<Board<N>> {
    if board[from.0][from.1] != 0 {
        return None;
    }
    let mut next = *board;
    let mut any = false;
    let ways = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (rows, columns)));
    for way in ways.filter(|&way| way != (0, 0)) {
        for step in 1..=turned(board, from, way) {
            let (row, column) = away::<N>(from, way, step).unwrap();
            next[row][column] = 1;
            any = true;
        }
    }
    next[from.0][from.1] = 1;
    any.then(|| next.map(|row| row.map(|held| -held)))
}

fn replies<const N: usize>(board: &Board<N>) -> Vec<Board<N>> {
    let squares = (0..N).flat_map(|row| (0..N).map(move |column| (row, column)));
    squares.filter_map(|square| after(board, square)).collect()
}

fn plain_perft<const N: usize>(board: &Board<N>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut next = replies(board);
    if next.is_empty() {
        let passed = board.map(|row| row.map(|held| -held));
        if replies(&passed).is_empty() {
            return 1;
        }
        next.push(passed);
    }
    next.iter().map(|next| plain_perft(next, depth - 1)).sum()
}

fn start<const N: usize>() -> Board<N> {
    let mut board = [[0; N]; N];
    let (near, far) = (N / 2 - 1, N / 2);
    (board[near][near], board[far][far]) = (-1, -1);
    (board[near][far], board[far][near]) = (1, 1);
    board
}

fn seen<const N: usize>(position: Position<N>) -> Board<N>
where
    Rows<N>: Size,
{
    std::array::from_fn(|row| {
        std::array::from_fn(|column| match position.contents(Square::new(column, row).unwrap()) {
            None => 0,
            Some(side) if side == position.side_to_move() => 1,
            Some(_) => -1,
        })
    })
}

fn counts_alike<const N: usize>(depth: u32)
where
    Rows<N>: Size,
{
    for depth in 0..=depth {
        let position = Position::<N>::standard();
        assert_eq!(perft(&position, depth), plain_perft(&start::<N>(), depth), "{N}, {depth}");
    }
}

#[test]
fn every_board_counts_what_a_plain_array_counts() {
    counts_alike::<4>(10);
    counts_alike::<6>(6);
    counts_alike::<8>(6);
    counts_alike::<10>(8);
}

/// The start never reaches the edges of a large board, where the two words differ most.
#[test]
fn random_games_go_on_as_on_a_plain_array() {
    let mut state = 1_u64;
    for _ in 0..40 {
        let mut position = Position::<10>::standard();
        while let Some(moves) = position.moves_unless_over() {
            let mut next: Vec<_> =
                moves.iter().map(|&mv| seen(game::Rules::play(&position, mv))).collect();
            let mut plain = replies(&seen(position));
            if plain.is_empty() {
                plain.push(seen(position).map(|row| row.map(|held| -held)));
            }
            next.sort_unstable();
            plain.sort_unstable();
            assert_eq!(next, plain, "{position:?}");
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            position = game::Rules::play(&position, moves[(state >> 33) as usize % moves.len()]);
        }
        assert!(replies(&seen(position)).is_empty());
    }
}
