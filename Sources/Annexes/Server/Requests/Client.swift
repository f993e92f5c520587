import Glibc
import NIOCore

/// Who asks, by the address of the connection: an IPv4 address, or the network of an IPv6 address, of which one user has many.
struct Client: Hashable, Sendable {
  private let octets: [UInt8]

  init(_ address: SocketAddress?) {
    var octets = [UInt8](repeating: 0, count: 16)
    guard let text = address?.ipAddress, text.contains(":"), inet_pton(AF_INET6, text, &octets) == 1 else {
      self.octets = Array((address?.ipAddress ?? "").utf8)
      return
    }
    // The loopback address and mapped IPv4 addresses begin equally.
    self.octets = octets.prefix(8).allSatisfy { $0 == 0 } ? octets : Array(octets.prefix(8))
  }
}

/// How many requests a second each client may make. Those with the token and those without are counted separately, so that the latter
/// cannot use up the allowance of the former.
struct RateLimit: Sendable {
  struct Caller: Hashable, Sendable {
    let client: Client
    let hasToken: Bool
  }

  private struct Allowance {
    var requests: Double
    var at: Double
  }

  /// Requests a second.
  private let rate: Double
  private var allowances: [Caller: Allowance] = [:]
  /// How many callers are distinguished.
  private static let most = 10_000

  init(_ rate: Double) { self.rate = rate }

  /// Whether one more request is within the rate.
  ///
  /// - Parameter now: seconds of any steady clock.
  mutating func admits(_ caller: Caller, at now: Double) -> Bool {
    if allowances.count >= Self.most, allowances[caller] == nil {
      // After a second everybody has the whole allowance again.
      allowances = allowances.filter { now - $0.value.at < 1 }
      guard allowances.count < Self.most else { return false }
    }
    let before = allowances[caller] ?? Allowance(requests: rate, at: now)
    let allowed = min(rate, before.requests + (now - before.at) * rate)
    allowances[caller] = Allowance(requests: allowed < 1 ? allowed : allowed - 1, at: now)
    return allowed >= 1
  }
}
