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
/// Parameters that are known beforehand are left out of the Gaussian.
///
/// Where walks meet in a cell, their posteriors are replaced by one Gaussian of the same mean and covariance. A posterior of the most
/// probable walk alone would not do: position and body loss explain much the same, and all walks would soon have the channel of one.
///
/// Source: a filter for the linear part of the state by each value of the other part is Rao-Blackwell's, see Doucet, de Freitas,
/// Murphy and Russell 2000, arXiv:1301.3853; mixing by mean and covariance is that of the interacting multiple models of Blom and
/// Bar-Shalom 1988, doi:10.1109/9.1299. Their use here is ours.
struct GridChannels: Sendable {
  typealias Vector = GridRadio.Vector

  private let layout: ChannelLayout
  /// By group of four cells, column and cell of the group, in the order of the active cells.
  private var numbers: [Double]

  /// The same prior for some cells.
  init(_ prior: ChannelPrior, cells: Int) {
    layout = ChannelLayout(prior)
    numbers = layout.numbers(of: cells)
    for cell in 0..<cells { layout.set(&numbers, at: layout.place(of: cell), to: prior) }
  }

  /// The channels of the cells at some indices, which may occur repeatedly.
  func selecting(_ indices: [Int]) -> GridChannels {
    var chosen = self
    chosen.numbers = layout.numbers(of: indices.count)
    var numbers = chosen.numbers.mutableSpan
    for (cell, index) in indices.enumerated() {
      layout.copy(self.numbers.span, from: index, into: &numbers, at: cell)
    }
    return chosen
  }

  /// Whether readings change anything.
  var areLearned: Bool { layout.size > 0 }

  /// The channels of cells that are reached from these: of each the mean and the covariance of the mixture of its origins.
  func mixing(_ origins: GridOrigins) -> GridChannels {
    var mixed = self
    mixed.numbers = layout.numbers(of: origins.count)
    var numbers = mixed.numbers.mutableSpan
    var columns = ChannelLayout.columns
    var off = columns.mutableSpan
    for first in stride(from: 0, to: origins.count, by: 4) {
      let shares = (0..<4).map { origins.shares(of: min(first + $0, origins.count - 1)) }
      layout.mix(self.numbers.span, shares, into: &numbers, layout.first(of: first), &off)
    }
    return mixed
  }

  /// The mean of the parameters over the cells; without any, of what is known.
  ///
  /// - Parameter weights: by cell, adding up to 1.
  func mean(_ weights: [Double]) -> Vector {
    var mean = layout.known
    guard !numbers.isEmpty else { return mean }
    for (cell, weight) in weights.enumerated() {
      for (column, parameter) in layout.learned.enumerated() {
        mean[parameter] += weight * numbers[layout.place(of: cell) + 4 * column]
      }
    }
    return mean
  }

  /// In one cell, the mean level of an anchor in decibels above that at one metre, and the variance of its local mean in dB².
  ///
  /// - Parameter index: of the cell, among the active ones.
  func level(ofAnchor anchor: Int, at index: Int, in cell: Int, _ radio: GridRadio) -> (
    mean: Double, variance: Double
  ) {
    let here = radio.four(SIMD4(repeating: cell))
    let link = GridLink(anchor: anchor, level: 0, variance: 0, before: nil, silence: nil)
    let (residual, variance) = predicted(link, at: index, here, from: nil, radio, 1)
    return (-residual, variance)
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
    var logarithms = [Double](repeating: 0, count: cells.count)
    let layout = layout
    var (features, spread) = (ChannelLayout.columns, ChannelLayout.columns)
    var columns = features.mutableSpan
    var spreads = spread.mutableSpan
    var channels = numbers.mutableSpan
    var results = logarithms.mutableSpan
    for first in stride(from: 0, to: cells.count, by: 4) {
      let origin = origins.map { radio.four($0.span.four(from: first)) }
      let four = layout.update(
        &channels, layout.first(of: first), by: links, radio.four(cells.span.four(from: first)), from: origin,
        radio, scatter,
        &columns, &spreads)
      results.replace(from: first, with: four)
    }
    return logarithms
  }

  /// In one cell, the log-likelihood of the readings of a window by the factor of the variance of shadowing, up to a constant.
  func evidence(
    of scatter: Double, by links: [GridLink], at index: Int, in cell: Int, from origin: Int?,
    _ radio: GridRadio
  ) -> Double {
    let here = radio.four(SIMD4(repeating: cell))
    let before = origin.map { radio.four(SIMD4(repeating: $0)) }
    return links.reduce(0) { sum, link in
      guard link.silence == nil else { return sum }
      let (residual, variance) = predicted(link, at: index, here, from: before, radio, scatter)
      return sum - 0.5 * (Elementary.log(variance) + residual * residual / variance)
    }
  }

  /// In one cell, a link's residual and the variance of that.
  private func predicted(
    _ link: GridLink, at index: Int, _ here: GridRadio.Four, from origin: GridRadio.Four?, _ radio: GridRadio,
    _ scatter: Double
  ) -> (residual: Double, variance: Double) {
    var (features, spread) = (ChannelLayout.columns, ChannelLayout.columns)
    var columns = features.mutableSpan
    var spreads = spread.mutableSpan
    let first = layout.first(of: index)
    let reading = layout.innovation(
      of: link, numbers.span, first, here, from: origin, radio, scatter, &columns)
    let variance = layout.variance(of: reading, numbers.span, first, columns.span, &spreads)
    return (reading.residual[index & 3], variance[index & 3])
  }
}
