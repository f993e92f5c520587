package import Positioning
package import Sites
import World

extension Dataset {
  /// The side in metres of the squares in which calibration readings are combined into one point of a radio map.
  static let surveySquare = 0.5

  /// The radio map of the data set's calibration recordings: the means of all readings in each square of a floor, at the mean
  /// of their positions. Nil without any.
  ///
  /// Points come in the order in which the recordings first reach them.
  package var radioMap: RadioMap? {
    var indices: [Square: Int] = [:]
    let hasChannels = calibration.contains { $0.channel != nil }
    var points: [(floor: Int, positions: [Point], levels: SurveyTally.Levels)] = []
    for reading in calibration {
      guard let square = Square(reading.position, floor: reading.floor) else { continue }
      let index = indices[square] ?? points.count
      if index == points.count {
        indices[square] = index
        let none = SurveyTally.Levels(anchors: site.site.anchors.count, hasChannels: hasChannels)
        points.append((reading.floor, [], none))
      }
      points[index].positions.append(reading.position)
      points[index].levels.add(reading.level, on: reading.channel, of: reading.anchor)
    }
    guard !points.isEmpty else { return nil }
    return RadioMap(
      anchors: site.site.anchors.map(\.id),
      points: points.map { floor, positions, levels in
        let sum = positions.reduce(Point.zero, +)
        let count = Double(positions.count)
        return RadioMap.SurveyPoint(
          position: Point(
            x: sum.x / count, y: sum.y / count, z: site.site.floors.elevation(ofLevel: floor)),
          floor: floor, levels: levels.surveyed, channelLevels: levels.surveyedByChannel)
      })
  }

  private struct Square: Hashable {
    let column: Int
    let row: Int
    let floor: Int

    init?(_ position: Point, floor: Int) {
      guard let column = Int(exactly: (position.x / Dataset.surveySquare).rounded(.down)),
        let row = Int(exactly: (position.y / Dataset.surveySquare).rounded(.down))
      else { return nil }
      (self.column, self.row, self.floor) = (column, row, floor)
    }
  }
}
