//! What one address may ask of the server: requests per second, and connections held open.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Addresses remembered at the same time; beyond that, those with a full bucket are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// A token bucket for each address: it fills steadily, each request takes a token out, and when it is
/// empty the client has to wait.
pub struct RateLimiter {
    per_second: f64,
    burst: f64,
    levels: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl RateLimiter {
    pub fn new(per_second: f64, burst: f64) -> RateLimiter {
        RateLimiter { per_second, burst, levels: Mutex::default() }
    }

    /// Takes tokens out for what has turned out to cost more than one. The bucket may owe some afterwards,
    /// as many as it holds at most: the client waits until they are paid.
    pub fn charge(&self, address: IpAddr, tokens: f64, now: Instant) {
        let mut buckets = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(network(address)).or_insert((self.burst, now));
        *bucket = ((self.filled(*bucket, now) - tokens).max(-self.burst), now);
    }

    /// In how many seconds there will be a token, if there is none now. None is taken.
    pub fn wait(&self, address: IpAddr, now: Instant) -> Option<u64> {
        let buckets = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.filled(*buckets.get(&network(address))?, now);
        (left < 1.0).then(|| self.seconds(left))
    }

    /// How long it takes until a bucket has a token.
    fn seconds(&self, left: f64) -> u64 {
        ((1.0 - left) / self.per_second).ceil().clamp(1.0, 3600.0) as u64
    }

    /// How full a bucket is by now.
    fn filled(&self, (left, since): (f64, Instant), now: Instant) -> f64 {
        let seconds = now.saturating_duration_since(since).as_secs_f64();
        (left + seconds * self.per_second).min(self.burst)
    }

    /// Takes a token out, or returns in how many seconds there will be one.
    pub fn take(&self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let mut buckets = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |bucket| self.filled(bucket, now);
        if buckets.len() >= MOST_ADDRESSES {
            buckets.retain(|_, bucket| filled(*bucket) < self.burst);
        }
        if buckets.len() >= MOST_ADDRESSES {
            // Thousands of addresses are busy at once: all of them wait.
            return Err(1);
        }
        let bucket = buckets.entry(network(address)).or_insert((self.burst, now));
        let left = filled(*bucket);
        if left < 1.0 {
            *bucket = (left, now);
            return Err(self.seconds(left));
        }
        *bucket = (left - 1.0, now);
        Ok(())
    }
}

/// How many connections of one kind each address holds open at the same time.
pub struct ConnectionLimit {
    most: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

impl ConnectionLimit {
    pub fn new(most: usize) -> ConnectionLimit {
        ConnectionLimit { most, held: Mutex::default() }
    }

    /// One more connection, until the permit is dropped.
    pub fn acquire(self: &std::sync::Arc<Self>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = network(address);
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { limit: std::sync::Arc::clone(self), address })
    }

    /// How many are held by all addresses together.
    pub fn total(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

/// A connection that an address holds open.
pub struct ConnectionPermit {
    limit: std::sync::Arc<ConnectionLimit>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut held = self.limit.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}

/// One subscriber of IPv6 has a whole network of 64 bits: it counts as one address.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => IpAddr::V4(address),
            None => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{ConnectionLimit, RateLimiter};
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_that_asks_too_much_waits_and_others_do_not() {
        let buckets = RateLimiter::new(2.0, 3.0);
        let now = Instant::now();
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!([0; 3].map(|_| buckets.take(one, now)), [Ok(()); 3]);
        assert_eq!(buckets.take(one, now), Err(1));
        assert_eq!(buckets.take(other, now), Ok(()));
        let later = now + Duration::from_millis(500);
        assert_eq!(buckets.take(one, later), Ok(()));
        assert_eq!(buckets.take(one, later), Err(1));
    }

    #[test]
    fn what_turned_out_to_cost_more_is_paid_before_the_next() {
        let buckets = RateLimiter::new(1.0, 10.0);
        let now = Instant::now();
        let one = address("192.0.2.1");
        assert_eq!(buckets.take(one, now), Ok(()));
        buckets.charge(one, 11.0, now);
        assert_eq!(buckets.take(one, now), Err(3));
        assert_eq!(buckets.take(one, now + Duration::from_secs(3)), Ok(()));
        buckets.charge(one, 1e9, now + Duration::from_secs(3));
        assert_eq!(buckets.take(one, now + Duration::from_secs(3)), Err(11));
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let buckets = RateLimiter::new(1.0, 1.0);
        let now = Instant::now();
        assert_eq!(buckets.take(address("2001:db8::1"), now), Ok(()));
        assert_eq!(buckets.take(address("2001:db8::2"), now), Err(1));
        assert_eq!(buckets.take(address("2001:db8:0:1::1"), now), Ok(()));
    }

    #[test]
    fn what_is_let_go_can_be_held_again() {
        let limit = Arc::new(ConnectionLimit::new(1));
        let one = address("192.0.2.1");
        let held = limit.acquire(one);
        assert!(held.is_some() && limit.acquire(one).is_none());
        assert_eq!(limit.total(), 1);
        drop(held);
        assert!(limit.acquire(one).is_some());
    }
}
