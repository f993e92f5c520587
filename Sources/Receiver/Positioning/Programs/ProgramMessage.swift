import Documents
import NumericalMethods
import Phone
import Radio
import World

/// The messages to a program, one JSON object per line: docs/methods-of-your-own.md lists the keys.
enum ProgramMessage {
  /// The version of the protocol.
  static let version = 1

  static let end: Document = ["message": "end"]

  static func hello(_ prior: PriorInformation, _ settings: ProgramMethod.Settings) -> Document {
    let own = settings.settings.sorted { $0.key < $1.key }.map {
      Document.Member(key: $0.key, value: $0.value)
    }
    return Document(present: [
      "message": "hello", "protocol": Document(version), "settings": Document(own),
      "given": Document(settings.given.map { Document($0.rawValue) }),
      "assumes": [
        "n": Document(prior.assumptions.exponent),
        "carriedHeight": Document(prior.assumptions.carriedHeight),
      ],
      "site": site(prior.site), "map": prior.map.map(map), "channel": prior.channel.map(channel),
      "survey": prior.survey.map { Document($0.points.map(point)) },
    ])
  }

  private static func map(_ map: PriorInformation.Map) -> Document {
    Document(present: [
      "rooms": Document(map.rooms.map(room)), "obstacles": Document(map.obstacles.map(obstacle)),
      "walkable": map.walkable.isEmpty ? .none : Document(map.walkable.map(area)),
    ])
  }

  private static func channel(_ channel: PriorInformation.Channel) -> Document {
    [
      "meanRSSI": Document(
        [1, 2, 4, 8, 16, 32, 64].map { metres in
          [Document(metres), Document(channel.pathLoss.level(at: metres).value)]
        }), "shadowing": Document(channel.shadowing.value),
      "correlationDistance": Document(channel.correlationDistance),
    ]
  }

  static func lap(_ lap: LapPrior) -> Document {
    [
      "message": "lap", "number": Document(lap.number),
      // A number that every language can represent as an integer.
      "seed": Document(Int(lap.seed.value >> 11)),
      "direction": lap.direction.map { Document($0.rawValue) } ?? nil,
    ]
  }

  static func epoch(
    _ epoch: Epoch, of site: KnownSite, model: RangingModel, presses: [LapPrior.Press], packets: Bool
  ) -> Document {
    let heard = site.anchors.indices.filter { epoch.ages[$0].isFinite }
    return Document(present: [
      "message": "epoch", "time": Document(epoch.time),
      "anchors": Document(heard.map { anchor($0, of: site, in: epoch, model) }),
      "packets": packets ? Document(epoch.advertisements.map { packet($0, of: site) }) : .none,
      "steps": epoch.steps.map { Document($0.map(step)) },
      "presses": presses.isEmpty ? .none : Document(presses.map(press)),
    ])
  }

  private static func anchor(
    _ anchor: Int, of site: KnownSite, in epoch: Epoch, _ model: RangingModel
  ) -> Document {
    [
      "id": Document(site.anchors[anchor].id), "level": Document(epoch.levels[anchor]?.value),
      "reading": Document(epoch.readings[anchor]?.value), "age": Document(epoch.ages[anchor]),
      "count": Document(epoch.counts[anchor]), "c": Document(model.levelsAtOneMetre[anchor].value),
    ]
  }

  private static func step(_ step: Step) -> Document {
    ["time": Document(step.time), "length": Document(step.length), "heading": Document(step.heading)]
  }

  private static func press(_ press: LapPrior.Press) -> Document {
    [
      "time": Document(press.time), "x": Document(press.position.x), "y": Document(press.position.y),
      "floor": Document(press.floor),
    ]
  }

  private static func packet(_ advertisement: Advertisement, of site: KnownSite) -> Document {
    [
      "time": Document(advertisement.time), "id": Document(site.anchors[advertisement.anchor].id),
      "rssi": Document(advertisement.level.value),
      "channel": advertisement.channel.map { Document(Int($0)) } ?? nil,
    ]
  }

  private static func site(_ site: KnownSite) -> Document {
    [
      "floors": Document(
        site.floors.map { ["level": Document($0.level), "elevation": Document($0.elevation)] }),
      "path": site.path.map(path) ?? nil, "anchors": Document(site.anchors.map(anchor)),
    ]
  }

  private static func path(_ path: PathGraph) -> Document {
    [
      "nodes": Document(
        path.nodes.map { node in
          [
            "name": Document(node.name), "x": Document(node.position.x), "y": Document(node.position.y),
            "floor": Document(node.floor),
          ]
        }),
      "edges": Document(
        path.edges.map { [Document(path.nodes[$0.from].name), Document(path.nodes[$0.to].name)] }),
    ]
  }

  private static func anchor(_ anchor: Anchor) -> Document {
    [
      "id": Document(anchor.id), "x": Document(anchor.position.x), "y": Document(anchor.position.y),
      "z": Document(anchor.position.z), "floor": Document(anchor.floor),
      "moves": Document(anchor.isMobile),
    ]
  }

  private static func room(_ room: Room) -> Document {
    [
      "name": Document(room.name), "floor": Document(room.floor),
      "corners": Document(room.corners.map { [Document($0.x), Document($0.y)] }),
    ]
  }

  private static func area(_ area: WalkableArea) -> Document {
    switch area.shape {
    case .outline(let corners):
      ["floor": Document(area.floor), "corners": Document(corners.map { [Document($0.x), Document($0.y)] })]
    case .cells(let cells):
      [
        "floor": Document(area.floor), "corner": [Document(cells.corner.x), Document(cells.corner.y)],
        "side": Document(cells.side),
        "rows": Document(cells.rows.reversed().map { Document(String($0.map { $0 ? "." : "#" })) }),
      ]
    }
  }

  private static func obstacle(_ obstacle: Obstacle) -> Document {
    switch obstacle.shape {
    case .wall(let from, let to):
      [
        "from": [Document(from.x), Document(from.y)], "to": [Document(to.x), Document(to.y)],
        "floor": Document(obstacle.floor), "loss": Document(obstacle.loss.value),
      ]
    case .pillar(let centre, let radius):
      [
        "centre": [Document(centre.x), Document(centre.y)], "radius": Document(radius),
        "floor": Document(obstacle.floor), "loss": Document(obstacle.loss.value),
      ]
    }
  }

  private static func point(_ point: RadioMap.SurveyPoint) -> Document {
    [
      "x": Document(point.position.x), "y": Document(point.position.y), "floor": Document(point.floor),
      "levels": Document(
        point.levels.map { level in
          level.map {
            [
              "level": Document($0.level.value), "deviation": Document($0.deviation?.value),
              "count": Document($0.count),
            ]
          } ?? nil
        }),
    ]
  }
}
