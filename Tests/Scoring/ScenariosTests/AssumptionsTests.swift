import Documents
import Phone
import Scenarios
import TestSupport
import Testing
import World

/// What pipelines assume of the channel, and where it comes from.
@Suite struct AssumptionsTests {
  /// n 2 with C -60 at one anchor and -50 at the other: within anchors n is 2.
  private func calibration() throws -> Calibration {
    try Calibration(
      [(0, 1.0, -60.0), (0, 10.0, -80.0), (1, 1.0, -50.0), (1, 10.0, -70.0)].map {
        Calibration.Row(anchor: $0.0, distance: $0.1, level: DBm($0.2))
      }, anchors: 2)
  }

  private func site(exponent: Double? = nil, levels: [DBm?] = [nil]) -> Site {
    Site(
      name: "s",
      anchors: levels.enumerated().map {
        Anchor(id: "b\($0)", identity: nil, position: .zero, calibratedLevel: $1)
      }, calibratedExponent: exponent)
  }

  private func assumptions(_ exponent: Assumptions.Exponent, _ level: Assumptions.LevelAtOneMetre)
    -> Assumptions
  {
    var assumptions = Assumptions()
    (assumptions.exponent, assumptions.level) = (exponent, level)
    return assumptions
  }

  @Test func `numbers that are given need neither calibration nor site`() throws {
    let ranging = try #require(assumptions(.given(2.5), .given(DBm(-62))).ranging(with: nil, site: nil))
    #expect(ranging.exponent == 2.5 && ranging.level == .fixed && ranging.assumedLevel == DBm(-62))
    let measured = try #require(assumptions(.given(2), .measuredPower).ranging(with: nil, site: nil))
    #expect(measured.level == .measuredPower)
    #expect(!assumptions(.given(2), .measuredPower).needsCalibration)
  }

  @Test func `a fit gives n and C together`() throws {
    let calibration = try calibration()
    let common = try #require(assumptions(.calibration, .calibration).ranging(with: calibration, site: nil))
    #expect(abs(common.exponent - 2) < 1e-12 && common.level == .fixed)
    #expect(common.assumedLevel == calibration.levelAtOneMetre)
    let each = try #require(
      assumptions(.calibration, .calibrationPerAnchor).ranging(with: calibration, site: nil))
    #expect(each.exponent == calibration.exponentWithinAnchors && each.level == .perBeacon)
    // A given n stays beside a fitted C.
    #expect(assumptions(.given(3), .calibration).ranging(with: calibration, site: nil)?.exponent == 3)
  }

  @Test func `what is missing gives no ranging`() throws {
    for level in [Assumptions.LevelAtOneMetre.calibration, .calibrationPerAnchor] {
      #expect(assumptions(.given(2), level).ranging(with: nil, site: nil) == nil)
      #expect(assumptions(.given(2), level).needsCalibration)
    }
    #expect(assumptions(.calibration, .measuredPower).ranging(with: nil, site: nil) == nil)
    #expect(assumptions(.site, .site).ranging(with: nil, site: site()) == nil)
    #expect(assumptions(.site, .site).ranging(with: nil, site: site(exponent: 1.7))?.exponent == 1.7)
  }

  @Test func `a site that lacks what is assumed of it is refused by name`() throws {
    try assumptions(.site, .site).check(on: site(exponent: 2, levels: [DBm(-60)]))
    func sentence(_ assumptions: Assumptions, _ site: Site?) -> String {
      refusal { try assumptions.check(on: site) }
    }
    #expect(
      sentence(assumptions(.site, .given(DBm(-59))), site()).hasSuffix(
        "n: expected a site with the key calibration.n, as calibrate --write-site writes it, found s without it"
      ))
    #expect(sentence(assumptions(.site, .given(DBm(-59))), nil).hasSuffix("found no site"))
    #expect(
      sentence(assumptions(.given(2), .site), site(levels: [DBm(-60), nil, nil])).hasSuffix(
        "c: expected a site with a calibratedLevel for every anchor, found s without one for b1 and 1 more of 3"
      ))
    #expect(sentence(assumptions(.given(2), .site), nil).hasSuffix("found no site"))
  }

  @Test func `options take the place of what the file assumes`() {
    let file = assumptions(.site, .site)
    #expect(file.replacing(n: nil, c: nil) == file)
    #expect(file.replacing(n: 2.2, c: nil).exponent == .given(2.2))
    #expect(file.replacing(n: nil, c: DBm(-60)).level == .given(DBm(-60)))
  }

  @Test(arguments: [
    (
      Assumptions.Exponent.given(1.8), Assumptions.LevelAtOneMetre.given(DBm(-60)), "n 1.8 and C -60.0 dBm",
      "n 1.8, C -60.0"
    ),
    (
      .site, .site, "the n of the site's fit and the site's C per beacon", "n of the site's fit, C per beacon"
    ),
    (.calibration, .calibration, "the fitted n and the fitted C", "n fitted, C fitted"),
    (
      .calibration, .calibrationPerAnchor, "the fitted n and the C fitted per anchor",
      "n fitted, C fitted per anchor"
    ),
  ])
  func `sentences and tables name the sources`(
    exponent: Assumptions.Exponent, level: Assumptions.LevelAtOneMetre, words: String, summary: String
  ) {
    #expect(assumptions(exponent, level).words == words)
    #expect(assumptions(exponent, level).summary == summary)
  }

  @Test func `a file states them as numbers or words`() throws {
    let form = Assumptions.form(fits: true)
    func read(_ document: Document) throws -> Assumptions { try form.read(form.schema.resolve(document)) }
    let fitted = try read(["n": "calibration", "c": "calibrationPerAnchor", "carriedHeight": 1.2])
    #expect(fitted.exponent == .calibration && fitted.level == .calibrationPerAnchor)
    #expect(try read(["n": 2.2, "c": -61]).level == .given(DBm(-61)))
    #expect(try read(["n": "site"]).level == .measuredPower)
    // Without a calibration part there is nothing to fit to.
    #expect(throws: FileProblem.self) { try Assumptions.form().schema.resolve(["n": "calibration"]) }
    #expect(throws: FileProblem.self) { try form.schema.resolve([:]) }
  }

  @Test func `a misspecification changes its own number only`() {
    let all = MisSetting.customary
    #expect(all.count == 8 && Set(all).count == 8)
    for setting in all {
      #expect((setting.exponent != 0) == (setting.parameter == .n))
      #expect((setting.level.value != 0) == (setting.parameter == .c))
      #expect((setting.offset.value != 0) == (setting.parameter == .receiver))
      #expect(setting.parameter.unit == (setting.parameter == .n ? nil : "dB"))
    }
  }
}
