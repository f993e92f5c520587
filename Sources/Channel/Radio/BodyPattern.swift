public import Documents
import NumericalMethods
public import World

/// What the body of whoever carries the phone takes from a signal, by the direction it comes from.
///
/// The loss is `(L / 2) (h + p) / d`: h is the length of the horizontal vector from the phone to the beacon, p
/// its component along the direction from the phone to the body, and d the distance in three dimensions. It is
/// 0 straight ahead and straight up, and near L for a far beacon right behind the body.
///
/// Bodies of another form have a Fourier series for the cosine `p / h`: with the angle θ of the beacon from the direction to the
/// body, counter-clockwise, the loss is `(L / 2) (h / d) (1 + Σ aₖ cos kθ + bₖ sin kθ)` for k from 1.
///
/// Source: ours, fitted to nothing. L is the difference between the best and the worst heading, which is 7 to 13 dB in the
/// conference room of the MITRE Range-Angle Structured data set (Su, Pahlavan, Agu 2021, doi:10.1109/ACCESS.2021.3064323).
public struct BodyPattern: DeclaredSettings {
  /// L, the most that is lost, and twice the mean over all horizontal directions.
  public var loss: Decibels
  /// aₖ and bₖ, from k = 1 on.
  public var harmonics = [SIMD2(1.0, 0)]
  /// Radians by which the phone is beside the straight line ahead, on the side of the hand that holds it, so
  /// that the body is less than half a turn away from the heading.
  public var handAngle: Double {
    didSet { (sine, cosine) = Elementary.sinCos(handAngle) }
  }
  private var cosine: Double
  private var sine: Double

  /// - Precondition: the loss is not negative and both are finite.
  public init(loss: Decibels, handAngle: Double) {
    precondition(loss.value >= 0 && loss.value.isFinite, "loss must not be negative, was \(loss)")
    precondition(handAngle.isFinite, "handAngle must be finite, was \(handAngle)")
    self.loss = loss
    self.handAngle = handAngle
    (sine, cosine) = Elementary.sinCos(handAngle)
  }

  public init() { self.init(loss: 0, handAngle: .pi / 6) }

  public static let keys: [SettingKey<BodyPattern>] = [
    .required(
      "loss", \.loss, .number(.between(0, 100)), unit: "dB",
      "The loss L of a distant beacon directly behind the body."),
    .defaulted(
      "handAngle", \.handAngle, .degrees(.between(0, 90)), unit: "degrees",
      "The angle of the phone from the walking direction, to the side of its hand."),
    .omissible(
      "harmonics", \.harmonics,
      .list(
        of: SettingForm.tuple("cosine", "sine", of: .number(.between(-10, 10))).converted(
          { SIMD2($0[0], $0[1]) }, back: { [$0.x, $0.y] }),
        count: .between(1, 8)),
      "The form of the loss by the angle θ of the beacon from the direction to the body, counter-clockwise: the factors of cos kθ "
        + "and sin kθ, from k = 1 on, in (L / 2) (h / d) (1 + their sum). By default `[[1, 0]]`, the cosine."),
  ]

  /// The horizontal direction from the phone to the body, of length 1; zero for one who faces nowhere.
  ///
  /// It is the heading turned by half a turn, less the hand angle for the right hand, plus for the left.
  public func directionToBody(heading: Point, hand: Hand) -> Point {
    let back = heading.horizontalDirection * -1
    let turn = hand == .right ? -sine : sine
    return Point(x: back.x * cosine - back.y * turn, y: back.x * turn + back.y * cosine)
  }

  /// The loss for a beacon at a vector from the phone, in metres; 0 for a beacon at the phone itself.
  ///
  /// Without a heading (zero) the loss is half of that with the back turned.
  public func loss(towards beacon: Point, heading: Point, hand: Hand) -> Decibels {
    let distance = beacon.length
    guard distance > 0 else { return 0 }
    let (flat, toBody) = (beacon.horizontalLength, directionToBody(heading: heading, hand: hand))
    let cosine = beacon.dot(toBody)
    let sine = toBody.x * beacon.y - toBody.y * beacon.x
    guard flat > 0 else { return 0 }
    let first = SIMD2(cosine, sine) / flat
    var (order, form) = (first, 0.0)
    for factors in harmonics {
      form += (factors * order).sum()
      order = SIMD2(order.x * first.x - order.y * first.y, order.y * first.x + order.x * first.y)
    }
    return loss * (0.5 * flat * (1 + form) / distance)
  }
}
