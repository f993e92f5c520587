import NumericalMethods

/// What is known of the channel before the first reading: a Gaussian over the parameters of ``GridRadio``, and one over each anchor's
/// bias.
struct ChannelPrior: Sendable {
  typealias Vector = GridRadio.Vector
  typealias Parameter = (mean: Double, deviation: Double)

  private(set) var mean: Vector
  /// By row.
  private(set) var covariance: InlineArray<8, Vector>
  let anchors: Int
  /// Of each anchor's bias, in dB².
  let variance: Double

  /// Independent parameters, each with its mean and standard deviation.
  ///
  /// - Parameter bias: the standard deviation of an anchor's bias, in decibels.
  init(_ parameters: [Parameter], anchors: Int, bias: Double) {
    mean = .zero
    covariance = InlineArray(repeating: .zero)
    for (index, parameter) in parameters.enumerated() {
      mean[index] = parameter.mean
      covariance[index][index] = parameter.deviation * parameter.deviation
    }
    (self.anchors, variance) = (anchors, bias * bias)
  }

  /// Takes the parameters for known.
  mutating func know(_ parameters: Vector) {
    (mean, covariance) = (parameters, InlineArray(repeating: .zero))
  }

  /// Makes a parameter the sum of another one and what it was before.
  mutating func add(_ source: Int, to target: Int) {
    mean[target] += mean[source]
    covariance[target] += covariance[source]
    for row in covariance.indices { covariance[row][target] += covariance[row][source] }
  }
}

/// The posterior of the channel in each cell, given that the walker is there.
///
/// The parameters of ``GridRadio`` are jointly Gaussian, and the biases of anchors are taken for independent of them and of each other.
/// Readings are linear observations. A silence, of which only an upper limit is known, is one with the slope and the curvature of
/// its log-likelihood at the mean.
///
/// Where walks meet in a cell, their posteriors are replaced by one Gaussian of the same mean and covariance. A posterior of the most
/// probable walk alone would not do: position and body loss explain much the same, and all walks would soon have the channel of one.
///
/// Source: a filter for the linear part of the state by each value of the other part is Rao-Blackwell's, see Doucet, de Freitas,
/// Murphy and Russell 2000, arXiv:1301.3853; mixing by mean and covariance is that of the interacting multiple models of Blom and
/// Bar-Shalom 1988, doi:10.1109/9.1299. Their use here is ours.
struct GridChannels: Sendable {
  typealias Vector = GridRadio.Vector

  /// The posterior of the parameters.
  private struct State {
    var mean: Vector
    /// By row.
    var covariance: InlineArray<8, Vector>

    /// The covariance of the parameters with their sum weighted by features.
    @inline(__always)
    func spread(_ features: Vector) -> Vector {
      var spread = Vector.zero
      for row in covariance.indices { spread += covariance[row] * features[row] }
      return spread
    }
  }

  private let anchors: Int
  /// Whether the parameters are known, so that no reading changes them.
  private let areKnown: Bool
  /// By cell, in the order of the active ones, like everything here.
  private var states: [State]
  /// By anchor.
  private var biases: [Double]
  private var variances: [Double]

  /// The same prior for some cells.
  init(_ prior: ChannelPrior, cells: Int) {
    anchors = prior.anchors
    areKnown = prior.covariance.indices.allSatisfy { prior.covariance[$0] == .zero }
    states = [State](repeating: State(mean: prior.mean, covariance: prior.covariance), count: cells)
    biases = [Double](repeating: 0, count: cells * anchors)
    variances = [Double](repeating: prior.variance, count: cells * anchors)
  }

  /// The channels of the cells at some indices, which may occur repeatedly.
  func selecting(_ indices: [Int]) -> GridChannels {
    var chosen = self
    chosen.states = indices.map { states[$0] }
    chosen.biases = rows(of: biases, indices)
    chosen.variances = rows(of: variances, indices)
    return chosen
  }

  /// Whether readings change anything.
  var areLearned: Bool { !areKnown || variances.contains { $0 > 0 } }

