//! A program that ends with this process, however that ends, and with all that it has started.
//!
//! The program runs in a process group that is led by a watcher: a shell that reads from a pipe of which only
//! this process has the other end, and that kills the group when the pipe is closed. The kernel closes it on every
//! way out: at the end of `main` while threads still think, by a signal, by SIGKILL. The watcher is started first,
//! so that there is no moment in which the program runs unwatched, and while it is there the number of the group
//! is not given to others.
//!
//! Decided against: a parent-death signal, which reaches the program but not what it has started, ends it with
//! the thread that started it, is not on every Unix, and needs `unsafe`; and handlers for each signal with a list of
//! groups to kill, which cannot cover SIGKILL, and once that is covered add nothing.

use crate::Program;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// A program that runs. When it is dropped, it is killed together with whatever it has started, and waited for.
pub struct Process {
    program: Child,
    group: Group,
}

impl Process {
    /// Starts a program; its input and output are pipes.
    pub fn start(command: &mut Command) -> io::Result<Process> {
        let group = Group::new()?;
        group.place(command);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Ok(Process { program: command.spawn()?, group })
    }

    /// Starts a program to talk with: each order that is sent becomes a line of its input, written on a thread, and
    /// `listen` reads its output on another.
    pub fn talk<O: Display + Send + 'static>(
        program: &Program,
        listen: impl FnOnce(ChildStdout) + Send + 'static,
    ) -> io::Result<(Process, Sender<O>)> {
        let (name, arguments) =
            program.words.split_first().ok_or(io::Error::from(io::ErrorKind::NotFound))?;
        let mut process = Process::start(Command::new(name).args(arguments))?;
        let (orders, to_write) = mpsc::channel();
        if let Some((input, output)) = process.take_pipes() {
            thread::spawn(move || write(input, to_write));
            thread::spawn(move || listen(output));
        }
        Ok((process, orders))
    }

    /// The ends of its pipes, at the first call.
    pub fn take_pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.program.stdin.take().zip(self.program.stdout.take())
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.program.try_wait(), Ok(None))
    }

    /// Gives a program that was asked to quit a moment to end by itself.
    pub fn farewell(&mut self) {
        const FAREWELL: Duration = Duration::from_millis(300);
        let asked = Instant::now();
        while asked.elapsed() < FAREWELL && !self.has_ended() {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Even a program that has ended may have left others behind.
        self.group.kill(&self.program);
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Writes orders until the sender is gone or the program has closed its input.
fn write<O: Display>(mut input: ChildStdin, orders: impl IntoIterator<Item = O>) {
    for order in orders {
        // In one piece: there are programs that take the half of a line for the whole.
        if input.write_all(format!("{order}\n").as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// The process group of a program.
#[cfg(unix)]
struct Group {
    /// The leader; `None` where the system has no shell, and the program leads its own group.
    watcher: Option<Child>,
}

#[cfg(unix)]
impl Group {
    fn new() -> io::Result<Group> {
        use std::os::unix::process::CommandExt;
        // A signal to the whole group, as wrapper scripts send it, must not end the watcher before the others.
        const WATCH: &str = "trap '' HUP INT TERM; read -r line; kill -s KILL 0";
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WATCH]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        match shell.spawn() {
            Ok(watcher) => Ok(Group { watcher: Some(watcher) }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Group { watcher: None }),
            Err(error) => Err(error),
        }
    }

    /// Lets a program start in this group. There it does not hear a Ctrl-C that is meant for us, either.
    fn place(&self, command: &mut Command) {
        use std::os::unix::process::CommandExt;
        command
            .process_group(self.watcher.as_ref().map_or(0, |watcher| watcher.id().cast_signed()));
    }

    fn kill(&self, program: &Child) {
        let leader = self.watcher.as_ref().unwrap_or(program);
        kill_group(leader);
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            // It has not been waited for, so its number is not yet another's.
            kill_group(watcher);
            let _ = watcher.wait();
        }
    }
}

/// Kills the group that a child leads.
#[cfg(unix)]
fn kill_group(leader: &Child) {
    let group = rustix::process::Pid::from_child(leader);
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

#[cfg(not(unix))]
struct Group;

#[cfg(not(unix))]
impl Group {
    fn new() -> io::Result<Group> {
        Ok(Group)
    }

    fn place(&self, _: &mut Command) {}

    fn kill(&self, _: &Child) {}
}
