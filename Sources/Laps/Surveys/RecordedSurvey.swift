package import Positioning
package import Sites
import World

extension Dataset {
  /// The side in metres of the squares in which calibration readings are combined into one point of a radio map.
  static let surveySquare = 0.5

  /// The radio map of the data set's calibration recordings: the means of all readings in each square, at the mean of their
  /// positions. Nil without any.
  ///
  /// Points come in the order in which the recordings first reach them.
  package var radioMap: RadioMap? {
    var indices: [Square: Int] = [:]
    let hasChannels = calibration.contains { $0.channel != nil }
    var points: [(positions: [Point], levels: SurveyTally.Levels)] = []
    for reading in calibration {
      let floor = site.site.anchors[reading.anchor].floor
      guard let square = Square(reading.position, floor: floor) else { continue }
      let index = indices[square] ?? points.count
      if index == points.count {
        indices[square] = index
        points.append(([], SurveyTally.Levels(anchors: site.site.anchors.count, hasChannels: hasChannels)))
      }
      points[index].positions.append(reading.position)
      points[index].levels.add(reading.level, on: reading.channel, of: reading.anchor)
    }
    guard !points.isEmpty else { return nil }
    let floors = indices.reduce(into: [Int](repeating: 0, count: points.count)) { floors, entry in
      floors[entry.value] = entry.key.floor
    }
    return RadioMap(
      anchors: site.site.anchors.map(\.id),
      points: zip(points, floors).map { point, floor in
        let sum = point.positions.reduce(Point.zero, +)
        let count = Double(point.positions.count)
        return RadioMap.SurveyPoint(
          position: Point(
            x: sum.x / count, y: sum.y / count, z: site.site.floors.elevation(ofLevel: floor)),
          floor: floor, levels: point.levels.surveyed, channelLevels: point.levels.surveyedByChannel)
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
