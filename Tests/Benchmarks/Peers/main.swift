import Foundation
import NumericalMethods

// Each piece of work in turns with its peer, and the ratio of the least times that either took.
//
//     Peers [PYTHON]
//
// PYTHON is that of an environment with the packages of peers.txt; python3 otherwise. A peer whose package is missing is
// named, and its ratio left out.

// As beaconbench does.
FreedMemory.keep()
let rounds = 5
let peers = try PythonPeers(CommandLine.arguments.dropFirst().first ?? "python3")
print("processor time, one thread; the least of \(rounds) rounds in turns")
print(
  "work".padded(to: 44), "ours".padded(to: -12), "peer".padded(to: -12), "ratio".padded(to: -8), "", "limit")
for work in try Work.all {
  var (own, other) = (Double.infinity, Double.infinity)
  var missing: String?
  for _ in 0..<rounds {
    own = min(own, try work.nanoseconds())
    guard let peer = work.peer, missing == nil else { continue }
    switch try peers.nanoseconds(of: peer) {
    case .success(let nanoseconds): other = min(other, nanoseconds)
    case .failure(let lacking): missing = lacking.package
    }
  }
  let ratio = own / other
  let shown = missing == nil && work.peer != nil
  print(
    work.name.padded(to: 44), duration(own).padded(to: -12),
    (shown ? duration(other) : missing ?? "").padded(to: -12),
    (shown ? String(format: "%.2f", ratio) : "").padded(to: -8), "", work.limit.text(own, shown ? ratio : nil)
  )
}

/// `5.2 ns`, `1.31 µs`.
func duration(_ nanoseconds: Double) -> String {
  nanoseconds < 1000
    ? String(format: "%.2f ns", nanoseconds) : String(format: "%.2f µs", nanoseconds / 1000)
}

extension String {
  /// With spaces behind it, or in front for a width below 0.
  func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(abs(width) - count, 0))
    return width < 0 ? spaces + self : self + spaces
  }
}
