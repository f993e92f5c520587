package import Dispatch
import Foundation
import Glibc
import Synchronization

/// A FIFO that a thread of its own writes to, and that goes when its owner does: this is why it is a class.
package final class Fifo: Sendable {
  package let path: String
  private let written = Atomic(false)

  /// Whether all has been written, and read but for what a pipe holds.
  package var isWritten: Bool { written.load(ordering: .acquiring) }

  package init() throws {
    // A reader that refuses the stream may be gone before it is written.
    signal(SIGPIPE, SIG_IGN)
    path = FileManager.default.temporaryDirectory.appending(path: "beaconbench-\(UUID().uuidString)").path
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { unlink(path) }

  /// Writes in pieces, as soon as there is a reader.
  ///
  /// - Parameters:
  ///   - signal: Each piece but the first is written after it has been given.
  ///   - end: The FIFO stays open until it has been given.
  package func write(
    _ pieces: [[UInt8]], after signal: DispatchSemaphore? = nil, end: DispatchSemaphore? = nil
  ) {
    Thread.detachNewThread { [self] in
      let descriptor = open(path, O_WRONLY)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { signal?.wait() }
        piece.withUnsafeBytes { bytes in
          var place = 0
          while place < bytes.count {
            let written = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: place), bytes.count - place)
            guard written > 0 else { break }
            place += written
          }
        }
      }
      written.store(true, ordering: .releasing)
      end?.wait()
      close(descriptor)
    }
  }
}
