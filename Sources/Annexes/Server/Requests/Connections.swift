import Glibc
import NIOCore
import Synchronization

/// Who is connected, and for whom the server waits: those who are slow must not shut others out.
///
/// A class with a lock, since connections belong to several event loops, and one is closed because of another.
final class Connections: Sendable {
  private struct Entry {
    let channel: any Channel
    let client: Client
    /// Since when a whole request is waited for; nil while one is being answered.
    var asking: ContinuousClock.Instant?
    /// Since when the client takes nothing of an answer.
    var stalled: ContinuousClock.Instant?
  }

  private struct Entries {
    var all: [ObjectIdentifier: Entry] = [:]
    var counts: [Client: Int] = [:]

    /// The connection of a client that has been waited for longest.
    func slowest(of client: Client) -> (any Channel)? {
      var slowest: (channel: any Channel, asking: ContinuousClock.Instant)?
      for entry in all.values where entry.client == client {
        if let asking = entry.asking, asking < slowest?.asking ?? .now { slowest = (entry.channel, asking) }
      }
      return slowest?.channel
    }
  }

  private let entries = Mutex(Entries())
  /// How many may be open at once, and how many of one client.
  private let most: Int
  private var mostOfOne: Int { most / 2 }
  /// How long a request may take to come, and an answer to be taken; and the same while more than half of the places are taken.
  private static let patience = Duration.seconds(30)
  private static let underPressure = Duration.seconds(2)

  /// Leaves some of the process's files for other purposes.
  init(most: Int = 2000) {
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    files.rlim_cur = files.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    self.most = min(most, max(16, Int(clamping: files.rlim_cur) - 100))
  }

  /// Takes a new connection in. Where there is no place, the one that has been waited for longest is closed: of the same client if it
  /// has its share, else of the client with the most.
  func open(_ channel: any Channel) {
    let client = Client(channel.remoteAddress)
    let closed = entries.withLock { entries in
      entries.all[ObjectIdentifier(channel)] = Entry(channel: channel, client: client, asking: .now)
      entries.counts[client, default: 0] += 1
      if entries.counts[client, default: 0] > mostOfOne { return entries.slowest(of: client) }
      guard entries.all.count > most else { return nil }
      return entries.counts.max { $0.value < $1.value }.flatMap { entries.slowest(of: $0.key) }
    }
    closed?.close(promise: nil)
  }

  func closed(_ channel: any Channel) {
    entries.withLock { entries in
      guard let client = entries.all.removeValue(forKey: ObjectIdentifier(channel))?.client else { return }
      let left = entries.counts[client, default: 1] - 1
      entries.counts[client] = left > 0 ? left : nil
    }
  }

  /// Says whether a request of a connection is being answered.
  func set(_ channel: any Channel, isAnswered: Bool) {
    entries.withLock { $0.all[ObjectIdentifier(channel)]?.asking = isAnswered ? nil : .now }
  }

  /// Says whether the client takes what is sent.
  func set(_ channel: any Channel, isStalled: Bool) {
    entries.withLock { $0.all[ObjectIdentifier(channel)]?.stalled = isStalled ? .now : nil }
  }

  /// Closes the connections that have been waited for too long.
  func sweep() {
    let late = entries.withLock { entries in
      let patience = entries.all.count > most / 2 ? Self.underPressure : Self.patience
      let before = ContinuousClock.now - patience
      return entries.all.values.filter {
        [$0.asking, $0.stalled].contains { $0.map { $0 < before } == true }
      }
    }
    for entry in late { entry.channel.close(promise: nil) }
  }
}
