//! The piece types that Fairy-Stockfish names, with their moves as it reads them.

/// A piece type of its files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(super) struct TypeId(u8);

/// Key, name, moves. The order is the program's own: of two types with one letter the later one stays.
const NAMED: &[(&str, &str, &str)] = &[
    ("pawn", "Pawn", "fmWfceF"),
    ("knight", "Knight", "N"),
    ("bishop", "Bishop", "B"),
    ("rook", "Rook", "R"),
    ("queen", "Queen", "Q"),
    ("fers", "Ferz", "F"),
    ("alfil", "Alfil", "A"),
    ("fersAlfil", "Ferz-Alfil", "FA"),
    ("silver", "Silver", "FfW"),
    ("aiwok", "Ai-Wok", "RNF"),
    ("bers", "Bers", "RF"),
    ("archbishop", "Archbishop", "BN"),
    ("chancellor", "Chancellor", "RN"),
    ("amazon", "Amazon", "QN"),
    ("knibis", "Knight-Bishop", "mNcB"),
    ("biskni", "Bishop-Knight", "mBcN"),
    ("kniroo", "Knight-Rook", "mNcR"),
    ("rookni", "Rook-Knight", "mRcN"),
    ("shogiPawn", "Shogi Pawn", "fW"),
    ("lance", "Lance", "fR"),
    ("shogiKnight", "Shogi Knight", "fN"),
    ("gold", "Gold", "WfF"),
    ("dragonHorse", "Dragon Horse", "BW"),
    ("clobber", "Clobber", "cW"),
    ("breakthrough", "Breakthrough Piece", "fmWfF"),
    ("immobile", "Immobile Piece", ""),
    ("cannon", "Cannon", "mRcpR"),
    ("janggiCannon", "Janggi Cannon", "pR"),
    ("soldier", "Soldier", "fsW"),
    ("horse", "Horse", "nN"),
    ("elephant", "Elephant", "nA"),
    ("janggiElephant", "Janggi Elephant", "nZ"),
    ("banner", "Banner", "RcpRnN"),
    ("wazir", "Wazir", "W"),
    ("commoner", "Commoner", "K"),
    ("centaur", "Centaur", "KN"),
];
/// How many types of a file's own there may be.
const CUSTOM: u8 = 25;
const NAMED_COUNT: u8 = 36;
const _: () = assert!(NAMED.len() == NAMED_COUNT as usize);

impl TypeId {
    pub(super) const PAWN: TypeId = TypeId(0);
    pub(super) const KNIGHT: TypeId = TypeId(1);
    pub(super) const BISHOP: TypeId = TypeId(2);
    pub(super) const ROOK: TypeId = TypeId(3);
    pub(super) const FERS: TypeId = TypeId(5);
    pub(super) const BERS: TypeId = TypeId(10);
    pub(super) const SHOGI_PAWN: TypeId = TypeId(18);
    pub(super) const CANNON: TypeId = TypeId(26);
    pub(super) const JANGGI_CANNON: TypeId = TypeId(27);
    pub(super) const SOLDIER: TypeId = TypeId(28);
    pub(super) const HORSE: TypeId = TypeId(29);
    pub(super) const ELEPHANT: TypeId = TypeId(30);
    pub(super) const JANGGI_ELEPHANT: TypeId = TypeId(31);
    pub(super) const WAZIR: TypeId = TypeId(33);
    pub(super) const KING: TypeId = TypeId(NAMED_COUNT + CUSTOM);

    /// Every type, in the program's order.
    pub(super) fn all() -> impl Iterator<Item = TypeId> {
        (0..=TypeId::KING.0).map(TypeId)
    }

    /// The key that gives it a letter.
    pub(super) fn key(self) -> String {
        match NAMED.get(usize::from(self.0)) {
            Some((key, ..)) => (*key).to_string(),
            None if self == TypeId::KING => "king".to_string(),
            None => format!("customPiece{}", self.0 - NAMED_COUNT + 1),
        }
    }

    /// The end of the keys for its mobility region.
    pub(super) fn capitalized(self) -> String {
        let key = self.key();
        key[..1].to_ascii_uppercase() + &key[1..]
    }

    /// Its name for people; `None` for a file's own type.
    pub(super) fn name(self) -> Option<&'static str> {
        let named = NAMED.get(usize::from(self.0)).map(|(_, name, _)| *name);
        named.or_else(|| (self == TypeId::KING).then_some("King"))
    }

    /// Its moves if the file does not say them.
    pub(super) fn moves(self) -> &'static str {
        match NAMED.get(usize::from(self.0)) {
            Some((.., moves)) => moves,
            None if self == TypeId::KING => "K",
            None => "",
        }
    }

    /// Whether the file says its moves.
    pub(super) fn is_custom(self) -> bool {
        (NAMED_COUNT..TypeId::KING.0).contains(&self.0)
    }
}
