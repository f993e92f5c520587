import Documents
import Foundation
import NumericalMethods
import Phone
import Positioning
import TestSupport
import Testing
import World

@Suite struct ProgramMethodTests {
  private static let hasPython = (try? TestSupport.run(["python3", "--version"]).status) == 0

  private static let prior = PriorInformation(
    of: Site(
      name: "row",
      anchors: (0..<5).map { Anchor(id: "b\($0)", identity: nil, position: Point(x: Double($0), y: 0)) }),
    assumptions: RangingSettings { $0.level = .fixed }, seed: Seed(1))

  private static func method(_ command: [String]) throws -> any PositioningMethod {
    var settings = ProgramMethod.Settings(command)
    settings.permission = ProgramPolicy.all.permission(for: settings, named: [], advice: "")
    return try settings.makeMethod(prior, phone: PhoneSettings())
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func `a program keeps the contract of a method`() throws {
    let method = try Self.method(["python3", Checkout.path("notebooks-export/nearest_method.py")])
    #expect(MethodContract(on: RangedSite(Self.prior)).violations(of: method, needed: 1) == [])
    #expect(method.notes == [])
  }

  @Test func `a program that cannot start is a sentence`() {
    #expect(throws: PipelineError.program("exec:no-such-program: cannot be started: no such file")) {
      try Self.method(["no-such-program"]).prepare()
    }
  }

  @Test func `no program starts without permission, whoever asks it for a fix`() throws {
    let folder = try TemporaryFolder()
    let settings = ProgramMethod.Settings(["touch", folder.path("started")])
    let method = try settings.makeMethod(Self.prior, phone: PhoneSettings())
    let refusal = "\(settings.summary): programs are not started here"
    #expect(throws: PipelineError.program(refusal)) { try method.prepare() }
    #expect(MethodContract(on: RangedSite(Self.prior)).violations(of: method, needed: 1) != [])
    #expect(!FileManager.default.fileExists(atPath: folder.path("started")))
  }

  @Test func `a command reads as a list of words or as settings, and is written as the shorter of both`()
    throws
  {
    let form = MethodChoice.form
    let short: Document = ["command": ["python3", "mine.py"]]
    let plain = try form.read(form.schema.resolve(short))
    #expect(plain == MethodChoice(ProgramMethod.Settings(["python3", "mine.py"])))
    let long: Document = ["command": ["run": ["mine"], "timeLimit": 0.5, "given": ["survey"]]]
    let given = try form.read(form.schema.resolve(long))
    #expect(given.settings.uses == [.survey] && given.settings.summary == "exec:mine")
    #expect(MethodChoice(ProgramMethod.Settings()).fault?.key.isEmpty == false)
  }
}
