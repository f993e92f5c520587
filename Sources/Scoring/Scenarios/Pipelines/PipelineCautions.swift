import Positioning
package import World

extension [PipelineDefinition] {
  /// The cautions of all rows, each once, with the rows that it is about.
  package func cautions(with calibration: Calibration?, site: Site) -> [String] {
    var lines: [(sentence: String, names: [String])] = []
    for definition in self where definition.method.settings.ranges {
      for sentence in definition.assumptions.cautions(with: calibration, site: site) {
        if let index = lines.firstIndex(where: { $0.sentence == sentence }) {
          lines[index].names.append(definition.name)
        } else {
          lines.append((sentence, [definition.name]))
        }
      }
    }
    return lines.map { "\($0.sentence) (\($0.names.joined(separator: "; ")))" }
  }
}
