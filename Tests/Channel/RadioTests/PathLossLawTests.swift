import Documents
import Radio
import Testing
import World

/// Each law against its published equation, worked by hand.
@Suite struct PathLossLawTests {
  private func expect(_ law: PathLossLaw, at distance: Double, floors: Int = 0, loses loss: Double) {
    let level = law.level(over: Point(x: distance, y: 0), floors: floors)
    #expect(abs(law.levelAtOneMetre.value - level.value - loss) < 1e-4)
  }

  @Test func `two slopes meet at the breakpoint`() {
    let law = PathLossLaw.breakpoint(
      BreakpointLoss { ($0.near, $0.far, $0.distance) = (2, 4, 10) })
    expect(law, at: 1, loses: 0)
    expect(law, at: 10, loses: 20)
    expect(law, at: 20, loses: 20 + 40 * 0.30103)
    expect(law, at: 100, loses: 60)
    let flatter = PathLossLaw.breakpoint(
      BreakpointLoss { ($0.near, $0.far, $0.distance) = (3, 1, 2) })
    expect(flatter, at: 2, loses: 9.0309)
    expect(flatter, at: 20, loses: 19.0309)
  }

  // At 2.44 GHz 20 log10 f = 7.7478 and 24.9 log10 f = 9.6460. At 10 m PL_LOS = 32.4 + 17.3 + 7.7478 = 57.4478 and
  // the other line 17.3 + 38.3 + 9.6460 = 65.2460; at 1 m PL_LOS = 40.1478.
  @Test func `the indoor hotspot loses what 3GPP says, in sight and without`() {
    let clear = PathLossLaw.indoorHotspot(IndoorHotspot { ($0.levelAtOneMetre, $0.sight) = (-60, .clear) })
    expect(clear, at: 10, loses: 17.3)
    expect(clear, at: 100, loses: 34.6)
    let blocked = PathLossLaw.indoorHotspot(
      IndoorHotspot { ($0.levelAtOneMetre, $0.sight) = (-60, .blocked) })
    expect(blocked, at: 10, loses: 65.2460 - 40.1478)
    expect(blocked, at: 100, loses: 65.2460 + 38.3 - 40.1478)
    // At 2 m the second line is 17.3 + 11.5294 + 9.6460 = 38.4754, below PL_LOS = 45.3557, which then counts.
    expect(blocked, at: 2, loses: 45.3556 - 40.1478)
    // At 3.5 GHz: 20 log10 f = 10.8814, 24.9 log10 f = 13.5473.
    let higher = PathLossLaw.indoorHotspot(
      IndoorHotspot { ($0.levelAtOneMetre, $0.sight, $0.frequency) = (-60, .blocked, 3.5) })
    expect(higher, at: 10, loses: 17.3 + 38.3 + 13.5473 - (32.4 + 10.8814))
  }

  @Test func `the mixed hotspot is the mean of both by the chance of a line of sight`() {
    // At 10 m that is 0.32 exp(-3.5 / 32.6) = 0.287424 in a mixed office, exp(-5 / 70.8) = 0.931815 in an open one.
    let mixed = PathLossLaw.indoorHotspot(
      IndoorHotspot { $0.levelAtOneMetre = -60 })
    expect(mixed, at: 10, loses: 0.287424 * 17.3 + 0.712576 * 25.0982)
    expect(mixed, at: 1, loses: 0)
    let open = PathLossLaw.indoorHotspot(
      IndoorHotspot { ($0.levelAtOneMetre, $0.sight) = (-60, .mixed(.openOffice)) })
    expect(open, at: 10, loses: 0.931815 * 17.3 + 0.068185 * 25.0982)
    // The chance goes by the distance on the plan: 6 m of 10 m in space.
    let above = mixed.level(over: Point(x: 0, y: 6, z: 8))
    let chance = SightProbability.mixedOffice.value(at: 6)
    #expect(abs(above.value + 60 + chance * 17.3 + (1 - chance) * 25.0982) < 1e-4)
  }

  @Test func `the chance of a line of sight has the published steps`() {
    let (mixed, open) = (SightProbability.mixedOffice, SightProbability.openOffice)
    for (law, distance, chance) in [
      (mixed, 0.0, 1.0), (mixed, 1.2, 1), (mixed, 5.9, 0.3678794), (mixed, 6.5, 0.32),
      (mixed, 39.1, 0.32 * 0.3678794), (open, 5, 1), (open, 40.4, 0.6065307), (open, 49, 0.54),
      (open, 260.7, 0.54 * 0.3678794),
    ] {
      #expect(abs(law.value(at: distance) - chance) < 1e-6)
    }
  }

  @Test func `the site-general model has its coefficients and floors`() {
    func law(_ environment: SiteGeneralLoss.Environment) -> PathLossLaw {
      .siteGeneral(SiteGeneralLoss { $0.environment = environment })
    }
    expect(law(.residential), at: 10, loses: 28)
    expect(law(.office), at: 10, loses: 30)
    expect(law(.commercial), at: 10, loses: 22)
    expect(law(.residential), at: 10, floors: 3, loses: 28 + 12)
    expect(law(.office), at: 10, floors: 1, loses: 30 + 15)
    expect(law(.office), at: 10, floors: 2, loses: 30 + 19)
    expect(law(.commercial), at: 10, floors: 4, loses: 22 + 15)
  }

  // One floor: 1 × 18.3. Two: 2^(4/3 - 0.46) = 2^0.873333 = 1.831891, times 18.3 is 33.52360. Three: 3^0.79 =
  // 2.381912, times 18.3 is 43.5889.
  @Test func `each further floor takes less in the multi-wall model`() {
    let law = PathLossLaw.multiWall(MultiWallLoss { $0.constant = 1.5 })
    expect(law, at: 10, loses: 21.5)
    expect(law, at: 10, floors: 1, loses: 21.5 + 18.3)
    expect(law, at: 10, floors: 2, loses: 21.5 + 33.52360)
    let free = PathLossLaw.multiWall(MultiWallLoss())
    #expect(abs(free.loss(ofFloors: 3).value - 43.5889) < 1e-3)
  }

  @Test func `laws that know no floors lose nothing to them`() {
    let law = PathLossLaw.logDistance(LogDistance(exponent: 1.8, levelAtOneMetre: -59))
    #expect(law.loss(ofFloors: 3) == 0)
    #expect(law.level(at: 10) == LogDistance(exponent: 1.8, levelAtOneMetre: -59).level(at: 10))
    #expect(law.level(at: 0) == law.level(at: LogDistance.nearest))
  }
}
