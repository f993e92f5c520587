// One table of how long pieces of work take, each beside its peers in the same rounds: `make bench`.
//
//     Benchmarks PYTHON [WORDS]
//
// PYTHON is that of an environment with the packages of peers.txt. With WORDS, only the jobs whose names contain one of them,
// and those that they are compared with.

import Foundation
import NumericalMethods

// As beaconbench does.
FreedMemory.keep()
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == Child.word {
  Child.launch(Array(arguments.dropFirst()))
  exit(0)
}
let words = arguments.dropFirst()
try Inputs.begin()
let peers = try Peers(arguments.first ?? "python3")
let jobs = try Job.all().chosen(by: words)
let table = Table(machine: try peers.machine())
var all: [String: Rounds] = [:]
var missed = 0
table.printHead()
for job in jobs {
  for row in try table.rows(of: job, rounds: Rounds.measure(job, beside: peers, known: &all)) {
    table.print(row)
    missed += row.verdict == .missed ? 1 : 0
  }
}
try peers.end()
Inputs.end()
var ticks = tms()
times(&ticks)
let spent = Double(ticks.tms_utime + ticks.tms_stime + ticks.tms_cutime + ticks.tms_cstime)
print(
  "the table took", String(format: "%.1f", spent / Double(sysconf(Int32(_SC_CLK_TCK))) / 60),
  "min of processor time;",
  missed == 0 ? "every limit is kept" : "\(missed) limits are missed by more than the noise of the rounds")
exit(missed == 0 ? 0 : 1)
