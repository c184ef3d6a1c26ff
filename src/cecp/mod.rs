//! The Chess Engine Communication Protocol: a session as a pure state machine.
