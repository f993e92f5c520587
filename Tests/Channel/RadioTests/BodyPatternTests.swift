import Radio
import TestSupport
import Testing
import World

@Suite struct BodyPatternTests {
  struct Example: Decodable {
    let heading: [Double]
    let hand: String
    let towards: [Double]
    let rise: Double
    let most: Double
    let handDegrees: Double
    let loss: Double

    enum CodingKeys: String, CodingKey {
      case heading, hand, loss
      case towards = "rel"
      case rise = "dz"
      case most = "body"
      case handDegrees = "hand_deg"
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the losses of the exact vectors`() throws {
    let examples = try SharedData.vectors("body_loss", as: [Example].self)
    #expect(examples.count == 10)
    for example in examples {
      let pattern = BodyPattern(loss: Decibels(example.most), handAngle: example.handDegrees * .pi / 180)
      let loss = pattern.loss(
        towards: Point(x: example.towards[0], y: example.towards[1], z: example.rise),
        heading: Point(x: example.heading[0], y: example.heading[1]),
        hand: try #require(Hand(rawValue: example.hand)))
      #expect(abs(loss.value - example.loss) < 1e-14)
    }
  }

  @Test func `takes all of it right behind, nothing ahead, and half when facing nowhere`() {
    let pattern = BodyPattern(loss: 8, handAngle: 0)
    let north = Point(x: 0, y: 2)
    #expect(abs(pattern.loss(towards: Point(x: 0, y: -5), heading: north, hand: .left).value - 8) < 1e-14)
    #expect(abs(pattern.loss(towards: Point(x: 0, y: 5), heading: north, hand: .left).value) < 1e-14)
    #expect(abs(pattern.loss(towards: Point(x: 5, y: 0), heading: north, hand: .left).value - 4) < 1e-14)
    #expect(
      abs(pattern.loss(towards: Point(x: 3, y: 0, z: 4), heading: .zero, hand: .right).value - 2.4) < 1e-14)
    #expect(pattern.loss(towards: .zero, heading: north, hand: .right) == 0)
  }

  // Worked by hand: a beacon 90 degrees to the left of a walker is 90 degrees clockwise of the direction to the body, so that
  // (cos θ, sin θ) is (0, -1) and (cos 2θ, sin 2θ) is (-1, 0); ahead, (-1, 0) and (1, 0).
  @Test func `other forms of body are sums of harmonics`() {
    var pattern = BodyPattern(loss: 8, handAngle: 0)
    pattern.harmonics = [SIMD2(0.5, -1), SIMD2(0.25, 3)]
    let north = Point(x: 0, y: 2)
    let west = pattern.loss(towards: Point(x: -5, y: 0), heading: north, hand: .left).value
    #expect(abs(west - 4 * (1 + 1 - 0.25)) < 1e-14)
    let ahead = pattern.loss(towards: Point(x: 0, y: 5), heading: north, hand: .left).value
    #expect(abs(ahead - 4 * (1 - 0.5 + 0.25)) < 1e-14)
    let above = pattern.loss(towards: Point(x: 0, y: 3, z: 4), heading: north, hand: .left).value
    #expect(abs(above - 0.6 * ahead) < 1e-14)
    #expect(pattern.loss(towards: Point(x: 0, y: 0, z: 4), heading: north, hand: .left) == 0)
  }

  @Test func `the two hands mirror each other about the heading`() {
    let pattern = BodyPattern(loss: 8, handAngle: 0.5)
    let east = Point(x: 1, y: 0)
    for (x, y) in [(1.0, 2.0), (-3, 0.5), (0, 4)] {
      let left = pattern.loss(towards: Point(x: x, y: y, z: 1.8), heading: east, hand: .left)
      let right = pattern.loss(towards: Point(x: x, y: -y, z: 1.8), heading: east, hand: .right)
      #expect(abs(left.value - right.value) < 1e-14)
    }
  }
}
