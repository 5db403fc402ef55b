//! A `PostgreSQL` server for tests, in a temporary directory and with a Unix socket in it.
//!
//! It is started from the programs that a package of the system has installed, it listens to no network, and it ends with its owner. Where there
//! are no such programs, [`PrivatePostgres::start`] says so, and a test is skipped; where `CI` is set that is an error ([`shared`]).
//!
//! The server does not sync its files, since nothing here survives its test anyway: what these tests show is that commits survive the
//! death of a client and of the server's processes, not that they survive a loss of power. For figures there is one that does
//! ([`PrivatePostgres::start_durable`]).

use std::io::{self, Read};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};
use tempfile::TempDir;

/// The user of every database here.
const USER: &str = "tablero";
/// The server is given so long to start.
const PATIENCE: Duration = Duration::from_mins(1);

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(
        "there is no PostgreSQL on this machine (no initdb in PATH or /usr/lib/postgresql): install Debian's postgresql"
    )]
    NotInstalled,
    #[error("PostgreSQL does not run as root, and this machine has no user nobody")]
    NoUser,
    #[error("{program}: {reason}")]
    Failed { program: &'static str, reason: String },
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A server that runs until this is dropped.
pub struct PrivatePostgres {
    folder: TempDir,
    programs: PathBuf,
    user: Option<(u32, u32)>,
    server: Option<Child>,
    kind: Kind,
    port: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fast,
    /// Syncs what it commits.
    Durable,
    /// Listens on the loopback interface, too, and offers TLS there.
    Encrypted,
}

impl PrivatePostgres {
    /// Makes the directory and starts the server.
    pub fn start() -> Result<PrivatePostgres, StartError> {
        PrivatePostgres::start_with(Kind::Fast)
    }

    /// A server that syncs what it commits, with the settings that it has by itself.
    pub fn start_durable() -> Result<PrivatePostgres, StartError> {
        PrivatePostgres::start_with(Kind::Durable)
    }

    /// A server that can also be reached at [`PrivatePostgres::network_url`], with a certificate for `localhost` that it has signed itself.
    pub fn start_encrypted() -> Result<PrivatePostgres, StartError> {
        PrivatePostgres::start_with(Kind::Encrypted)
    }

    fn start_with(kind: Kind) -> Result<PrivatePostgres, StartError> {
        let programs = programs().ok_or(StartError::NotInstalled)?;
        // In /tmp, since the name of a socket has at most 107 bytes.
        let folder = tempfile::Builder::new().prefix("tablero-pg").tempdir_in("/tmp")?;
        let user = unprivileged_user(folder.path())?;
        let mut server = PrivatePostgres { folder, programs, user, server: None, kind, port: 5432 };
        if let Some((uid, gid)) = server.user {
            std::os::unix::fs::chown(server.folder.path(), Some(uid), Some(gid))?;
        }
        let data = server.data();
        let mut initdb = server.command("initdb");
        initdb.args([
            "--username",
            USER,
            "--auth",
            "trust",
            "--encoding",
            "UTF8",
            "--locale",
            "C.UTF-8",
            "--no-sync",
            "-D",
        ]);
        let output = initdb.arg(&data).output()?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(StartError::Failed { program: "initdb", reason });
        }
        if kind == Kind::Encrypted {
            server.port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            server.make_certificate()?;
        }
        server.resume()?;
        Ok(server)
    }

    /// The certificate of a server with TLS.
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("server.crt")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("server.key")
    }

    fn make_certificate(&self) -> Result<(), StartError> {
        let mut openssl = Command::new("openssl");
        openssl.args([
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
        ]);
        openssl.args([
            "-addext",
            "subjectAltName=DNS:localhost",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
        ]);
        openssl.arg("-keyout").arg(self.key()).arg("-out").arg(self.certificate());
        let output = openssl.stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(StartError::Failed { program: "openssl", reason });
        }
        if let Some((uid, gid)) = self.user {
            std::os::unix::fs::chown(self.key(), Some(uid), Some(gid))?;
        }
        Ok(fs::set_permissions(self.key(), fs::Permissions::from_mode(0o600))?)
    }

    /// The address of a database over the network, of a server with TLS.
    pub fn network_url(&self, host: &str, database: &str) -> String {
        format!("postgres://{USER}@{host}:{}/{database}", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The directory of the socket.
    pub fn socket_folder(&self) -> &Path {
        self.folder.path()
    }

    /// The address of a database of this server.
    pub fn url(&self, database: &str) -> String {
        let (folder, port) = (self.folder.path().display(), self.port);
        format!("postgres://{USER}@/{database}?host={folder}&port={port}")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.stdin(Stdio::null()).current_dir(self.folder.path());
        // What the environment of the tests says is not meant for this server.
        for name in ["PGDATA", "PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSWORD"] {
            command.env_remove(name);
        }
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Starts the server again after [`PrivatePostgres::stop`].
    pub fn resume(&mut self) -> Result<(), StartError> {
        let log =
            fs::File::options().create(true).append(true).open(self.folder.path().join("log"))?;
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        let mut settings = vec!["max_connections=300".to_owned(), format!("port={}", self.port)];
        if self.kind == Kind::Encrypted {
            settings.extend(["listen_addresses=127.0.0.1".to_owned(), "ssl=on".to_owned()]);
            settings.push(format!("ssl_cert_file={}", self.certificate().display()));
            settings.push(format!("ssl_key_file={}", self.key().display()));
        } else {
            settings.push("listen_addresses=".to_owned());
        }
        if self.kind != Kind::Durable {
            let fast = [
                "fsync=off",
                "full_page_writes=off",
                "shared_buffers=32MB",
                "autovacuum_naptime=10min",
            ];
            settings.extend(fast.map(str::to_owned));
        }
        for setting in &settings {
            command.args(["-c", setting]);
        }
        self.server = Some(command.stdout(log.try_clone()?).stderr(log).spawn()?);
        let end = Instant::now() + PATIENCE;
        loop {
            match self.sql("postgres", "SELECT 1") {
                Ok(()) => return Ok(()),
                Err(StartError::Failed { reason, .. })
                    if Instant::now() > end || self.has_ended() =>
                {
                    let reason = format!("{reason}\n{}", self.log());
                    return Err(StartError::Failed { program: "postgres", reason });
                }
                Err(StartError::Failed { .. }) => thread::sleep(Duration::from_millis(20)),
                Err(error) => return Err(error),
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        self.server.as_mut().is_none_or(|server| !matches!(server.try_wait(), Ok(None)))
    }

    fn log(&self) -> String {
        let mut text = String::new();
        let file = fs::File::open(self.folder.path().join("log"));
        let _ = file.and_then(|mut file| file.read_to_string(&mut text));
        text
    }

    /// Ends the server at once, as a crash does: its processes are gone, clients lose their connections, and what was not
    /// committed is undone at the next start.
    pub fn stop(&mut self) -> io::Result<()> {
        let Some(mut server) = self.server.take() else { return Ok(()) };
        // SIGQUIT: the server ends its processes and does not tidy up.
        let _ = Command::new("kill").arg("-QUIT").arg(server.id().to_string()).status()?;
        server.wait()?;
        Ok(())
    }

    /// Carries out statements.
    pub fn sql(&self, database: &str, sql: &str) -> Result<(), StartError> {
        let failed = |error: tokio_postgres::Error| {
            let reason =
                std::error::Error::source(&error).map_or(error.to_string(), ToString::to_string);
            StartError::Failed { program: "postgres", reason }
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let (client, connection) =
                tokio_postgres::connect(&self.url(database), tokio_postgres::NoTls)
                    .await
                    .map_err(failed)?;
            let connection = tokio::spawn(connection);
            let done = client.batch_execute(sql).await.map_err(failed);
            drop(client);
            let _ = connection.await;
            done
        })
    }

    /// Makes an empty database and returns its address.
    pub fn database(&self) -> Result<String, StartError> {
        static MADE: Mutex<u32> = Mutex::new(0);
        let name = {
            let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
            *made += 1;
            format!("test{made}")
        };
        self.sql("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0"))?;
        Ok(self.url(&name))
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// One server for all tests of a program. `None` where none can be had; then a line on standard error says why, and under `CI` the test fails
/// instead: there, nothing is to be left out unnoticed.
///
/// # Panics
/// Where the environment has `CI` and there is no server.
pub fn shared() -> Option<&'static PrivatePostgres> {
    static SERVER: OnceLock<Option<PrivatePostgres>> = OnceLock::new();
    let start = || match PrivatePostgres::start() {
        Ok(server) => {
            end_with_the_program(&server);
            Some(server)
        }
        Err(error) => {
            assert!(env::var_os("CI").is_none(), "{error}");
            eprintln!("tests with PostgreSQL are skipped: {error}");
            None
        }
    };
    SERVER.get_or_init(start).as_ref()
}

/// What is static is never dropped: a small shell waits for the end of this program, stops the server and removes its directory.
fn end_with_the_program(server: &PrivatePostgres) {
    let Some(child) = &server.server else { return };
    let script = format!(
        "while kill -0 {me} 2>/dev/null; do sleep 0.2; done; kill -QUIT {child}; sleep 0.3; rm -rf '{folder}'",
        me = std::process::id(),
        child = child.id(),
        folder = server.folder.path().display(),
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A test runner that is stopped from the keyboard stops its group, and this one must outlive it.
    let _ = shell.process_group(0).spawn();
}

/// The directory of `PostgreSQL`'s programs: where PATH has them, or the newest that Debian has installed.
fn programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).find(|folder| folder.join("initdb").exists());
    let debian = || {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
        let folders = versions.map(|version| version.path().join("bin"));
        folders.filter(|folder| folder.join("initdb").exists()).max()
    };
    found.or_else(debian)
}

/// `PostgreSQL` refuses to run as root: then the user that owns nothing runs it.
fn unprivileged_user(folder: &Path) -> Result<Option<(u32, u32)>, StartError> {
    use std::os::unix::fs::MetadataExt;
    if fs::metadata(folder)?.uid() != 0 {
        return Ok(None);
    }
    let passwd = fs::read_to_string("/etc/passwd")?;
    let user = |name: &str| {
        let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut numbers = line.split(':').skip(2).map_while(|field| field.parse::<u32>().ok());
        Some((numbers.next()?, numbers.next()?))
    };
    user("postgres").or_else(|| user("nobody")).map(Some).ok_or(StartError::NoUser)
}
