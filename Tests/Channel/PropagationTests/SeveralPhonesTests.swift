import Documents
import NumericalMethods
import Propagation
import Testing
import World

/// Several phones that hear one lap: what is the same for all, and what is each one's own.
@Suite struct SeveralPhonesTests {
  private let walk = Walk(knots: [
    Walk.Knot(time: 0, position: Point(x: 0, y: 0, z: 1)),
    Walk.Knot(time: 60, position: Point(x: 36, y: 0, z: 1)),
  ])

  private func heard(
    _ phone: String?, channel: ChannelSettings = Fixtures.bare, loss: Double = 0,
    receiver: ReceiverSettings = Fixtures.perfect
  ) throws -> [Advertisement] {
    let building = try Building(site: Fixtures.floor35, channel: channel, seed: Seed(1))
    var source = try SimulatedSource(
      building: building, walk: walk, hand: .left, duration: 60, beacons: BeaconSettings { $0.loss = loss },
      receiver: receiver, seed: Seed(2), phone: phone)
    return Array(try source.stream())
  }

  @Test func `all hear the same advertisements on the same channels`() throws {
    let (first, second) = (try heard(nil), try heard("bo"))
    #expect(first == second && first.count > 19_000)
    // At one place the shadows, the offsets of the channels and the waves are the same too.
    var channel = Fixtures.bare
    channel.shadowing = Shadowing { ($0.sigma, $0.decorrelation) = (5, 3) }
    channel.channelOffsets = ChannelOffsets { $0.sigma = 2 }
    channel.fading = .rician(k: 1, correlation: .waves(delaySpread: 20e-9, doppler: 1))
    #expect(try heard(nil, channel: channel) == heard("bo", channel: channel))
  }

  @Test func `each loses its own`() throws {
    // 20,000 advertisements, 0.3 of which are lost to each: both lose 0.09 of them. Standard errors: 0.3 ± 3.2e-3 and
    // 0.09 ± 2.0e-3. Bounds at 5.5 of them: 4e-8 each, of 3.
    let all = try heard(nil)
    func missed(_ phone: String?) throws -> Set<Int64> {
      let heard = Set(try heard(phone, loss: 0.3).map { $0.microseconds << 6 | Int64($0.anchor) })
      return Set(all.map { $0.microseconds << 6 | Int64($0.anchor) }).subtracting(heard)
    }
    let (first, second) = (try missed(nil), try missed("bo"))
    let count = Double(all.count)
    #expect(abs(Double(first.count) / count - 0.3) < 5.5 * 3.2e-3)
    #expect(abs(Double(second.count) / count - 0.3) < 5.5 * 3.2e-3)
    #expect(abs(Double(first.intersection(second).count) / count - 0.09) < 5.5 * 2.0e-3)
    #expect(try missed("bo") == second && missed("cy") != second)
  }

  @Test func `each has fades, noise and an offset of its own`() throws {
    // Differences of two independent noises of 2 dB have a deviation of 2.828 dB; over 20,000 its standard error is
    // 0.0141. Bound at 5.5 of it, 4e-8.
    var receiver = Fixtures.perfect
    receiver.noise = 2
    func differences(_ channel: ChannelSettings, _ receiver: ReceiverSettings) throws -> [Double] {
      let (first, second) = (
        try heard(nil, channel: channel, receiver: receiver),
        try heard("bo", channel: channel, receiver: receiver)
      )
      return zip(first, second).map { ($0.level - $1.level).value }
    }
    let noisy = try differences(Fixtures.bare, receiver)
    let squares = noisy.reduce(0) { $0 + $1 * $1 } / Double(noisy.count)
    #expect(abs(squares.squareRoot() - 2.8284) < 5.5 * 0.0141)
    var channel = Fixtures.bare
    channel.fading = .rician(k: 2, correlation: .independent)
    #expect(try Set(differences(channel, Fixtures.perfect)).count > 1000)
    receiver.noise = 0
    receiver.unitOffset = 3
    let offsets = try differences(Fixtures.bare, receiver)
    #expect(abs(offsets[0]) > 0.01 && offsets.allSatisfy { abs($0 - offsets[0]) < 1e-3 })
  }
}
