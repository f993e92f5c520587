public import Documents
public import Filtering
import World

extension ProgramMethod {
  /// Which program is started, and what it is given.
  public struct Settings: MethodSettings {
    public static let name = "command"
    public static let about =
      "A program of your own in any language, which receives epochs on standard input and answers with positions on standard "
      + "output. docs/methods-of-your-own.md describes the protocol."

    /// The program and its arguments; it is started in the folder in which beaconbench was started.
    public var command: [String] = []
    /// Seconds for each answer.
    public var timeLimit = 5.0
    /// How often a program that broke off is started again in one study.
    public var restarts = 20
    /// Beyond advertisements and site.
    public var given: [Given] = []
    /// Whether an epoch lists the single advertisements of its window.
    public var packets = false
    /// The program's own, which `hello` hands over as they stand.
    public var settings: [String: Document] = [:]

    public init(_ command: [String] = []) { self.command = command }

    public static let defaults = Settings()
    public static let keys: [SettingKey<Settings>] = [
      .required(
        "run", \.command, commandLine,
        "The program and its arguments. It is found as a shell finds it, and started in the folder in which beaconbench runs."
      ),
      .omissible(
        "timeLimit", \.timeLimit, .number(.between(0.01, 3600)), unit: "s",
        "The time for each answer, 5 by default. A later one counts as none, and the program is ended."),
      .omissible(
        "restarts", \.restarts, .integer(.between(0, 10_000)),
        "How often a program that ended, took too long or wrote what is no answer is started again, 20 by default; then the pipeline has no more fixes."
      ),
      .omissible(
        "given", \.given, .list(of: .choice),
        "The prior information that the program receives beyond the advertisements and the site; `told` must list the same."
      ),
      .omissible(
        "packets", \.packets, .flag,
        "Whether each epoch lists the single advertisements of its window; not possible with recorded averages."
      ),
      .omissible(
        "settings", \.settings, .map(of: .document(.anything)),
        "Settings of the program itself, which it receives as they stand."),
    ]

    /// A list of words is the command alone.
    public static let form = SettingForm<Settings>.either(
      SettingShape(
        commandLine, as: { Settings($0) }, from: { $0 == Settings($0.command) ? $0.command : nil }),
      SettingShape(.settings, as: { $0 }, from: { $0 }))

    private static let commandLine = SettingForm<[String]>.list(of: .text(.line), count: .atLeast(1))

    public var summary: String { "exec:" + command.joined(separator: " ") }
    public var uses: [Given] { given }
    public var ranges: Bool { false }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      guard ProgramMethod.mayStart else { throw .program("\(summary): programs are not started here") }
      if given.contains(.survey), prior.survey?.fits(prior.site) != true { throw .noSurvey }
      do throws(ProgramTrouble) {
        return ProgramMethod(try ProgramPool(self, hello: ProgramMessage.hello(prior, self)), prior)
      } catch {
        throw .program("\(summary): \(error)")
      }
    }
  }
}
