package import Documents
import Sites

/// Scenarios that between them use every key, and a small site for them.
package enum ScenarioDocuments {
  package static let site = """
    name: small
    path: {nodes: {a: [0, 0], b: [6, 0], c: [6, 4]}, edges: [[a, b], [b, c], [c, a]]}
    testPoints: [{id: 1, position: [3, 0]}]
    calibration: {n: 1.9, sigma: 4, rows: 300}
    walls: [{from: [2, -2], to: [2, 2], material: light}]
    beacons:
      - {id: one, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, position: [1, -1, 3], calibratedLevel: -61}
      - {id: two, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 2, position: [5, -1, 3], calibratedLevel: -60}
      - {id: three, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 3, measuredPower: -59, position: [7, 4, 3], calibratedLevel: -59.5}
    """

  private static func simulated(_ text: String, pipelines: String = "[{name: p, method: nearest}]") -> String
  {
    """
    name: every-key
    site: site.yaml
    laps: {count: 1}
    assumes: {n: 2}
    pipelines: \(pipelines)
    \(text)
    """
  }

  private static let shortWalk = "walk: {walkIn: 0, duration: 5}"
  private static let plainChannel = "channel: {pathLoss: {logDistance: {n: 2, c: -59}}}"

  package static let simulatedTexts = [
    """
    name: every-key
    about: a text
    site: site.yaml
    seed: 7
    laps: {count: 1, directions: backward, hands: right, allocation: aligned}
    walk: {route: [a, b, c, a], planned: [a, c], speed: 1.2, speedDeviation: 0.1, slowest: 0.9, fastest: 1.5, height: 1, walkIn: 0,
      duration: 5, pressJitter: 0.1}
    channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
    beacons: {interval: 0.2, delay: 0.005, loss: 0.1}
    receiver: {sensitivity: -100, offsetDeviation: 1, noiseDeviation: 1.5}
    assumes: {n: 2}
    pipelines: [{name: p, method: nearest}]
    """,
    """
    name: every-key
    site: site.yaml
    laps: {count: 1}
    walk: {walkIn: 0, duration: 5}
    channel:
      pathLoss: {logDistance: {n: 2, c: -59}}
      shadowing: {exponential: {deviation: 4, decorrelation: 2, fixedShare: 0.5}}
      fading: {independent: {k: 2}}
      body: {cosine: {loss: 8, handAngle: 20}}
      channelOffsets: {normal: {deviation: 1.5, fixedShare: 0.5}}
      obstacles: false
    phone:
      average: {seconds: 0.5, of: milliwatts, round: none}
      pillars: mean
      proximitySmoothing: 2
      zones: {immediate: 0.5, near: 2}
      unknown: literal
    assumes: {n: site, c: site, otherwise: -60, carriedHeight: 1}
    pipelines: [{name: p, method: proximity}]
    score: {at: presses, callback: {latency: 0.5}, measure: alongPath, std: sample}
    references: [{name: r, mean: 1, std: 1, p75: 1, p90: 1.5, p95: 2, source: s}]
    """,
    simulated(
      "\(shortWalk)\n\(plainChannel)\nscore: {callback: next}",
      pipelines: """

          - name: p
            filters:
              - {kalman: {q: 20, r: 5, p0: 1, first: -70, missed: predict, resetAfter: 3}}
              - {savitzkyGolay: {window: 7, order: 3, at: centre}}
            method: {twoCircle: {pair: pathNeighbours, rule: exact, radius: heightCorrected, smallestRadius: 1, beaconsAt: path, fallback: latest}}
            snap: false
            maximumAge: 3
            direction: {beacons: 3, seconds: 2, leastSlope: 0.1}
            assumes: {n: 3, c: -62}
            adapt: offset
            given: [presses]
            published: {mean: 2, std: 1, source: s}
        """),
    simulated(
      "\(shortWalk)\n\(plainChannel)\nscore: {at: callbacks, within: [0.5, 4], stop: {seconds: 3, settledWithin: 1}}",
      pipelines: """

          - name: p
            filters: [{feedback: {alpha: 0.6, form: recursive}}, {movingAverage: {window: {seconds: 3}, short: none}}]
            method: {leastSquares: {k: all, exponent: 1, distance: plan}}
          - name: q
            filters: [movingAverage, {runningMean: {seconds: 3}}]
            method: {weightedCentroid: {k: 2, exponent: 2}}
          - {name: r, method: roomCentre}
        """),
    simulated(
      "\(shortWalk)\nchannel: {pathLoss: {breakpoint: {c: -59, near: 1.7, far: 3.5, distance: 6}}}"),
    simulated(
      "\(shortWalk)\nchannel: {pathLoss: {indoorHotspot: {c: -59, sight: openOffice, frequency: 2.4}}}"),
    simulated("\(shortWalk)\nchannel: {pathLoss: {siteGeneral: {c: -59, environment: office}}}"),
    simulated(
      """
      \(shortWalk)
      channel: {pathLoss: {multiWall: {c: -59, constant: 1, floorLoss: 15, floorExponent: 0.5}}, obstacles: true}
      """),
    simulated(
      """
      \(shortWalk)
      channel:
        pathLoss: {logDistance: {n: 2, c: -59}}
        shadowing: {exponential: {deviation: 4, decorrelation: 2, over: floor, beaconDecorrelation: 5}}
        fading: {correlated: {k: 1, delaySpread: 15, doppler: 0.1}}
        crowd: {density: 0.2, loss: 3, radius: 0.25, height: 1.8}
      beacons:
        lossPerMetre: 0.01
        powerDeviation: 1
        batteryLoss: 0.1
        changes:
          - {beacon: one, interval: 0.3, delay: 0, power: 1, batteryLoss: 0.2, silentFrom: {lap: 1, time: 1}}
        rogues: [{beacon: two, position: [3, 3, 1], floor: 0, power: -5, from: {lap: 0, time: 1}}]
        nearables:
          - beacon: three
            temperature: 21
            warming: 1
            orientation: vertical
            moves: [{from: 1, until: 2, orientation: leftSide}]
      receiver:
        sensitivityDeviation: 1
        saturation: -40
        scan: {interval: 0.5, window: 0.4}
        collisions: {capture: 8}
        interference: {burst: 0.1, quiet: 1, loss: 0.9}
        duplicates: 0.2
      phone: {callbackJitter: 0.2, background: {awake: 3, asleep: 1}}
      """),
    simulated(
      """
      walk:
        route: [a, b, c, a]
        walkIn: 1
        duration: 5
        variation: {deviation: 0.2, correlationTime: 3}
        stretches: [{between: [a, b], speed: 3}]
        pauses: [{at: 1, seconds: 1, turn: 90}, {at: b, seconds: 0.5}, {at: [6, 2], floor: 0, seconds: 0.1}]
        randomPauses: {perMinute: 10, length: {exponential: {mean: 1}}}
        turnRate: 90
      \(plainChannel)
      """),
    simulated(
      """
      walk:
        walkIn: 0
        duration: 8
        randomPauses: {perMinute: 1, length: {uniform: {least: 0, most: 2}}}
        random: {nodes: [a, b, c], pause: {least: 0, most: 1}}
      \(plainChannel)
      """),
    simulated(
      """
      walk: {duration: 5, track: {truth: truth.csv, presses: presses.csv}}
      walkers: [{name: ann}, {name: bo, walk: {walkIn: 0, duration: 5, speed: 1}}]
      \(plainChannel)
      beacons:
        moving:
          - {beacon: one, carried: {by: bo, offset: [0.1, -0.2, 0.3]}}
          - {beacon: two, walk: {route: [a, b], speed: 1}}
      """),
    simulated(
      """
      walk: {standing: {points: 1, readings: 3, order: random, unlisted: [[5, 3]]}, height: 1}
      \(plainChannel)
      survey: {readings: 5, filters: [{kalman: {q: 0, r: 5}}], stores: mean}
      """,
      pipelines: """

          - name: p
            method: {nearestFingerprints: {k: 2, exponent: 1, metric: manhattan, vector: sorted, missing: leftOut, major: gate, leastBeacons: 2}}
            restart: stays
            given: [survey, stays]
            survey: {filters: [feedback], stores: last}
            fixes: each
            published: {mean: 1, hitRate: 0.5, largest: 3, meanWithUnlisted: 2, against: r, check: [hitRate, mean], source: s}
        """),
    simulated(
      """
      \(shortWalk)
      \(plainChannel)
      faults:
        - dead: {beacon: one, from: {lap: 2, time: 3}}
        - fading: {beacon: one, batteryLoss: 0.5, from: {lap: 0, time: 1}}
        - misplaced: {beacon: two, position: [1, 1, 2], floor: 0, from: {lap: 0, time: 1}}
        - exchanged: {beacons: [one, three], from: {lap: 0, time: 1}}
        - measuredPower: {beacon: one, by: 8, from: {lap: 0, time: 1}}
        - missing: {share: 0.3, beacon: two, from: {lap: 0, time: 1}}
        - cloned: {beacon: three, position: [1, 1, 2], floor: 0, power: 3, from: {lap: 0, time: 1}}
        - phoneOffset: {by: -6, from: {lap: 0, time: 1}}
      """),
  ]

  /// The tables that the scenarios name.
  package static let truth = "time_s,x_m,y_m\n0,0,0\n5,6,0\n9,6,4\n"
  package static let presses = "time_s,point\n2.5,1\n"

  package static let recordedTexts = [
    """
    name: every-key
    about: a text
    dataset: dataset.yaml
    walks: 2
    seed: 7
    phone: {proximitySmoothing: 2}
    assumes: {n: calibration, c: calibrationPerAnchor, otherwise: -60, carriedHeight: 1}
    pipelines: [{name: p, filters: [feedback], method: nearest, assumes: {n: 2, c: calibration}}]
    score: {at: presses}
    references: [{name: r, source: s}]
    """
  ]

  /// Tasks of a benchmark: a seed that was committed to, public random numbers, and recorded walks.
  package static let taskTexts = [
    """
    name: round
    about: Simulated laps.
    scenario: tiny.yaml
    set: [laps.count=20]
    rules: [Register before the seed is known.]
    given: [survey]
    metric: mean
    missed: 0.05
    round:
      commitment: {sha256: \(String(repeating: "ab", count: 32))}
      practice: 2
      reveal: {seed: 42, salt: 0123456789abcdef0123456789abcdef}
    """,
    """
    name: later
    about: Simulated laps.
    scenario: tiny.yaml
    round:
      commitment: {beacon: {name: drand quicknet, round: 7, at: 2027-01-01T00:00:00Z}}
      reveal: {randomness: \(String(repeating: "ab", count: 32))}
    """,
    """
    name: walks
    about: Recorded walks.
    comparison: methods.yaml
    dataset: walks
    """,
  ]

  /// A submission to a benchmark.
  package static let submissionText: String = {
    let score = """
      {seed: 1, fixes: {rows: 2, sha256: \(String(repeating: "ab", count: 32))}, by: lap, due: [1, 1], missed: [0, 1],
            sum: [1.5, 0], mean: 1.5, interval95: [1, 2], median: 1.5, p95: 1.5}
      """
    return """
      beaconbench: 0.1.0
      task: round
      entered: program
      methods:
        - method: mine
          pipeline: {name: mine}
          files: {mine.py: \(String(repeating: "ab", count: 32))}
          given: [survey]
          laterReadings: looks 5.0 s ahead
          registered: true
          practice: \(score)
          result: \(score)
      run: {wallSeconds: 1}
      """
  }()

  package static let methodsText = """
    name: every-key
    about: a text
    seed: 7
    pipelines: [{name: p, filters: [feedback], method: nearest, assumes: {n: 2, c: calibration}, chosenOn: [s]}]
    datasets:
      - name: d
        dataset: dataset.yaml
        leavesOut: s
        walks: 2
        phone: {proximitySmoothing: 2}
        assumes: {n: calibration, c: calibrationPerAnchor, otherwise: -60, carriedHeight: 1}
        score: {at: presses}
        leaveOneOut: true
        measure: rightRoom
    """

  package static let unseenText = """
    name: every-key
    about: a text
    seed: 7
    windows: [1, 2]
    datasets:
      - name: d
        site: s
        dataset: dataset.yaml
        walks: 2
        phone: {proximitySmoothing: 2}
        assumes: {carriedHeight: 1}
        score: {at: presses}
        leaveOneOut: true
    rivals: [{name: p, method: nearest, snap: false, assumes: {n: 2}, windows: true, path: true}]
    classes:
      - {name: c, path: withheld, survey: given, assumes: {n: 2, c: -60, otherwise: -60}, candidate: {name: q, method: nearest, snap: false}}
    constants: [{key: k, values: [1, two]}]
    passes: 1
    """

  package static let sweepTexts = [
    """
    name: every-key
    about: a text
    scenario: a.yaml
    set: {assumes.n: 2}
    seeds: [1, 2]
    laps: 3
    pipelines: [p]
    parameters:
      - {name: a, unit: m, set: [x.y], linear: [0, 1], steps: 3, times: 2}
      - {name: b, set: [x.z], logarithmic: [0.1, 1], steps: 3, times: a}
      - {name: c, set: [x.w], values: [1, true, two]}
    design: paired
    points: 7
    block: 5
    metrics: [mean, rightRoom]
    metric: mean
    slurm: {shards: 4, partition: p, account: a, time: "1:00", memory: 2G, cores: 2, throttle: 3}
    """,
    """
    name: search
    scenario: a.yaml
    seeds: 1-3
    design: sobol
    parameters: [{name: a, set: [x.y], linear: [0, 1]}]
    targets: true
    """,
  ]

  package static let reproductionText = """
    name: every-key
    about: a text
    seed: 7
    laps: 10
    presets: [{name: p, scenario: a.yaml, set: {assumes.n: 2}, matches: true}]
    buildings: {preset: p, set: {}, count: 2, firstSeed: 1}
    changes:
      scenario: a.yaml
      set: {assumes.n: 2}
      laps: 2
      source: s
      lapsElsewhere: 50
      means: {p: 1}
      rows: [{name: r, set: {assumes.n: 3}, means: {p: 1}}, {name: s, set: {}, within: {p: 0.5}}]
    figure:
      name: f
      scenario: a.yaml
      laps: 1
      experiments: 2
      statements: [{mean: {pipeline: p, metres: 1, tolerance: 0.5}}, {best: {pipelines: [p]}}]
      settings: [{name: s, set: {}}]
    lags: b.yaml
    """

  /// Channel files with what the simulated scenarios have of channel, receiver and beacons.
  package static func channels() throws -> [Document] {
    // Who walks is no matter of the channel.
    try documents(simulatedTexts).filter { $0.optional("beacons")?.has("moving") != true }.map { scenario in
      Document(try scenario.members.filter { ["channel", "receiver", "beacons"].contains($0.key) })
    }
  }

  package static func documents(_ texts: [String]) throws -> [Document] {
    try texts.map { try Document(yaml: $0, file: "every-key.yaml") }
  }
}
