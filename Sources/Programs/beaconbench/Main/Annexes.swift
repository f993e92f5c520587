import Agents
import Air
import Benchmark
import Drawings
import PhoneLogs
import Results

extension Annex {
  /// What serves a few: each is a target of Package.swift and a line here. `make annexes` shows that the program works without.
  static let all: [Annex] = [.agents, .air, .benchmark, .drawings, .phoneLogs]
}
