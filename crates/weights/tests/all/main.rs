//! What is written is read, and nothing else.

use proptest::prelude::*;
use weights::{ArrayLayout, File, Kind, Layout, Mismatch, ReadError, Shape, WriteError, write};

const ARRAYS: [ArrayLayout; 3] = [
    ArrayLayout::new("bytes", Kind::I8, &[2]),
    ArrayLayout::new("words", Kind::I16, &[1, 3]),
    ArrayLayout::new("long", Kind::I32, &[1]),
];
const LAYOUT: Layout = Layout { game: "chess", architecture: "test", arrays: &ARRAYS };
const NUMBERS: [i32; 6] = [-128, 127, -32768, 32767, 258, i32::MIN];

fn small() -> Vec<u8> {
    write(&LAYOUT, &NUMBERS).unwrap()
}

fn numbers(file: &File<'_>) -> Vec<i32> {
    file.arrays().flat_map(|array| array.numbers()).collect()
}

/// Byte by byte, so that programs in other languages can go by it.
#[test]
fn a_small_file_is_these_bytes() {
    let file = small();
    let (header, rest) = file.split_at(64);
    let mut expected = b"TABLEROW\x01\x00\x03\x00chess".to_vec();
    expected.resize(28, 0);
    expected.extend(b"test");
    expected.resize(64, 0);
    assert_eq!(header, expected);
    let (arrays, data) = rest.split_at(3 * 52);
    let array = |name: &[u8], code: u8, dimensions: &[u32]| {
        let mut bytes = name.to_vec();
        bytes.resize(32, 0);
        bytes.extend([code, dimensions.len() as u8, 0, 0]);
        bytes.extend(dimensions.iter().flat_map(|dimension| dimension.to_le_bytes()));
        bytes.resize(52, 0);
        bytes
    };
    let expected = [array(b"bytes", 1, &[2]), array(b"words", 2, &[1, 3]), array(b"long", 4, &[1])];
    assert_eq!(arrays, expected.concat());
    assert_eq!(data[..12], [0x80, 0x7f, 0, 0x80, 0xff, 0x7f, 2, 1, 0, 0, 0, 0x80]);
    assert_eq!(data.len(), 20);
}

#[test]
fn a_file_tells_what_it_holds() {
    let bytes = small();
    let file = File::read(&bytes).unwrap();
    assert_eq!((file.game, file.architecture, file.size()), ("chess", "test", bytes.len()));
    assert_eq!(file.checksum().to_le_bytes(), bytes[bytes.len() - 8..]);
    assert_eq!(numbers(&file), NUMBERS);
    let shapes: Vec<String> = file.arrays().map(|array| array.shape.to_string()).collect();
    assert_eq!(shapes, ["2", "1 x 3", "1"]);
    assert_eq!(file.check(&LAYOUT), Ok(()));
}

#[test]
fn what_is_not_expected_is_named() {
    let bytes = small();
    let file = File::read(&bytes).unwrap();
    let said = |layout: Layout| file.check(&layout).unwrap_err().to_string();
    assert_eq!(
        said(Layout { game: "othello", ..LAYOUT }),
        "weights for chess; expected those for othello"
    );
    assert_eq!(
        said(Layout { architecture: "other", ..LAYOUT }),
        "weights for the architecture test; expected other"
    );
    assert_eq!(said(Layout { arrays: &ARRAYS[..2], ..LAYOUT }), "3 arrays; expected 2");
    let with = |change: fn(&mut ArrayLayout)| {
        let mut arrays = ARRAYS;
        change(&mut arrays[1]);
        said(Layout { arrays: &arrays, ..LAYOUT })
    };
    assert_eq!(with(|array| array.name = "terms"), "array 1 is words; expected terms");
    assert_eq!(
        with(|array| array.kind = Kind::I32),
        "the array words has numbers of kind i16; expected i32"
    );
    assert_eq!(
        with(|array| array.shape = Shape::new(&[3, 1]).unwrap()),
        "the array words has the shape 1 x 3; expected 3 x 1"
    );
    assert!(matches!(file.check(&Layout { game: "x", ..LAYOUT }), Err(Mismatch::Game { .. })));
}

