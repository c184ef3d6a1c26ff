//! Owns the search threads of a session.
