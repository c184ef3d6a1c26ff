//! Child processes that end together with all their descendants.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};

use super::system::Tree;

/// A child process and its descendants. Ctrl-C at the terminal does not reach them. Dropping it kills
/// them.
#[derive(Debug)]
pub struct ChildTree {
    child: Child,
    tree: Tree,
    status: Option<ExitStatus>,
}

impl ChildTree {
    /// Starts the process.
    pub fn spawn(command: &mut Command) -> io::Result<ChildTree> {
        Tree::prepare(command);
        let child = command.spawn()?;
        let tree = Tree::of(&child);
        Ok(ChildTree { child, tree, status: None })
    }

    /// The process id of the child.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The child's standard input, the first time it is asked for, if it is a pipe.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// The child's standard output, the first time it is asked for, if it is a pipe.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The exit status of the child, or `None` while it runs. Descendants that outlive it are killed.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.child.try_wait()?;
            if self.status.is_some() {
                self.tree.kill();
            }
        }
        Ok(self.status)
    }

    /// Kills the child and its descendants, and waits for the child's end.
    pub fn kill(&mut self) {
        if self.status.is_none() {
            self.tree.kill();
            // If the tree cannot be killed, the child still can.
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
    }
}

impl Drop for ChildTree {
    fn drop(&mut self) {
        self.kill();
    }
}