  /// The channels of cells that are reached from these: of each the mean and the covariance of the mixture of its origins.
  func mixing(_ origins: GridOrigins) -> GridChannels {
    var mixed = self
    mixed.states.removeAll(keepingCapacity: true)
    mixed.biases = [Double](repeating: 0, count: origins.count * anchors)
    mixed.variances = mixed.biases
    for cell in 0..<origins.count {
      let shares = origins.shares(of: cell)
      mixed.states.append(areKnown ? states[shares[0].origin] : state(mixing: shares))
      mixBiases(shares, into: &mixed.biases, &mixed.variances, from: cell * anchors)
    }
    return mixed
  }

  private func state(mixing shares: [GridOrigins.Part]) -> State {
    guard shares.count > 1 else { return states[shares[0].origin] }
    let mean = shares.reduce(Vector.zero) { $0 + $1.part * states[$1.origin].mean }
    var mixed = State(mean: mean, covariance: InlineArray(repeating: .zero))
    for (origin, share) in shares {
      let off = states[origin].mean - mean
      for row in mixed.covariance.indices {
        mixed.covariance[row] += share * (states[origin].covariance[row] + off[row] * off)
      }
    }
    return mixed
  }

  /// - Parameter first: where the cell begins.
  private func mixBiases(
    _ shares: [GridOrigins.Part], into means: inout [Double], _ spreads: inout [Double], from first: Int
  ) {
    var means = means.mutableSpan
    var spreads = spreads.mutableSpan
    let (biases, variances) = (biases.span, variances.span)
    for (origin, share) in shares {
      for anchor in 0..<anchors { means[first + anchor] += share * biases[origin * anchors + anchor] }
    }
    for (origin, share) in shares {
      for anchor in 0..<anchors {
        let off = biases[origin * anchors + anchor] - means[first + anchor]
        spreads[first + anchor] += share * (variances[origin * anchors + anchor] + off * off)
      }
    }
  }

  private func rows(of all: [Double], _ indices: [Int]) -> [Double] {
    var chosen: [Double] = []
    chosen.reserveCapacity(indices.count * anchors)
    for index in indices { chosen += all[index * anchors..<(index + 1) * anchors] }
    return chosen
  }

  /// The mean of the parameters over the cells.
  ///
  /// - Parameter weights: by cell, adding up to 1.
  func mean(_ weights: [Double]) -> Vector {
    zip(weights, states).reduce(.zero) { $0 + $1.0 * $1.1.mean }
  }

  /// In one cell, the mean level of an anchor in decibels above that at one metre, and the variance of its local mean in dB².
  ///
  /// - Parameter index: of the cell, among the active ones.
  func level(ofAnchor anchor: Int, at index: Int, in cell: Int, _ radio: GridRadio) -> (
    mean: Double, variance: Double
  ) {
    let features = radio.features(ofAnchor: anchor, in: cell)
    let (state, bias) = (states[index], index * anchors + anchor)
    return (
      (state.mean * features).sum() + biases[bias] + radio.residual(ofAnchor: anchor, in: cell),
      (state.spread(features) * features).sum() + variances[bias]
        + radio.shadowing(ofAnchor: anchor, in: cell)
    )
  }

  /// Updates every cell by what one window says.
  ///
  /// - Parameters:
  ///   - cells: the active ones.
  ///   - origins: by active cell, the one from which the walker came; nil in the first window.
  ///   - scatter: the factor of the variance of shadowing.
  /// - Returns: by active cell, the log-likelihood up to a common constant.
  mutating func update(
    by links: [GridLink], in cells: [Int], from origins: [Int]?, _ radio: GridRadio, scatter: Double = 1
  ) -> [Double] {
    Self.update(
      &states, &biases, &variances, anchors, areKnown, by: links, in: cells, from: origins, radio, scatter)
  }

