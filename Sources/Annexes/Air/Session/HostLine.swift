import Captures
import Foundation
import Glibc
import World

/// The line over which hosts speak HCI with the controller, one host after another: packets with an indicator in front of each.
///
/// Source: Bluetooth Core 5.4, volume 4, part A, for the packets; Linux, drivers/bluetooth/hci_vhci.c, for virtual adapters.
///
/// A class, since descriptors are closed when it is no longer needed.
final class HostLine {
  /// Where hosts come from.
  enum Place: Sendable {
    case tcp(host: String, port: UInt16)
    /// FIFOs for what hosts send and for what they receive.
    case pipes(input: String, output: String)
    /// The kernel's driver of virtual adapters, which becomes the adapter `hciN`.
    case adapter(String)
  }

  /// What waiting ended with.
  struct Ready {
    var isStopped = false
    /// A host is there that was not.
    var hasNewHost = false
    /// What a host sent; nil when it left, empty when it sent nothing.
    var octets: [UInt8]? = []
  }

  private let place: Place
  /// Accepts hosts; -1 where there is one line for all of them.
  private let listener: Int32
  private var input: Int32 = -1
  private var output: Int32 = -1
  /// What the host has not taken yet.
  private var waiting: [UInt8] = []
  /// The address, pipes or adapter, as it is printed for users.
  let name: String

  /// Opens the line.
  ///
  /// - Throws: `FileProblem` for a port in use, a missing FIFO, and a driver that is missing or that this user may not open.
  init(_ place: Place) throws(FileProblem) {
    self.place = place
    switch place {
    case .tcp(let host, let port):
      (listener, name) = try Self.listen(at: host, port)
    case .pipes(let input, let output):
      listener = -1
      // A FIFO opened for both keeps its end open while hosts come and go.
      self.input = try Self.open(input, O_RDONLY)
      self.output = try Self.open(output, O_RDWR)
      name = "the pipes \(input) and \(output)"
    case .adapter(let driver):
      listener = -1
      input = try Self.open(driver, O_RDWR)
      output = input
      name = "the adapter hci\(try Self.number(ofAdapter: input, driver))"
    }
  }

  deinit {
    for descriptor in Set([listener, input, output]) where descriptor >= 0 { close(descriptor) }
  }

  /// Whether a host is there. One at the end of pipes or of an adapter counts from the beginning on.
  var hasHost: Bool { input >= 0 }

  /// Beyond this many octets that a host does not read, nothing more is read of what it sends.
  static let mostBacklog = 1 << 18

  /// Octets that the host has not taken yet.
  var backlog: Int { waiting.count }

  private static func open(_ path: String, _ flags: Int32) throws(FileProblem) -> Int32 {
    let descriptor = Glibc.open(path.fileName, flags | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
    return descriptor
  }

  /// Asks the driver for an adapter.
  private static func number(ofAdapter descriptor: Int32, _ driver: String) throws(FileProblem) -> Int {
    let request: [UInt8] = [0xFF, 0x00]
    guard write(descriptor, request, 2) == 2 else { throw FileProblem(file: driver, systemError: errno) }
    var answer = [UInt8](repeating: 0, count: 4)
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 2000) == 1, read(descriptor, &answer, 4) == 4, answer[0] == 0xFF else {
      throw FileProblem(file: driver, expected: "the number of an adapter", found: "no answer")
    }
    return Int(answer[2]) | Int(answer[3]) << 8
  }

  private static func listen(at host: String, _ port: UInt16) throws(FileProblem) -> (Int32, String) {
    let place = "\(host):\(port)"
    var hints = addrinfo()
    (hints.ai_flags, hints.ai_socktype) = (AI_PASSIVE | AI_NUMERICHOST, Int32(SOCK_STREAM.rawValue))
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
      throw FileProblem(
        file: "--listen", expected: "an address of this machine in numbers, such as 127.0.0.1:9000",
        found: place)
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FileProblem(file: place, systemError: errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, Glibc.listen(descriptor, 8) == 0 else {
      let code = errno
      close(descriptor)
      throw FileProblem(file: place, systemError: code)
    }
    var bound = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let chosen = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    // IPv4 and IPv6 have the port in the same place.
    let number = withUnsafeBytes(of: bound) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    return (descriptor, "\(host):\(chosen == 0 ? number : port)")
  }

  /// Waits until something happens, at most until a moment.
  ///
  /// - Parameters:
  ///   - stop: A descriptor with something to read once the program is to end.
  ///   - microseconds: How long at most, in steps of a millisecond; nil for as long as it takes.
  func wait(_ stop: Int32, atMost microseconds: Int64?) -> Ready {
    var ready = Ready()
    let writes = waiting.isEmpty ? Int16(0) : Int16(POLLOUT)
    // A host that does not read is not listened to: answers to it would fill the memory.
    let isHeard = waiting.count <= Self.mostBacklog
    let reads = isHeard ? Int16(POLLIN) : 0
    var all = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasHost ? -1 : listener, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isHeard || input == output ? input : -1, events: reads | (input == output ? writes : 0),
        revents: 0),
      pollfd(fd: input == output || writes == 0 ? -1 : output, events: writes, revents: 0),
    ]
    let milliseconds = microseconds.map { Int32(clamping: ($0 + 999) / 1000) } ?? -1
    let count = poll(&all, nfds_t(all.count), milliseconds)
    guard count > 0 else { return ready }
    ready.isStopped = all[0].revents != 0
    if all[1].revents != 0 { ready.hasNewHost = accept() }
    if all[2].revents & ~Int16(POLLOUT) != 0 { ready.octets = receive() }
    flush()
    return ready
  }

  /// Lets the next host in.
  private func accept() -> Bool {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return false }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    (input, output, waiting) = (descriptor, descriptor, [])
    return true
  }

  /// What the host sent; nil when it is gone.
  private func receive() -> [UInt8]? {
    var octets = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(input, &octets, octets.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
    return count == 0 ? nil : Array(octets[..<count])
  }

  /// Sends octets as soon as the host takes them.
  func send(_ octets: [UInt8]) {
    waiting += octets
    flush()
  }

  private func flush() {
    guard output >= 0 else { return }
    var sent = 0
    while sent < waiting.count {
      let length = sizeOfWrite(from: sent)
      let count = waiting.withUnsafeBytes { write(output, $0.baseAddress.map { $0 + sent }, length) }
      guard count > 0 else { break }
      sent += count
    }
    waiting.removeFirst(sent)
  }

  /// A driver takes one packet at a time.
  private func sizeOfWrite(from place: Int) -> Int {
    guard case .adapter = self.place, place + 2 < waiting.count else { return waiting.count - place }
    return min(3 + Int(waiting[place + 2]), waiting.count - place)
  }

  /// Ends the connection with a host. Pipes and adapters have no other one.
  func dismiss() {
    guard listener >= 0, input >= 0 else { return }
    close(input)
    (input, output, waiting) = (-1, -1, [])
  }

  /// Whether hosts may come one after another.
  var takesOthers: Bool { listener >= 0 }
}
