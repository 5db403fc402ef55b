//! Where a database is, how it is reached, and where its password comes from.
//!
//! The password is part of an address, and is shown by nothing here: not by `Debug`, not by an error, not by the name of the place.

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use std::env;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

/// A server that does not answer for so long is taken to be out of reach.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const SILENCE: Duration = Duration::from_secs(5);

/// The address of a database: `postgres://USER@HOST:PORT/DATABASE?sslmode=…`.
#[derive(Clone)]
pub struct Address {
    pub(super) config: Config,
    pub(super) tls: Option<MakeRustlsConnect>,
    place: String,
    has_password: bool,
}

/// The text is not the address of a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("the address of a PostgreSQL database begins with postgres:// or postgresql://")]
    NoPostgres,
    /// The reason has no part of the text: it may hold a password.
    #[error("the address of the database cannot be read: {0}")]
    Unreadable(String),
    #[error("sslmode is disable, prefer, require, verify-ca or verify-full, not {0:?}")]
    SslMode(String),
    #[error("there are no certificates to check the database's by: {0}")]
    NoCertificates(String),
}

/// How TLS is used, with the meanings that `PostgreSQL`'s own clients give to the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tls {
    Disable,
    /// Where the server offers it, whoever it is.
    Prefer,
    /// In any case, whoever the server is.
    Require,
    /// The server's certificate must come from an authority that is trusted.
    VerifyCa,
    /// And it must be for the name by which the server is reached.
    VerifyFull,
}

impl Address {
    /// Does a text begin like the address of a database, and not like the name of a file?
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Does the text itself have a password, which other users of the machine could see if it is an argument?
    pub fn has_password(&self) -> bool {
        self.has_password
    }

    /// The place without the user and the password, for people to read.
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({})", self.place)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    /// Reads an address. A password that is not in it comes from `PGPASSWORD`, or from the file that `PGPASSFILE` names or `~/.pgpass`.
    fn from_str(text: &str) -> Result<Address, AddressError> {
        if !Address::is_meant(text) {
            return Err(AddressError::NoPostgres);
        }
        let (rest, parameters) = text.split_once('?').unwrap_or((text, ""));
        let (mut tls, mut root, mut others) = (Tls::Prefer, None, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", mode)) => tls = read_mode(mode)?,
                Some(("sslrootcert", file)) => root = Some(PathBuf::from(file)),
                _ => others.push(parameter),
            }
        }
        let query =
            if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
        let mut config = Config::from_str(&format!("{rest}{query}"))
            .map_err(|error| AddressError::Unreadable(reason(&error)))?;
        let has_password = config.get_password().is_some();
        if config.get_hosts().is_empty() {
            config.host("localhost");
        }
        if config.get_dbname().is_none() {
            config.dbname("tablero");
        }
        if !has_password && let Some(password) = known_password(&config) {
            config.password(password);
        }
        config
            .ssl_mode(match tls {
                Tls::Disable => SslMode::Disable,
                Tls::Prefer => SslMode::Prefer,
                _ => SslMode::Require,
            })
            .connect_timeout(CONNECT_TIMEOUT)
            .tcp_user_timeout(SILENCE)
            .keepalives_idle(SILENCE);
        let place = place(&config);
        let tls = match tls {
            Tls::Disable => None,
            _ => Some(connector(tls, root)?),
        };
        Ok(Address { config, tls, place, has_password })
    }
}

fn read_mode(text: &str) -> Result<Tls, AddressError> {
    match text {
        "disable" => Ok(Tls::Disable),
        "prefer" | "allow" => Ok(Tls::Prefer),
        "require" => Ok(Tls::Require),
        "verify-ca" => Ok(Tls::VerifyCa),
        "verify-full" => Ok(Tls::VerifyFull),
        other => Err(AddressError::SslMode(other.chars().take(20).collect())),
    }
}

/// What is wrong with an address, in words that have nothing of it.
fn reason(error: &tokio_postgres::Error) -> String {
    let source = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    // The library names the parameter that it does not know; the values stay out.
    match source.split_once('`') {
        Some((said, _)) if said.contains("option") => {
            let name: String = source.chars().filter(|c| *c != '`').take(60).collect();
            if name.contains('@') { said.trim().to_owned() } else { name }
        }
        _ => "it is like postgres://USER@HOST:PORT/DATABASE".to_owned(),
    }
}

fn place(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => String::new(),
    };
    let port = config.get_ports().first().map(|port| format!(":{port}")).unwrap_or_default();
    format!("the database {} at {host}{port}", config.get_dbname().unwrap_or_default())
}

/// The password of the environment: `PGPASSWORD`, or a line of a password file that fits.
fn known_password(config: &Config) -> Option<String> {
    if let Some(password) = env::var("PGPASSWORD").ok().filter(|password| !password.is_empty()) {
        return Some(password);
    }
    let file = env::var_os("PGPASSFILE").map(PathBuf::from);
    let file = file.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".pgpass")))?;
    let host = match config.get_hosts().first()? {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(_) => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let wanted = [&host, &port, config.get_dbname()?, config.get_user().unwrap_or_default()];
    password_in(&fs::read_to_string(file).ok()?, wanted.map(AsRef::as_ref))
}