  private static func update(
    _ states: inout [State], _ biases: inout [Double], _ variances: inout [Double], _ anchors: Int,
    _ areKnown: Bool,
    by links: [GridLink], in cells: [Int], from origins: [Int]?, _ radio: GridRadio, _ scatter: Double
  ) -> [Double] {
    var states = states.mutableSpan
    var biases = biases.mutableSpan
    var variances = variances.mutableSpan
    var logarithms = [Double](repeating: 0, count: cells.count)
    for index in cells.indices {
      let origin = origins.map { $0[index] }
      var likelihood = GridLikelihood()
      for link in links {
        let bias = index &* anchors &+ link.anchor
        let evidence = update(
          &states[index], &biases[bias], &variances[bias], by: link, in: cells[index], from: origin, radio,
          scatter, areKnown)
        if let evidence { likelihood.add(evidence, of: link) }
      }
      logarithms[index] = likelihood.logarithm
    }
    return logarithms
  }

  /// In one cell, the log-likelihood of the readings of a window by the factor of the variance of shadowing, up to a constant.
  func evidence(
    of scatter: Double, by links: [GridLink], at index: Int, in cell: Int, from origin: Int?,
    _ radio: GridRadio
  ) -> Double {
    links.reduce(0) { sum, link in
      guard link.silence == nil else { return sum }
      let innovation = Self.innovation(
        of: link, states[index], biases[index * anchors + link.anchor], in: cell, from: origin, radio, scatter
      )
      let variance =
        innovation.variance + (states[index].spread(innovation.features) * innovation.features).sum()
        + innovation.share * innovation.share * variances[index * anchors + link.anchor]
      return sum - 0.5 * (Elementary.log(variance) + innovation.residual * innovation.residual / variance)
    }
  }

  /// A reading less what is expected of it.
  private struct Innovation {
    var residual: Double
    /// Of readings with this channel.
    var variance: Double
    /// By how much the expected reading grows with each parameter.
    var features: Vector
    /// By how much it grows with the bias.
    var share: Double
  }

  @inline(__always)
  private static func innovation(
    of link: GridLink, _ state: borrowing State, _ bias: Double, in cell: Int, from origin: Int?,
    _ radio: GridRadio,
    _ scatter: Double
  ) -> Innovation {
    let shadowing = scatter * radio.shadowing(ofAnchor: link.anchor, in: cell)
    var features = radio.features(ofAnchor: link.anchor, in: cell)
    var level = link.level - radio.residual(ofAnchor: link.anchor, in: cell)
    var variance = shadowing + link.variance
    // What is left of the bias where the residual before is subtracted.
    var share = 1.0
    if let before = link.before, let origin {
      let gain = before.correlation * shadowing / (shadowing + before.variance)
      features -= gain * radio.features(ofAnchor: link.anchor, in: origin)
      level -= gain * (before.level - radio.residual(ofAnchor: link.anchor, in: origin))
      variance -= gain * before.correlation * shadowing
      share -= gain
    }
    let expected = (state.mean * features).sum() + share * bias
    return Innovation(residual: level - expected, variance: variance, features: features, share: share)
  }

  @inline(__always)
  private static func update(
    _ state: inout State, _ bias: inout Double, _ uncertainty: inout Double, by link: GridLink, in cell: Int,
    from origin: Int?, _ radio: GridRadio, _ scatter: Double, _ areKnown: Bool
  ) -> GridLink.Evidence? {
    let innovation = innovation(of: link, state, bias, in: cell, from: origin, radio, scatter)
    var variance = innovation.variance
    if link.silence == nil { variance /= radio.tempering }
    let own = innovation.share * uncertainty
    var spread = Vector.zero
    if !areKnown {
      spread = state.spread(innovation.features)
      variance += (spread * innovation.features).sum()
    }
    let evidence = link.evidence(
      residual: innovation.residual, variance: variance + innovation.share * own)
    guard let evidence else { return nil }
    if !areKnown {
      state.mean += evidence.slope * spread
      let scaled = evidence.curvature * spread
      for row in state.covariance.indices { state.covariance[row] -= scaled[row] * spread }
    }
    bias += evidence.slope * own
    uncertainty -= evidence.curvature * own * own
    return evidence
  }
}
