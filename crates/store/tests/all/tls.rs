//! Encrypted connections to a database, and who it is taken for.

use crate::common::wait;
use private_postgres::PrivatePostgres;
use store::{Address, Log, Postgres, PostgresOptions};

#[test]
fn a_connection_is_encrypted_and_the_certificate_is_checked_where_that_is_asked_for() {
    if private_postgres::shared().is_none() {
        return;
    }
    let server = PrivatePostgres::start_encrypted().unwrap();
    server.sql("postgres", "CREATE DATABASE club").unwrap();
    let open = |host: &str, parameters: &str| {
        let url = server.network_url(host, "club") + "?" + parameters;
        let address: Address = url.parse().unwrap();
        let patience = std::time::Duration::from_millis(1);
        Postgres::open_with(&address, PostgresOptions { patience, ..PostgresOptions::default() })
    };
    let certificate = format!("sslrootcert={}", server.certificate().display());
    let full = format!("sslmode=verify-full&{certificate}");
    let any_name = format!("sslmode=verify-ca&{certificate}");
    for (host, parameters, accepted) in [
        ("localhost", "sslmode=require", true),
        ("localhost", full.as_str(), true),
        ("127.0.0.1", full.as_str(), false),
        ("127.0.0.1", any_name.as_str(), true),
        ("localhost", "sslmode=verify-full", false),
        ("localhost", "sslmode=verify-ca", false),
    ] {
        let opened = open(host, parameters);
        let error = opened.as_ref().err().map(ToString::to_string);
        assert_eq!(opened.is_ok(), accepted, "{host} {parameters}: {error:?}");
        if let Ok(log) = opened {
            assert_eq!(wait(log.secret()).unwrap().len(), 32);
            let encrypted = "DO $$ BEGIN IF EXISTS (SELECT FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                WHERE application_name LIKE 'tablero%' AND NOT ssl) THEN RAISE 'not encrypted'; END IF; END $$";
            server.sql("club", encrypted).unwrap();
        }
    }
}
