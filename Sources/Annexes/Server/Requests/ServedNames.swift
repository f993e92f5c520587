import Glibc
import HTTPTypes
import Hummingbird

/// The hosts that a server answers for, and the pages whose requests it takes.
///
/// A page of another site can make a browser on this machine send anything here: as a form to this server's own address, or, once
/// its own name leads to that address (DNS rebinding), as requests whose answers it may read.
struct ServedNames: Sendable {
  /// In lower case, without port.
  private let hosts: Set<String>
  /// Hosts with their port, as a proxy before the server is reached.
  private let names: Set<String>
  /// Whether it listens on every address of the machine.
  private let isEverywhere: Bool

  static let loopback: Set<String> = ["127.0.0.1", "[::1]", "localhost"]
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
  private static let fetchMode = HTTPField.Name("Sec-Fetch-Mode")

  /// - Parameters:
  ///   - host: on which it listens.
  ///   - names: by which it is reached besides.
  init(host: String, names: [String]) {
    let own = host.contains(":") ? "[\(host.lowercased())]" : host.lowercased()
    isEverywhere = ["0.0.0.0", "[::]"].contains(own)
    self.names = Set(names.map { $0.lowercased() })
    hosts =
      Set(self.names.map(Self.host) + [own])
      .union(isEverywhere || Self.loopback.contains(own) ? Self.loopback : [])
  }

  func check(_ request: Request) throws(Problem) {
    guard let authority = request.head.authority?.lowercased(), !authority.isEmpty else {
      throw Problem(.badRequest, "expected the header Host, found none")
    }
    let host = Self.host(of: authority)
    guard hosts.contains(host) || (isEverywhere && Self.isAddress(host)) else {
      throw Problem(
        .misdirectedRequest,
        "expected a request for \(hosts.sorted().joined(separator: ", ")), found \(host); --name adds a name")
    }
    if let origin = request.headers[.origin], !isOwn(origin.lowercased(), authority) {
      throw Problem(.forbidden, "expected a request of this server's own page, found one of \(origin)")
    }
    if let name = Self.fetchSite, let site = request.headers[name], !["same-origin", "none"].contains(site),
      !isLink(request)
    {
      throw Problem(.forbidden, "expected a request of this server's own page, found one of another site")
    }
  }

  /// Whether a user follows a link to this server.
  private func isLink(_ request: Request) -> Bool {
    [.get, .head].contains(request.method) && Self.fetchMode.map { request.headers[$0] == "navigate" } == true
  }

  /// - Parameters:
  ///   - origin: such as `https://bench.example:8443`, or `null`.
  ///   - authority: what the request is for.
  private func isOwn(_ origin: String, _ authority: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return false }
    let site = String(origin.dropFirst(scheme.count))
    return site == authority || site + ":80" == authority || names.contains(site)
  }

  /// What stands before the port.
  private static func host(of authority: String) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
    let host = authority.prefix { $0 != ":" }
    return String(host.hasSuffix(".") ? host.dropLast() : host)
  }

  /// Whether it is an address, which no name can be made to lead to.
  private static func isAddress(_ host: String) -> Bool {
    var address = in6_addr()
    return host.hasPrefix("[")
      ? inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
      : inet_pton(AF_INET, host, &address) == 1
  }
}
