public import Phone
public import World

/// Runs pipelines with the same filtered readings on one lap: it takes the windows in order and returns the fixes of
/// each.
///
/// It drives whole streams, simulated or recorded, and live ones. Methods know a measured power from the window in which
/// one of its frames is first heard.
public struct LapDriver {
  /// The distance model that all of them share so far.
  public private(set) var model: RangingModel
  private let lead: Pipeline
  private var sessions: [PipelineSession]
  /// By anchor; moving anchors reveal no position.
  private let isFixed: [Bool]
  private var hearing: Hearing
  /// Microseconds for which a level counts.
  private let maximumAge: Int64
  private var filters: [any SignalFilter]
  /// Nil where no method compares by advertising channel.
  private var channels: ChannelHearing?

  /// - Parameters:
  ///   - pipelines: at least one; all have the same filtered readings.
  ///   - laps: one for each pipeline: its prior information on the lap.
  public init(_ pipelines: [Pipeline], laps: [LapPrior]) {
    precondition(
      pipelines.count == laps.count && !pipelines.isEmpty, "each pipeline needs its prior information")
    lead = pipelines[0]
    model = lead.model
    sessions = zip(pipelines, laps).map { $0.begin($1) }
    maximumAge = (lead.settings.maximumAge ?? .infinity).microseconds
    isFixed = lead.prior.site.anchors.map { !$0.isMobile }
    (hearing, filters) = (Hearing(lead.prior.site), .init(repeating: lead.filter, count: isFixed.count))
    channels =
      pipelines.contains(where: \.needsChannels)
      ? ChannelHearing(lead.prior.site, filter: lead.filter, maximumAge: maximumAge) : nil
  }

  /// The callbacks of one window, by pipeline; nil from those that look ahead.
  ///
  /// - Parameters:
  ///   - report: what the phone hands over at the end of the window.
  ///   - directory: contains everything that was heard, and perhaps more.
  public mutating func answers(to report: PhoneReport, directory: StreamDirectory) -> [Callback?] {
    learn(report.firstHeard, directory)
    var epoch = hearing.hear(report)
    for anchor in filters.indices where isFixed[anchor] {
      let level = filters[anchor].smooth(epoch.readings[anchor], at: epoch.time)
      epoch.levels[anchor] = epoch.ages[anchor].microseconds <= maximumAge ? level : nil
    }
    epoch.channelLevels = channels?.levels(from: report.channelLevels, at: epoch.time) ?? []
    return sessions.indices.map { sessions[$0].callback(for: epoch) }
  }

  /// Runs a whole stream to the end of the lap, and returns the answers by pipeline.
  ///
  /// - Parameters:
  ///   - readings: of the stream, unfiltered.
  ///   - epochs: of the readings; their levels are overwritten.
  ///   - levels: of the readings, as these pipelines hear them.
  ///   - directory: of the stream; nil to ignore the measured powers in frames.
  ///   - moments: in the order of time; at each of them every pipeline is also asked for its position, from what it has
  ///     heard by then.
  public mutating func answers(
    to readings: Readings, epochs: inout [Epoch], filtered levels: FilteredLevels,
    directory: StreamDirectory?, at moments: [Double] = []
  ) -> [LapAnswers] {
    var answers = [LapAnswers](repeating: LapAnswers(), count: sessions.count)
    for pipeline in sessions.indices { answers[pipeline].callbacks.reserveCapacity(epochs.count) }
    var due = moments[...]
    func ask(before time: Double) {
      while let moment = due.first, moment.microseconds < time.microseconds {
        due.removeFirst()
        for pipeline in sessions.indices where !sessions[pipeline].looksAhead {
          answers[pipeline].asked.append(
            sessions[pipeline].position(at: moment, after: answers[pipeline].callbacks.last))
        }
      }
    }
    var epoch = Epoch(silentAnchors: 0)
    for index in epochs.indices {
      ask(before: epochs[index].time)
      learn(readings.firstHeard[index], directory)
      // Taken out of the array while in use; changing an element in place would copy its arrays.
      swap(&epoch, &epochs[index])
      defer { swap(&epoch, &epochs[index]) }
      epoch.fill(with: levels, at: index, where: isFixed)
      epoch.channelLevels =
        channels?.levels(from: readings.channelLevels(at: index), at: epoch.time) ?? []
      for pipeline in sessions.indices {
        if let callback = sessions[pipeline].callback(for: epoch) {
          answers[pipeline].callbacks.append(callback)
        }
      }
    }
    ask(before: .infinity)
    for pipeline in sessions.indices {
      let last = sessions[pipeline].end(asked: moments)
      answers[pipeline].callbacks += last.callbacks
      answers[pipeline].asked += last.asked
    }
    return answers
  }

  /// Ends the lap, and gives by pipeline the callbacks that are still due: all of those that look ahead.
  public mutating func end() -> [[Callback]] { sessions.indices.map { sessions[$0].end().callbacks } }

  private mutating func learn(_ transmitters: [Int], _ directory: StreamDirectory?) {
    guard let directory, !transmitters.isEmpty, model.hear(transmitters, of: directory) else { return }
    for pipeline in sessions.indices { sessions[pipeline].learn(model) }
  }
}

extension Epoch {
  /// Sets levels that were filtered before, in place.
  fileprivate mutating func fill(with filtered: FilteredLevels, at index: Int, where isFixed: [Bool]) {
    let (cells, count) = (filtered.cells.span, filtered.callbacks)
    var levels = levels.mutableSpan
    for anchor in filtered.heard where isFixed[anchor] { levels[anchor] = cells[anchor * count + index] }
  }
}

extension Pipeline {
  /// Answers at every callback of a whole stream.
  ///
  /// - Parameters:
  ///   - readings: of the stream, unfiltered.
  ///   - directory: of the stream; nil to ignore the measured powers in frames.
  public func run(on readings: Readings, directory: StreamDirectory? = nil) -> [Callback] {
    var driver = LapDriver([self], laps: [LapPrior(of: prior, number: 0)])
    var epochs = readings.epochs(of: prior.site)
    return driver.answers(
      to: readings, epochs: &epochs, filtered: filtered(readings), directory: directory)[0].callbacks
  }
}
