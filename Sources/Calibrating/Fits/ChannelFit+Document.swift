package import Documents
import Laps
import NumericalMethods
import Scenarios
import World

extension ChannelFit {
  /// Everything but the residuals: `docs/calibrate.md` lists the keys.
  package var document: Document {
    [
      "source": Document(source),
      "readings": [
        "heard": Document(readings.heard.count), "leftOut": Document(readings.leftOut),
        "sent": silence == .counted ? Document(Int(readings.sent.rounded())) : nil,
        "outliers": Document(residuals.count { $0.isOutlier }),
        "beacons": Document(readings.heardByBeacon.count { $0 > 0 }),
        "recordings": Document(readings.recordings.count), "averages": Document(readings.areAverages),
        "intervalSeconds": Document(readings.interval),
      ],
      "sensitivityDbm": Document(limit?.value), "silence": Document(silence.rawValue),
      "intervalsFrom": [
        "leavingOut": Document(parts.name), "parts": Document(parts.count), "level": 0.95,
      ],
      "oneDistance": oneDistance.map { distance in
        [
          "metres": Document(distance), "assumedN": Document(options.assumedExponent),
          "measuredPowerDbm": Document(measuredPower?.level ?? 0),
          "measuredPowerByte": Document(measuredPower?.byte ?? ""),
        ]
      } ?? nil,
      "plain": plain.map { plain in
        [
          "n": Document(plain.exponent), "c": Document(plain.levelAtOneMetre.value),
          "sigma": Document(plain.deviation.value), "rows": Document(plain.rows),
        ]
      } ?? nil,
      "normal": normal.document(beacons: nil), "robust": robust.document(beacons: nil),
      "faded": faded?.document(beacons: nil) ?? nil, "isFading": Document(isFading),
      "tellsFades": Document(tellsFades),
      "normalByBeacon": normalByBeacon?.document(beacons: readings) ?? nil,
      "robustByBeacon": robustByBeacon?.document(beacons: readings) ?? nil,
      "correlation": correlation.document, "channels": channels?.document ?? nil,
      "fadingK": fadingK?.document ?? nil, "losses": losses?.document ?? nil, "isCutOff": Document(isCutOff),
      "withoutInterval": Document(
        withoutInterval.map { unknown -> Document in
          ["numbers": Document(unknown.numbers.map { Document($0) }), "reason": Document(unknown.reason)]
        }),
    ]
  }

  /// What to program into the beacon: the level at one metre in whole dBm, and its byte in two's complement.
  ///
  /// Nil unless all readings are of one beacon from one distance, or when the level does not fit a byte.
  package var measuredPower: (level: Int, byte: String)? {
    guard oneDistance != nil, let level = robust.levels.first ?? nil else { return nil }
    let whole = level.value.rounded(.toNearestOrEven)
    guard -128...127 ~= whole else { return nil }
    let digits = String(UInt8(bitPattern: Int8(whole)), radix: 16, uppercase: true)
    return (Int(whole), "0x" + (digits.count == 1 ? "0" : "") + digits)
  }
}

extension ChannelEstimate {
  /// `{"value", "standardError", "interval95": [lower, upper]}`.
  var document: Document {
    let bounds: Document? = lower.flatMap { lower in upper.map { [Document(lower), Document($0)] } }
    return [
      "value": Document(value), "standardError": Document(standardError), "interval95": bounds ?? nil,
    ]
  }
}

extension ChannelLaw {
  fileprivate func document(beacons: ChannelReadings?) -> Document {
    let degrees = errorDegrees.map { Document($0) }
    let name =
      switch errors {
      case .normal: "normal"
      case .studentT: "studentT"
      case .tabled: "faded"
      }
    var members: [Document.Member] = [
      .init(key: "errors", value: Document(name)),
      .init(key: "degrees", value: degrees ?? nil),
      .init(key: "n", value: exponent?.document ?? nil),
      .init(key: "sigma", value: deviation.document),
      .init(key: "loss", value: loss?.document ?? nil),
      .init(key: "logLikelihood", value: Document(logLikelihood)),
    ]
    if let beacons {
      let counts = beacons.heardByBeacon
      let levels: [Document] = beacons.beacons.indices.map { index in
        let level = index < self.levels.count ? self.levels[index] : nil
        return [
          "beacon": Document(beacons.beacons[index]), "heard": Document(counts[index]),
          "c": level?.document ?? nil,
        ]
      }
      members.append(.init(key: "levels", value: Document(levels)))
    } else {
      members.append(.init(key: "c", value: levels.first??.document ?? nil))
    }
    return Document(members)
  }
}

extension ResidualCorrelation {
  fileprivate var document: Document {
    [
      "nuggetVariance": nugget?.document ?? nil, "shadowing": shadowing?.document ?? nil,
      "decorrelation": decorrelation?.document ?? nil,
      "isHeldToVariance": Document(isHeldToVariance && nugget != nil),
      "bins": Document(
        bins.map { bin in
          [
            "fromMetres": Document(bin.from), "toMetres": Document(bin.to),
            "meanMetres": Document(bin.meanDistance), "pairs": Document(bin.pairs),
            "correlation": Document(bin.correlation),
          ]
        }),
    ]
  }
}

extension ChannelSpread {
  fileprivate var document: Document {
    [
      "means": Document(
        means.enumerated().map { index, mean in
          ["channel": Document(37 + index), "offset": mean.document]
        }),
      "deviation": deviation.document, "medianSpread": Document(medianSpread), "links": Document(links),
    ]
  }
}

extension LossTable {
  fileprivate var document: Document {
    func rows(_ rows: [Row]) -> Document {
      Document(
        rows.map { row in
          [
            "from": Document(row.from), "to": Document(row.to), "sent": Document(row.sent),
            "silent": Document(row.silent), "share": Document(row.share), "expected": Document(row.expected),
          ]
        })
    }
    return ["byDistance": rows(byDistance), "byLevel": rows(byLevel), "tooWeak": Document(tooWeak)]
  }
}
