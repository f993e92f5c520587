import Captures
package import Documents
package import Laps
import Positioning
import Scenarios
import SiteFiles
import World

extension Replay {
  /// `{"fixes": […], "ranges": […]}`, and with truth the keys of a study.
  package var document: Document {
    var members: [Document.Member] = [
      .init(key: "seconds", value: Document(seconds)),
      .init(key: "fixes", value: Document(tracks.flatMap(\.documents))),
      .init(key: "ranges", value: Document(ranges.map(\.document))),
      .init(key: "advertisements", value: tally.document),
      .init(key: "damages", value: Document(damages.map(\.document))),
      .init(key: "notes", value: noteDocument),
    ]
    if let scores {
      members.append(
        .init(
          key: "scores",
          value: Document(
            scores.pipelines.map {
              $0.document(scoredAt: scores.rule, directionNames: scores.directionNames, site: scores.site)
            })))
      members.append(
        .init(key: "ranging", value: Document(scores.ranging.map { $0.document(of: scores.site) })))
    }
    return Document(members)
  }

  /// Every fix as CSV: `pipeline,lap,time_s,x_m,y_m,z_m,floor,uncertainty_m,status,origin,direction`.
  package func fixesTable(lap: Int) -> String {
    var text = "pipeline,lap,time_s,x_m,y_m,z_m,floor,uncertainty_m,status,origin,direction\n"
    for track in tracks {
      let name = csvField(track.definition.name)
      for callback in track.callbacks {
        let direction = callback.direction?.rawValue ?? ""
        text += "\(name),\(lap),\(callback.time),"
        switch callback.fix {
        case .success(let fix):
          let uncertainty = fix.uncertainty.map { "\($0)" } ?? ""
          text += "\(fix.position.x),\(fix.position.y),\(fix.position.z),\(fix.floor),\(uncertainty),ok,"
          text += "\(fix.origin.rawValue),\(direction)\n"
        case .failure(let reason):
          text += ",,,,,\(csvField(reason.description)),,\(direction)\n"
        }
      }
    }
    return text
  }
}

extension Replay.Track {
  fileprivate var documents: [Document] { callbacks.map { $0.document(of: definition) } }
}

extension Callback {
  /// One element of `fixes`.
  func document(of pipeline: PipelineDefinition) -> Document {
    let direction: Document = direction.map { Document($0.rawValue) } ?? nil
    switch fix {
    case .success(let fix):
      return [
        "pipeline": Document(pipeline.name), "time": Document(time),
        "x": Document(fix.position.x), "y": Document(fix.position.y), "z": Document(fix.position.z),
        "floor": Document(fix.floor), "uncertaintyMetres": Document(fix.uncertainty),
        "origin": Document(fix.origin.rawValue), "status": "ok", "direction": direction,
      ]
    case .failure(let reason):
      return [
        "pipeline": Document(pipeline.name), "time": Document(time), "x": nil, "y": nil, "z": nil,
        "floor": nil, "uncertaintyMetres": nil, "origin": nil, "status": Document(reason.description),
        "direction": direction,
      ]
    }
  }
}

extension CaptureDamage {
  /// One element of `damages`.
  var document: Document {
    ["offset": Document(offset), "expected": Document(expected), "found": Document(found)]
  }
}
