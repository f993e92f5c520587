import Documents
import Sites

/// Fingerprint scenarios that between them use every key.
enum FingerprintDocuments {
  static let texts = [
    """
    name: every-key
    about: a text
    site: site.yaml
    seed: 7
    laps: 3
    building: fixed
    height: 1
    survey: {readings: 5}
    visits: {points: 1, readings: 4, order: random, unlisted: [[1, 2], [3.5, 2]]}
    channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
    beacons: {interval: 0.2}
    receiver: {sensitivity: -100}
    phone: {average: {seconds: 0.5}}
    rows:
      - name: r
        map: {filters: [{kalman: {q: 0, r: 5}}, feedback], stores: mean}
        filters: [movingAverage]
        restart: never
        maximumAge: 3
        fixes: each
        kNearest: {k: 2, exponent: 1, metric: manhattan, vector: sorted, missing: leftOut, major: gate, leastBeacons: 2}
        published: {hitRate: 0.5, mean: 1, largest: 3, meanWithUnlisted: 2, against: r, source: s, check: [hitRate, mean]}
      - {name: s, kNearest: {missing: -95, major: coordinate}, published: {source: s}}
    """
  ]

  static func documents() throws -> [Document] {
    try texts.map { try Document(yaml: $0, file: "every-key.yaml") }
  }
}
