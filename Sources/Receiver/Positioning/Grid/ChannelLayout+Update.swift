import CLanes
import NumericalMethods

/// Updates of four cells at once.
///
/// Readings are linear observations, taken one after another: the update of a Kalman filter for each. In information form all of
/// a window would be one sum of `f fᵀ / r`, but the posterior of an anchor's bias needs the variance `fᵀ P f` of what the parameters predict at
/// its turn, which costs as much as the update.
///
/// A silence, of which only an upper limit is known, is an observation with the slope and the curvature of its log-likelihood at the mean.
///
/// Source: Anderson and Moore 1979, "Optimal filtering", section 6.4; section 6.3 has the information form.
extension ChannelLayout {
  typealias Lanes = GridRadio.Lanes

  /// A reading less what is expected of it.
  struct Innovation {
    var residual: Lanes
    /// Of readings with this channel.
    var variance: Lanes
    /// By how much it grows with the bias.
    var share: Lanes
    /// The columns of the bias and its variance; nil for none.
    var bias: (mean: Int, variance: Int)?
  }

  /// - Parameter features: becomes, by column, by how much the expected reading grows with each parameter that is learned.
  @inline(__always)
  func innovation(
    of link: GridLink, _ numbers: Span<Double>, _ first: Int, _ here: GridRadio.Four,
    from origin: GridRadio.Four?, _ radio: GridRadio, _ scatter: Double, _ features: inout MutableSpan<Double>
  ) -> Innovation {
    let shadowing = Lanes(repeating: scatter) * radio.shadowing(ofAnchor: link.anchor, in: here)
    radio.visitFeatures(ofAnchor: link.anchor, in: here) { features.set($1, 0, $0) }
    var residual = Lanes(repeating: link.level) - radio.residual(ofAnchor: link.anchor, in: here)
    var variance = shadowing + Lanes(repeating: link.variance)
    // What is left of the bias where the residual before is subtracted.
    var share = Lanes(repeating: 1)
    if let before = link.before, let origin {
      let correlated = Lanes(repeating: before.correlation) * shadowing
      let gain = beaconbench_quotient(correlated, shadowing + Lanes(repeating: before.variance))
      radio.visitFeatures(ofAnchor: link.anchor, in: origin) { features.add(-gain * $1, 0, $0) }
      residual =
        residual - gain * (Lanes(repeating: before.level) - radio.residual(ofAnchor: link.anchor, in: origin))
      variance = variance - gain * correlated
      share = share - gain
    }
    for index in present {
      residual = residual - Lanes(repeating: known[index]) * features.span.lanes(0, index)
    }
    for index in learned.indices {
      let feature = features.span.lanes(0, learned[index])
      features.set(feature, 0, index)
      residual = residual - numbers.lanes(first, index) * feature
    }
    guard biases > 0 else {
      return Innovation(residual: residual, variance: variance, share: share, bias: nil)
    }
    let bias = (mean: learned.count &+ link.anchor, variance: variances &+ link.anchor)
    return Innovation(
      residual: residual - share * numbers.lanes(first, bias.mean), variance: variance, share: share,
      bias: bias)
  }

  /// The variance of an innovation with that of the channel.
  ///
  /// - Parameter spread: becomes, by column, the covariance of the parameters with it.
  @inline(__always)
  func variance(
    of reading: Innovation, _ numbers: Span<Double>, _ first: Int, _ features: Span<Double>,
    _ spread: inout MutableSpan<Double>
  ) -> Lanes {
    var variance = reading.variance
    if let bias = reading.bias {
      variance = variance + reading.share * reading.share * numbers.lanes(first, bias.variance)
    }
    var column = covariances
    for row in learned.indices {
      let own = features.lanes(0, row)
      var sum = Lanes.zero
      for other in 0..<row {
        let element = numbers.lanes(first, column)
        sum = sum + element * features.lanes(0, other)
        spread.add(element * own, 0, other)
        column &+= 1
      }
      spread.set(sum + numbers.lanes(first, column) * own, 0, row)
      column &+= 1
    }
    for row in learned.indices { variance = variance + spread.span.lanes(0, row) * features.lanes(0, row) }
    return variance
  }

  /// - Parameter first: where the numbers of the cells begin.
  /// - Returns: their log-likelihoods up to a constant.
  @inline(__always)
  func update(
    _ numbers: inout MutableSpan<Double>, _ first: Int, by links: [GridLink], _ cells: GridRadio.Four,
    from origins: GridRadio.Four?, _ radio: GridRadio, _ scatter: Double,
    _ features: inout MutableSpan<Double>,
    _ spread: inout MutableSpan<Double>
  ) -> Lanes {
    var likelihood = GridLikelihood()
    let tempered = Lanes(repeating: 1 / radio.tempering)
    for link in links {
      var reading = innovation(of: link, numbers.span, first, cells, from: origins, radio, scatter, &features)
      if link.silence == nil { reading.variance = reading.variance * tempered }
      let variance = variance(of: reading, numbers.span, first, features.span, &spread)
      let (slope, curvature) = likelihood.add(link, residual: reading.residual, variance: variance)
      var column = covariances
      for row in learned.indices {
        let own = spread.span.lanes(0, row)
        numbers.add(slope * own, first, row)
        let scaled = -curvature * own
        for other in 0...row {
          numbers.add(scaled * spread.span.lanes(0, other), first, column)
          column &+= 1
        }
      }
      guard let bias = reading.bias else { continue }
      let own = reading.share * numbers.span.lanes(first, bias.variance)
      numbers.add(slope * own, first, bias.mean)
      numbers.add(-curvature * own * own, first, bias.variance)
    }
    return likelihood.logarithm
  }
}

extension Span<Double> {
  /// A column of four cells whose numbers begin at an index.
  @inline(__always)
  func lanes(_ first: Int, _ column: Int) -> SIMD4<Double> {
    let index = first &+ 4 &* column
    return SIMD4(
      self[unchecked: index], self[unchecked: index &+ 1], self[unchecked: index &+ 2],
      self[unchecked: index &+ 3])
  }
}

extension Span<Double> {
  /// A column of four cells whose numbers begin at four indices.
  @inline(__always)
  func lanes(_ from: SIMD4<Int>, _ column: Int) -> SIMD4<Double> {
    let index = 4 &* column
    return SIMD4(
      self[unchecked: from[0] &+ index], self[unchecked: from[1] &+ index], self[unchecked: from[2] &+ index],
      self[unchecked: from[3] &+ index])
  }
}

extension MutableSpan<Double> {
  @inline(__always)
  mutating func set(_ lanes: SIMD4<Double>, _ first: Int, _ column: Int) {
    let index = first &+ 4 &* column
    for lane in 0..<4 { self[unchecked: index &+ lane] = lanes[lane] }
  }

  @inline(__always)
  mutating func add(_ lanes: SIMD4<Double>, _ first: Int, _ column: Int) {
    set(span.lanes(first, column) + lanes, first, column)
  }
}
