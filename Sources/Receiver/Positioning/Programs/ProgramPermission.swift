/// Whether one program may be started. No process starts without it, and only a ``ProgramPolicy`` grants it.
///
/// All permissions compare equal: whether a program may be started is not part of its settings' identity.
package struct ProgramPermission: Hashable, Sendable {
  /// Why the program may not be started; nil where it may.
  let refusal: String?

  fileprivate init(refusal: String?) { self.refusal = refusal }

  static let none = ProgramPermission(refusal: "programs are not started here")

  package static func == (a: ProgramPermission, b: ProgramPermission) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// Which programs the current task, and the tasks that it starts, may start as methods: none by default.
///
/// A scenario is often another person's file, and a program may do whatever its user may. The policy counts where the scenario
/// is read.
public struct ProgramPolicy: Sendable {
  /// Task-local, so that tests and requests with different policies can run at the same time.
  @TaskLocal public static var current = ProgramPolicy.none

  /// Whose programs may be started.
  package enum Rule: Sendable {
    case none, all
    /// Those that the user named on the command line, and those of scenarios whose digests a file lists.
    case named(list: String)
  }

  /// What ``permission(for:named:advice:)`` decides by.
  package let rule: Rule

  /// No program may be started.
  public static let none = ProgramPolicy(rule: .none)
  /// Every program may be started, whoever wrote the scenario.
  public static let all = ProgramPolicy(rule: .all)

  /// - Parameter list: the path of a file with SHA-256 digests of scenarios, which need not exist.
  public static func named(list: String) -> ProgramPolicy { ProgramPolicy(rule: .named(list: list)) }

  /// - Parameters:
  ///   - named: the programs that the user named.
  ///   - advice: how the user may name this one.
  package func permission(
    for program: ProgramMethod.Settings, named: [ProgramMethod.Settings], advice: String
  ) -> ProgramPermission {
    switch rule {
    case .none: .none
    case .all: ProgramPermission(refusal: nil)
    case .named: ProgramPermission(refusal: named.contains(program) ? nil : advice)
    }
  }
}
