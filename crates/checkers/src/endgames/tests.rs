use super::*;
use game::Notation;
use std::collections::HashMap;
use std::ops::Range;

/// The value of every position follows from those after its moves. Distances fall along them, so by induction the values
/// of won and lost positions are right; and from a drawn one, where no move wins, a move leads to another that
/// is drawn.
fn follows_from_its_moves(endgames: &Endgames, position: &Position) {
    let best = best_of(position, |after| endgames.value(after)).unwrap_or(Value::Lost(0));
    assert_eq!(endgames.value(position), Some(best), "{position}");
}

#[test]
fn what_was_packed_is_unpacked_and_nothing_else() {
    let endgames = Endgames::build(3);
    assert!(materials(3).all(|material| endgames.slice(material) == shipped().slice(material)));
    let packed = endgames.pack(3);
    assert_eq!(Endgames::unpack(&packed), Ok(endgames));
    assert_eq!(Endgames::unpack(b"something else"), Err(NotEndgames::Other));
    assert_eq!(Endgames::unpack(&packed[..9]), Err(NotEndgames::Damaged));
    assert_eq!(Endgames::unpack(&packed[..packed.len() - 1]), Err(NotEndgames::Damaged));
    let mut damaged = packed;
    damaged[20_000] ^= 8;
    assert_eq!(Endgames::unpack(&damaged), Err(NotEndgames::Damaged));
}

#[test]
fn the_best_moves_of_both_sides_end_a_game_when_they_should() {
    for (fen, known) in [("B:W6:BK4,K26", Value::Won(29)), ("B:WK4,K17:BK1,K7", Value::Won(19))] {
        let mut position = Position::read_start(fen).unwrap();
        let mut left = 0;
        assert_eq!(value(&position), Some(known), "{fen}");
        while let Some((mv, value)) = best_move(&position) {
            assert!(
                matches!(value, Value::Won(plies) | Value::Lost(plies) if left == 0 || plies + 1 == left)
            );
            let (Value::Won(plies) | Value::Lost(plies)) = value else { break };
            left = plies;
            position = position.play(mv);
        }
        assert_eq!(left, 1, "{fen}");
    }
}

#[test]
fn results_of_four_pieces_are_as_published_and_follow_from_each_other() {
    let endgames = shipped();
    let counts = |pieces| {
        let Counts { won, lost, drawn, .. } = endgames.counts(pieces);
        (won, lost, drawn)
    };
    assert_eq!(counts(2), (716, 402, 2_370));
    assert_eq!(counts(3), (100_250, 87_305, 8_477));
    assert_eq!(counts(4), (2_574_304, 1_917_090, 1_717_922));
    for slice in materials(4).filter_map(|material| endgames.slice(material)) {
        let mut decoder = slice.numbering.decoder();
        for index in 0..slice.values.len() {
            if let Some(position) = decoder.position(index) {
                follows_from_its_moves(endgames, &position);
            }
        }
    }
}

/// Files in memory.
struct Files(HashMap<Material, Vec<u8>>);

impl Shelf for Files {
    fn read(&self, slice: Material, range: Range<u64>) -> Option<Vec<u8>> {
        Some(self.0.get(&slice)?.get(range.start as usize..range.end as usize)?.to_vec())
    }
}

/// Four kings against one, as both sides see them, and what captures lead to.
fn five() -> (Endgames, Vec<Slice>) {
    let count = |men, kings| Count { men, kings };
    let material = Material { own: count(0, 4), other: count(0, 1) };
    let known = shipped().clone();
    let slices = solve(material, &known, &|| true).unwrap();
    (known, slices)
}

#[test]
fn a_slice_of_five_pieces_is_found_again_in_its_file() {
    let (mut known, slices) = five();
    let files = slices.iter().map(|slice| (slice.material(), slice.clone().pack()));
    let files: HashMap<Material, Vec<u8>> = files.collect();
    for (slice, file) in slices.iter().map(|slice| (slice, &files[&slice.material()])) {
        let read = Slice::unpack(file).unwrap();
        assert_eq!(read.counts(&known), slice.counts(&known));
        let head = Head::read(file.first_chunk().unwrap()).unwrap();
        assert_eq!((head.material(), head.counts), (slice.material(), slice.counts(&known)));
        assert_eq!(Slice::unpack(&file[..file.len() - 1]), Err(NotEndgames::Damaged));
        assert_eq!(Slice::unpack(b"something else"), Err(NotEndgames::Other));
        for place in [30, file.len() / 2, file.len() - 2] {
            let mut damaged = file.clone();
            damaged[place] ^= 1;
            assert!(Slice::unpack(&damaged).is_err(), "{place}");
        }
    }
    let sizes: Vec<usize> = files.values().map(Vec::len).collect();
    let databases = Databases::new(Box::new(Files(files)), 5);
    for slice in slices.clone() {
        known.insert(slice);
    }
    for slice in slices {
        let mut decoder = slice.numbering.decoder();
        for index in (0..slice.values.len()).step_by(97) {
            let Some(position) = decoder.position(index) else { continue };
            follows_from_its_moves(&known, &position);
            let value = known.value(&position);
            for position in [position, position.turned()] {
                assert_eq!(databases.value(&position), value, "{position}");
                let outcome = (!position.must_capture()).then(|| value.map(Outcome::from));
                assert_eq!(databases.outcome(&position), outcome.flatten(), "{position}");
            }
        }
    }
    assert!(sizes.iter().all(|&size| size < 1 << 20), "{sizes:?}");
    let elsewhere = Position::read_start("W:WK1,K2,K3:BK31,K32").unwrap();
    assert_eq!((databases.value(&elsewhere), databases.outcome(&elsewhere)), (None, None));
}
