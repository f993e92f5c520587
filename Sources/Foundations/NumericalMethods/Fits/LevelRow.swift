/// Something that was sent at a known distance: the level at which it arrived, or that it did not.
public struct LevelRow: Hashable, Sendable {
  /// The regressor; for path loss -10 log10 of the distance in metres, so that the slope is n.
  public var x: Double
  /// Nil for what was sent and not heard.
  public var y: Double?
  /// Whose level it shares, from 0.
  public var group: Int
  /// What it hangs together with, from 0: intervals come from leaving clusters out one at a time.
  public var cluster: Int
  /// How many it stands for, above 0.
  public var weight: Double
  /// What is known of its mean beside level and slope, and is added to them.
  public var offset: Double

  public init(
    x: Double, y: Double?, group: Int = 0, cluster: Int = 0, weight: Double = 1, offset: Double = 0
  ) {
    self.x = x
    self.y = y
    self.group = group
    self.cluster = cluster
    self.weight = weight
    self.offset = offset
  }
}

/// What is known about that which was not heard.
public enum SilenceKnowledge: String, Hashable, Sendable {
  /// Every silent row is there: the chance of silence is `p + (1 - p) F((s - μ) / S)`, lost by chance or too
  /// weak. Source: Tobin 1958, "Estimation of relationships for limited dependent variables",
  /// doi:10.2307/1907382, with a share p that is lost whatever its level.
  case counted
  /// Nobody knows how much was not heard, only that nothing below the limit is: a truncated distribution. Source:
  /// Hausman and Wise 1977, "Social experimentation, truncated distributions, and efficient estimation",
  /// doi:10.2307/1912683.
  case unknown
  /// The limit plays no part.
  case ignored
}

/// The logarithm of one row's likelihood with its derivatives in the mean μ, the logarithm of the scale S, and
/// the logit of the share p that is lost by chance.
struct LevelLikelihood {
  var value = 0.0
  var mean = 0.0
  var scale = 0.0
  var loss = 0.0
  var meanMean = 0.0
  var meanScale = 0.0
  var meanLoss = 0.0
  var scaleScale = 0.0
  var scaleLoss = 0.0
  var lossLoss = 0.0

  /// - Parameters:
  ///   - limit: s, below which nothing is heard.
  ///   - scale: S.
  ///   - loss: p.
  init(
    of y: Double?, mean: Double, scale: Double, loss: Double, limit: Double, law: ErrorLaw,
    silence: SilenceKnowledge
  ) {
    if let y {
      addHeard((y - mean) / scale, scale: scale, law: law)
      switch silence {
      case .counted: addKept(loss)
      case .unknown: addTruncation((limit - mean) / scale, scale: scale, law: law)
      case .ignored: break
      }
    } else {
      addSilent((limit - mean) / scale, scale: scale, loss: loss, law: law)
    }
  }

  private mutating func addHeard(_ z: Double, scale: Double, law: ErrorLaw) {
    let term = law.logDensity(z)
    value += term.value - Elementary.log(scale)
    self.scale -= 1
    addStandardised(z, first: term.first, second: term.second, scale: scale)
  }

  /// A function of `z = (something - μ) / S`, whose derivatives in z are known.
  private mutating func addStandardised(_ z: Double, first: Double, second: Double, scale: Double) {
    mean -= first / scale
    self.scale -= first * z
    meanMean += second / (scale * scale)
    meanScale += (second * z + first) / scale
    scaleScale += second * z * z + first * z
  }

  private mutating func addKept(_ loss: Double) {
    value += Elementary.log(1 - loss)
    self.loss -= loss
    lossLoss -= loss * (1 - loss)
  }

  /// - log(1 - F(u)).
  private mutating func addTruncation(_ u: Double, scale: Double, law: ErrorLaw) {
    let rest = max(law.chance(above: u), 1e-300)
    let density = law.density(u)
    let first = density.value / rest
    value -= Elementary.log(rest)
    addStandardised(u, first: first, second: density.first / rest + first * first, scale: scale)
  }

  /// log(p + (1 - p) F(u)).
  private mutating func addSilent(_ u: Double, scale: Double, loss: Double, law: ErrorLaw) {
    let below = law.chance(below: u)
    let density = law.density(u)
    let chance = max(loss + (1 - loss) * below, 1e-300)
    let first = (1 - loss) * density.value / chance
    let second = (1 - loss) * density.first / chance - first * first
    let step = loss * (1 - loss)
    let byLoss = step * (1 - below) / chance
    let both = -step * density.value / chance - byLoss * first
    value += Elementary.log(chance)
    addStandardised(u, first: first, second: second, scale: scale)
    self.loss += byLoss
    lossLoss += byLoss * (1 - 2 * loss) - byLoss * byLoss
    meanLoss -= both / scale
    scaleLoss -= both * u
  }
}
