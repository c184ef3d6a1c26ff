//! The program as a process, and files for it.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs the program with nothing on standard input.
pub fn fibnif<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fibnif")).args(args).stdin(Stdio::null()).output().unwrap()
}

/// The program with standard input and output on pipes.
pub fn piped() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fibnif"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// The output of a command that reads `input` and must succeed.
pub fn talk<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: impl AsRef<[u8]>) -> String {
    tell(piped().args(args), input)
}

/// The output of this command, which reads `input` and must succeed.
pub fn tell(command: &mut Command, input: impl AsRef<[u8]>) -> String {
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The lines that a command prints in answer to `input`, up to the first that begins with `last`. Only
/// then does its input end.
pub fn until<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str, last: &str) -> Vec<String> {
    let mut child = piped().args(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    let mut said: Vec<String> = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        said.push(line);
        if said.last().unwrap().starts_with(last) {
            break;
        }
    }
    drop(stdin);
    child.wait().unwrap();
    said
}

/// What a command prints that must succeed.
pub fn prints<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> String {
    let output = fibnif(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// The error of a command that must end with `code`, with nothing on standard output.
pub fn complains<S: AsRef<OsStr>>(code: i32, args: impl IntoIterator<Item = S>) -> String {
    let output = fibnif(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    errors
}

/// A file of this name and text in a folder of the test's own.
pub fn file(folder: &str, name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}
