//! The features of games: what solvers, nets and exporters may not know. A rule names its feature in its row,
//! and a word of a rule after the word.

/// Defines the features, each with its description.
macro_rules! features {
    ($($feature:ident $text:literal;)*) => {
        /// A rule, or a property of the board or of a piece, that chess does not have or that a program
        /// may need to know.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature {
            $(#[doc = $text] $feature,)*
        }

        impl Feature {
            /// Its description, for a sentence that says it is not supported.
            pub fn text(self) -> &'static str {
                match self {
                    $(Feature::$feature => $text,)*
                }
            }
        }
    };
}

features! {
    UntradedPieces "pieces that must not be traded";
    UntakenPieces "pieces that are never captured";
    RepetitionLimit "another number of repetitions";
    MoveLimit "another limit of moves without captures";
    MaterialRule "other rules on who can still win";
    Grid "a grid";
    DecidedDraws "draws that count as wins";
    OtherEnds "other ends than mate";
    CountedEndings "counted endings";
    ShuffledStart "starting positions that are shuffled";
    Castling "castling";
    DoubleTurns "turns of two moves";
    SeriesOfMoves "turns of several moves";
    Walls "squares that become walls";
    Passes "turns that are passed";
    ForcedCaptures "captures that must be made";
    Captors "captors that stay, explode or turn into walls";
    SideChanges "pieces that change sides";
    RestrictedChecks "checks that must not be given";
    RestrictedEvasions "kings that may not leave a check";
    RoyalsByPlace "several kings of which one counts by its place";
    SpareRoyals "several kings of which one may be left in check";
    LastRoyals "several kings of which only the last one counts";
    MateWins "mate that wins for the side that is mated";
    MatesByPiece "mates that count by the pieces that give them";
    StalemateDecides "stalemate that wins or loses";
    UnusualStalemate "what having no move means here";
    LosingRepetition "repetition that loses for the side that repeats";
    PerpetualCheck "perpetual check that loses";
    PerpetualChase "perpetual chase that loses";
    ClosingRepetition "repetition that closes the squares of one color";
    Holes "a board with holes";
    Hexagons "a board of hexagons";
    ZoneMoves "other moves on some squares";
    Confined "pieces that are confined to a zone";
    UncheckedMoves "moves only out of check";
    SpaciousMoves "moves that need room behind their end";
    MovesAfterCapture "moves that wait for a capture";
    Loans "moves that pieces of one side lend each other";
    CastlingMoves "castling as a move of its own";
    CapturesOnTheWay "moves that capture on the way or remove pieces";
    PassesBySide "moves for which the side of a piece on the way matters";
    OptionalPromotion "promotion that may be declined";
    PromotionInstead "promotion instead of a move, or by the file";
    CapturedPromotion "promotion to captured pieces only";
    Becomes "pieces that change type when they move";
    Hands "pieces in hand that are dropped on the board";
    SparedKinds "pieces that others never hop over or never capture";
    LimitedNumber "a limit on how many pieces of a type a side may have";
}