/// The password of the first line that fits host, port, database and user; an asterisk fits everything.
fn password_in(text: &str, wanted: [&str; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let [.., password] = fields.as_slice() else { return None };
        let fits = |(field, wanted): (&String, &str)| field == "*" || field == wanted;
        let fit = fields.len() == 5 && fields.iter().zip(wanted).all(fits);
        fit.then(|| password.clone())
    })
}

/// The fields of a line of a password file, in which a backslash takes the meaning from a colon.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut letters) = (vec![String::new()], line.chars());
    while let Some(letter) = letters.next() {
        let letter = match letter {
            // The password is the last field, whatever is in it.
            ':' if fields.len() < 5 => {
                fields.push(String::new());
                continue;
            }
            '\\' => letters.next().unwrap_or('\\'),
            letter => letter,
        };
        if let Some(field) = fields.last_mut() {
            field.push(letter);
        }
    }
    fields
}

fn connector(tls: Tls, root: Option<PathBuf>) -> Result<MakeRustlsConnect, AddressError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let none = |error: &dyn fmt::Display| AddressError::NoCertificates(error.to_string());
    let verifier: Arc<dyn ServerCertVerifier> = if matches!(tls, Tls::Prefer | Tls::Require) {
        Arc::new(Unverified {
            schemes: provider.signature_verification_algorithms.supported_schemes(),
        })
    } else {
        let mut roots = RootCertStore::empty();
        if let Some(file) = root {
            let shown = file.display().to_string();
            let certificates = CertificateDer::pem_file_iter(&file)
                .map_err(|error| AddressError::NoCertificates(format!("{shown}: {error}")))?;
            for certificate in certificates {
                let certificate = certificate
                    .map_err(|error| AddressError::NoCertificates(format!("{shown}: {error}")))?;
                roots.add(certificate).map_err(|error| none(&error))?;
            }
        } else {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        let verifier =
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider));
        let verifier = verifier.build().map_err(|error| none(&error))?;
        if tls == Tls::VerifyCa { Arc::new(AnyName(verifier)) } else { verifier }
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| none(&error))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Encrypts without asking who the server is, as `sslmode=require` says.
#[derive(Debug)]
struct Unverified {
    schemes: Vec<SignatureScheme>,
}

impl ServerCertVerifier for Unverified {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes.clone()
    }
}

/// Checks everything but the name.
#[derive(Debug)]
struct AnyName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        use rustls::Error::InvalidCertificate;
        match self.0.verify_server_cert(end_entity, intermediates, name, ocsp, now) {
            // The name is the last that is checked.
            Err(InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for text in [
            "postgres://zoe:hunter2@db.example:5433/club?sslmode=require",
            "postgresql://zoe@db.example:5433/club?password=hunter2",
        ] {
            let address: Address = text.parse().unwrap();
            assert!(address.has_password());
            let shown = format!("{address:?} {} {:?}", address.place(), address.config);
            assert!(shown.contains("the database club at db.example:5433"), "{shown}");
            assert!(!shown.contains("hunter2"), "{shown}");
        }
        let address: Address = "postgres://zoe@db.example/club".parse().unwrap();
        assert!(!address.has_password());
    }

    #[test]
    fn what_is_wrong_with_an_address_is_said_without_the_address() {
        for text in [
            "postgres://zoe:hunter2@db.example:x/club",
            "postgres://zoe:hunter2@db.example/club?sslmode=maybe",
            "postgres://zoe:hunter2@db.example/club?colour=blue",
            "postgres://zoe:hunter2@db.example/club?sslmode=verify-full&sslrootcert=/none",
            "games.db",
        ] {
            let error = text.parse::<Address>().unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("hunter2") && !shown.contains("zoe"), "{shown}");
        }
        let error = "postgres://h/d?sslmode=maybe".parse::<Address>().unwrap_err();
        assert_eq!(error, AddressError::SslMode("maybe".to_owned()));
    }

    #[test]
    fn the_first_line_of_a_password_file_that_fits_counts() {
        let file = "# a comment\nother:5432:*:ann:wrong\nshort:line\n*:*:club:ann:se\\:cr\\\\et:1\n*:*:*:*:later\n";
        let password = |wanted| password_in(file, wanted);
        assert_eq!(password(["db", "5432", "club", "ann"]).as_deref(), Some("se:cr\\et:1"));
        assert_eq!(password(["db", "5432", "club", "bob"]).as_deref(), Some("later"));
        assert_eq!(password_in("db:5432:club:ann:x", ["db", "1", "club", "ann"]), None);
    }

    #[test]
    fn files_are_not_taken_for_databases() {
        assert!(Address::is_meant("postgres:///club"));
        assert!(!Address::is_meant("club.db") && !Address::is_meant("./postgres"));
    }
}
