import Documents
import Sites

/// Context scenarios that between them use every key.
enum ContextDocuments {
  private static let context = """
    handset:
      states: [{from: 0, state: foreground}, {from: 5, state: background}, {from: 9, state: ended}]
      system: 8
      wake: 3
      permissions: {locationServices: true, authorisation: whenInUse, bluetooth: true, backgroundRefresh: false}
    applications:
      - name: a
        window: 30
        early: 2
        application:
          monitoring:
            regions: [{name: r, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1}]
            exitDelay: 12
            strategy: broadFirst
            radius: 4
            requests: [3]
      - name: b
        application:
          ranging:
            beacons: [one]
            smoothing: 2
            zones: {immediate: 1, near: 2}
            offered: 2
            n: 1.8
            find: immediate
            within: 2
            rearm: 4
            published: [{zone: near, from: 0, to: 2, distanceDeviation: 1, levelDeviation: 2, source: s}]
      - {name: c, application: {presence: {places: rooms, beacons: [one], smoothing: 3, margin: 2, stay: 9, within: 4, fallbacks: [{time: 1, place: p}, {time: 2, position: [1, 2]}]}}}
      - name: d
        application:
          rules:
            monitoring: {regions: [{name: r, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21}], exitDelay: ios}
            rules:
              - {name: x, enter: r, action: go}
              - {name: y, exit: r, after: x, within: 9, action: stay, repeated: true}
              - {name: z, visit: [r], action: look}
      - {name: e, application: {assets: {assets: [one], lost: 3, countdown: 4, interval: 5, times: 2, radius: 3}}}
      - {name: f, application: {transport: {items: [one], low: 1, high: 2, hold: 3}}}
      - {name: g, application: {mobility: {chair: one, hold: 2, answerTime: 3, answers: [4]}}}
      - {name: h, application: {homeCare: {master: one, data: p.json, revert: 4, ticks: [{time: 1, task: t}], radius: 2}}}
      - {name: i, application: {fleet: {expected: [one], vanish: 4, battery: 2, drift: 3, period: 9, reference: others, speed: 2, near: 1}}}
      - {name: j, application: presence}
    conference:
      application: j
      timeout: 200
      heartbeat: 20
      loss: 0.1
      visitors: [{name: w, interests: [i], incognito: [[1, 2]]}]
      bin: 900
      leastVisit: 5
      queue: {back: one, front: two}
    energy:
      scans: [{interval: 2, window: 1}]
      scanCurrent: 10
      phoneCapacity: 1000
      intervals: [0.5]
      powers: [{dBm: 0, current: 10}]
      sleepCurrent: 3
      eventSeconds: 0.002
      beaconCapacity: 200
      source: s
      published: [p]
    """

  static func documents(_ texts: some Sequence<String>) throws -> [Document] {
    let context = try Document(yaml: context, file: "every-key.yaml")
    return try texts.map { try Document(yaml: $0, file: "every-key.yaml").replacing("context", by: context) }
  }
}
