import Documents
import NumericalMethods
import Propagation
import Radio
import TestSupport
import Testing
import World

@Suite struct SettingsTests {
  @Test func `defaults are those of the published rows`() {
    let channel = ChannelSettings()
    #expect(channel.pathLoss == .logDistance(LogDistance(exponent: 1.8, levelAtOneMetre: -59)))
    #expect(channel.shadowing == Shadowing { ($0.sigma, $0.decorrelation, $0.fixedShare) = (5, 3, 0) })
    #expect(channel.fading == .rician(k: 2, correlation: .independent))
    #expect(channel.body == BodyPattern(loss: 8, handAngle: .pi / 6))
    #expect(channel.channelOffsets == ChannelOffsets { ($0.sigma, $0.fixedShare) = (1.5, 0) })
    #expect(BeaconSettings() == BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.1, 0.01, 0.3) })
    #expect(
      ReceiverSettings()
        == ReceiverSettings { ($0.sensitivity, $0.unitOffset, $0.noise, $0.wholeDBm) = (-96, 0, 0, true) })
    #expect(WalkSettings().speed == 1.3 && WalkSettings().speedDeviation == 0.05)
    #expect(WalkSettings().walkIn == 20 && WalkSettings().pressJitter == 0.15)
  }

  @Test func `a setting that cannot be is named with what was expected and found`() throws {
    var channel = ChannelSettings()
    channel.shadowing = Shadowing { $0.sigma = -1 }
    #expect(
      throws: SettingFault(
        key: "shadowing.exponential.deviation", expected: "a number from 0 to 100 dB", found: "-1")
    ) {
      try channel.validate()
    }
    channel.shadowing = Shadowing { $0.decorrelation = .nan }
    #expect(
      refusal { try channel.validate() }.contains(
        "shadowing.exponential.decorrelation must be a number from"))
    channel.shadowing = nil
    channel.fading = .rician(k: -0.1)
    #expect(refusal { try channel.validate() }.contains("fading.independent.k must be"))
    channel.fading = .none
    channel.channelOffsets.fixedShare = 1.5
    #expect(refusal { try channel.validate() }.contains("channelOffsets.normal.fixedShare must be"))
    channel.channelOffsets.fixedShare = 1
    channel.pathLoss = .logDistance(LogDistance(exponent: 0.4, levelAtOneMetre: -59))
    #expect(
      refusal { try channel.validate() } == "pathLoss.logDistance.n must be a number from 0.5 to 20, was 0.4"
    )
    channel.pathLoss = .breakpoint(BreakpointLoss { ($0.near, $0.far, $0.distance) = (2, 21, 5) })
    #expect(refusal { try channel.validate() }.contains("pathLoss.breakpoint.far must be"))
    channel.pathLoss = .multiWall(MultiWallLoss { $0.floorExponent = 2 })
    #expect(refusal { try channel.validate() }.contains("pathLoss.multiWall.floorExponent must be"))
    channel.pathLoss = .multiWall(MultiWallLoss())
    try channel.validate()
    channel.obstacles = false
    #expect(
      refusal { try channel.validate() }
        == "expected obstacles true where the path loss is multiWall, found false")
    #expect(refusal { try BeaconSettings { $0.loss = 1.01 }.validate() }.contains("loss must be"))
    #expect(refusal { try BeaconSettings { $0.interval = 0 }.validate() }.contains("interval must be"))
    #expect(refusal { try ReceiverSettings { $0.noise = -1 }.validate() }.contains("noiseDeviation must be"))
    #expect(
      refusal { try WalkSettings { $0.speed = 2 }.validate() }.contains(
        "speed must be a number from walk.slowest, 0.8"))
    #expect(refusal { try WalkSettings { $0.duration = 0 }.validate() }.contains("duration must be"))
  }

  @Test func `shadowing needs a path to lie on`() throws {
    let open = Site(name: "open", anchors: [Fixtures.anchor("a", .zero)])
    #expect(
      refusal { try Building(site: open, channel: ChannelSettings(), seed: Seed(1)) }
        == "shadowing must be absent, since the site has no path, was given")
    var channel = ChannelSettings()
    channel.shadowing = nil
    _ = try Building(site: open, channel: channel, seed: Seed(1))
  }
}
