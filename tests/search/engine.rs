//! The search thread: its messages come in order, and it ends when it is told to.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::common::game;
use fibnif::engine::search::{Limits, SearchResult};
use fibnif::rules::position::Position;
use fibnif::session::engine::{Engine, Message, SearchId};

fn engine() -> (Engine, Receiver<Message>) {
    let (sender, inbox) = channel();
    (Engine::new(1, move |message| drop(sender.send(message))).unwrap(), inbox)
}

/// The reports of a search, which must be all messages before its end, and its result.
fn result(inbox: &Receiver<Message>, id: SearchId) -> (usize, SearchResult) {
    let mut reports = 0;
    loop {
        match inbox.recv_timeout(Duration::from_secs(20)).unwrap() {
            Message::Ready(_) => continue,
            Message::Report(of, _) => assert_eq!(of, id),
            Message::Done(of, best) => {
                assert_eq!(of, id);
                return (reports, best);
            }
        }
        reports += 1;
    }
}

#[test]
fn searches_end_in_order_each_with_reports_and_one_result() {
    let (mut engine, inbox) = engine();
    let chess = game("chess");
    engine.start(1, Position::start(chess.clone()), Limits::default());
    engine.start(2, Position::start(chess), Limits { depth: Some(3), ..Limits::default() });
    engine.set_hash(2);
    engine.set_threads(2);
    engine.prepare(30, game("cwda:rookies/nutters"));
    engine.start(3, Position::start(game("cwda:rookies/nutters")), Limits::default());
    for id in 1..=3 {
        if id == 3 {
            engine.stop();
        }
        let (reports, best) = result(&inbox, id);
        assert!(reports > 0 && best.best_move.is_some());
    }
    engine.stop();
    assert_eq!(inbox.recv_timeout(Duration::from_millis(20)), Err(RecvTimeoutError::Timeout));
}

#[test]
fn dropping_the_engine_ends_its_search() {
    let (mut engine, inbox) = engine();
    engine.start(7, Position::start(game("chess")), Limits::default());
    drop(engine);
    assert!(matches!(inbox.iter().last(), Some(Message::Done(7, _))));
}