#[test]
fn what_is_no_file_is_refused_with_the_reason() {
    let bytes = small();
    let said = |bytes: &[u8]| File::read(bytes).unwrap_err().to_string();
    let changed = |at: usize, byte: u8| {
        let mut bytes = small();
        bytes[at] = byte;
        said(&bytes)
    };
    assert_eq!(said(b""), "the file ends after 0 bytes, before the end of its header at byte 64");
    assert_eq!(
        said(b"[Event \"?\"]"),
        "not a file of weights: it begins with \"[Event \\\"\" instead of \"TABLEROW\""
    );
    assert_eq!(
        said(&bytes[..100]),
        "the file ends after 100 bytes, before the end of its header at byte 220"
    );
    assert_eq!(changed(8, 2), "the file has version 2 of the format; this program reads version 1");
    assert_eq!(changed(10, 0), "the header lists 0 arrays; a file has 1 to 256");
    assert!(changed(12, b' ').starts_with("no name of the game at byte 12: "));
    assert!(changed(40, b'x').starts_with("no name of the architecture at byte 28: "));
    assert_eq!(
        changed(64 + 32, 3),
        "array 0 has numbers of kind 3 (byte 96); expected 1, 2, 4 or 5"
    );
    assert!(changed(64 + 52 + 33, 5).starts_with("array 1 has no shape at byte 149: "));
    assert_eq!(said(&bytes[..230]), "the file has 230 bytes; its header describes 240");
    assert!(changed(222, 9).starts_with("the file is damaged: its bytes have the checksum "));
}

#[test]
fn what_does_not_fit_is_not_written() {
    let said = |layout: &Layout, numbers: &[i32]| write(layout, numbers).unwrap_err().to_string();
    assert_eq!(said(&LAYOUT, &[1]), "1 numbers; the arrays have 6");
    assert_eq!(
        said(&LAYOUT, &[0, 0, 0, 0, 40_000, 0]),
        "number 2 of the array words is 40000; i16 goes from -32768 to 32767"
    );
    assert_eq!(
        said(&Layout { game: "four in a row", ..LAYOUT }, &NUMBERS),
        "the name of the game is 1 to 16 ASCII characters without spaces, not \"four in a row\""
    );
    let none = Layout { arrays: &[], ..LAYOUT };
    assert_eq!(write(&none, &[]), Err(WriteError::Arrays { found: 0 }));
}

#[test]
fn shapes_without_numbers_or_with_too_many_are_none() {
    for dimensions in [&[][..], &[0], &[3, 0], &[1, 1, 1, 1, 1], &[1 << 16, 1 << 16]] {
        assert_eq!(Shape::new(dimensions), None, "{dimensions:?}");
    }
    assert_eq!(Shape::new(&[2, 3, 4]).map(Shape::count), Some(24));
}

/// What a file can hold: names, kinds, shapes, and numbers for them.
type Content = (String, String, Vec<(String, Kind, Vec<u32>)>, Vec<i32>);

fn content() -> impl Strategy<Value = Content> {
    let kind = prop::sample::select(vec![Kind::I8, Kind::I16, Kind::I32]);
    let array = ("[!-~]{1,32}", kind, prop::collection::vec(1..6u32, 1..=4));
    ("[!-~]{1,16}", "[!-~]{1,36}", prop::collection::vec(array, 1..5)).prop_flat_map(
        |(game, architecture, arrays)| {
            let number = |kind: Kind| kind.range().0..=kind.range().1;
            let numbers: Vec<_> = arrays
                .iter()
                .flat_map(|(_, kind, dimensions)| {
                    vec![number(*kind); dimensions.iter().product::<u32>() as usize]
                })
                .collect();
            (Just(game), Just(architecture), Just(arrays), numbers)
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read((game, architecture, arrays, written) in content()) {
        let arrays: Vec<ArrayLayout> = arrays
            .iter()
            .map(|(name, kind, dimensions)| ArrayLayout::new(name, *kind, dimensions))
            .collect();
        let layout = Layout { game: &game, architecture: &architecture, arrays: &arrays };
        let bytes = write(&layout, &written).unwrap();
        let file = File::read(&bytes).unwrap();
        prop_assert_eq!(file.check(&layout), Ok(()));
        prop_assert_eq!(numbers(&file), written);
    }

    #[test]
    fn any_damaged_byte_is_refused(at in any::<prop::sample::Index>(), change in 1..=255u8) {
        let mut bytes = small();
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert!(File::read(&bytes).is_err(), "byte {} of {}", at, bytes.len());
    }

    #[test]
    fn a_file_that_was_cut_or_goes_on_is_refused(length in any::<prop::sample::Index>(), more in prop::collection::vec(any::<u8>(), 1..9)) {
        let mut bytes = small();
        prop_assert!(File::read(&bytes[..length.index(bytes.len())]).is_err());
        bytes.extend(more);
        let longer = matches!(File::read(&bytes), Err(ReadError::Length { .. }));
        prop_assert!(longer);
    }

    /// Any bytes, and any bytes behind a header that is nearly right.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), kept in 0..250usize) {
        let _ = File::read(&bytes);
        let mut nearly = small();
        nearly.truncate(kept);
        nearly.extend(&bytes);
        let _ = File::read(&nearly);
    }
}
