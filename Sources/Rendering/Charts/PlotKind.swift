/// What a picture may show.
package enum PlotKind: String, CaseIterable, Sendable {
  case plan, tracks, cdf, means, violins, path, errormap, boundmap, coverage, rssimap, rssi, lag, pathloss,
    residuals,
    correlation, ranging, zones, ranks, published, differences, events, sweep, ranking, effects,
    indices, layouts, judged, curve, causes

  /// Its title where it stands among others.
  package var title: String {
    switch self {
    case .plan: "Floor plan"
    case .tracks: "Tracks"
    case .cdf: "Cumulative distribution of errors"
    case .means: "Mean errors"
    case .violins: "Densities of errors"
    case .path: "Errors along the path"
    case .errormap: "Mean error by place"
    case .boundmap: "Lower bound by place"
    case .coverage: "Coverage"
    case .rssimap: "Mean RSSI of a beacon by place"
    case .rssi: "RSSI over time"
    case .lag: "Lag"
    case .pathloss: "Path loss"
    case .residuals: "Residuals"
    case .correlation: "Correlation of residuals"
    case .ranging: "Ranging errors"
    case .zones: "Zones"
    case .ranks: "Ranks"
    case .published: "Published and simulated figures"
    case .events: "Events of applications"
    case .sweep: "Metric by parameter"
    case .ranking: "Mean ranks"
    case .effects: "Effects of parameters"
    case .indices: "Sobol indices"
    case .layouts: "Layouts"
    case .judged: "Judged layouts"
    case .curve: "Objective by the number of beacons"
    case .causes: "Causes of errors"
    case .differences: "Paired differences"
    }
  }

  /// Whether it shows the errors of all laps, which a scenario must be run for.
  package var showsErrors: Bool {
    [.cdf, .means, .violins, .ranks, .path, .errormap, .ranging, .zones, .published].contains(self)
  }

  /// What it shows, in a sentence.
  package var about: String {
    switch self {
    case .plan: "The floor plan: rooms, walls, paths, beacons and test points, a view for each floor."
    case .tracks: "The true walk and the fixes of one pipeline, as the method gives them and on the path."
    case .cdf: "The share of errors up to each distance, with 95 % bands over laps."
    case .means: "The mean error of each pipeline with its 95 % interval, beside the published mean."
    case .violins: "The distribution of the errors of each pipeline, with median and quartiles."
    case .path: "The mean error along the path, with 95 % intervals."
    case .errormap: "The mean error of one pipeline at each place of the walk."
    case .boundmap: "The Cramér-Rao lower bound on the error of a single fix at each place of the site."
    case .coverage: "How many beacons have a mean RSSI above a level at each place of the site."
    case .rssimap: "The mean RSSI of one beacon at each place of the site."
    case .rssi:
      "The RSSI of one beacon over time: advertisements, readings, and the readings after each filter."
    case .lag: "The RMSE of each pipeline against a walk shifted in time; the lag is where it is smallest."
    case .pathloss: "The mean RSSI of a channel by distance, with the standard deviation of its shadowing."
    case .residuals: "The residuals of a calibration by distance, and their distribution."
    case .correlation: "The correlation of a calibration's residuals by distance, with the fitted model."
    case .ranging: "The error of estimated distances by true distance."
    case .zones: "The estimated zones of beacons by their true zones."
    case .ranks: "In which share of resamples of the laps each pipeline has each rank by mean error."
    case .published: "Published figures beside the simulated ones with their 95 % intervals."
    case .events:
      "What applications noticed, of results of context: missed events, delays and false alarms, with 95 % intervals."
    case .sweep: "The metric of a sweep by each of its parameters, with 95 % intervals over seeds."
    case .ranking: "The mean rank of each pipeline over the points of a sweep, with its best and worst rank."
    case .effects: "How much each value of a sweep's parameters changes the mean error, with 95 % intervals."
    case .indices: "First-order and total Sobol indices of a sweep's parameters, with 95 % intervals."
    case .layouts: "The beacons of a placement study's chosen layout and of its rivals, on the plan."
    case .judged: "The judged figure of each layout of a placement study, with 95 % intervals."
    case .curve: "The objective of a placement study by the number of beacons, with its knee."
    case .causes:
      "Where a pipeline errs most, and the share of the error that goes with each cause: by explain --picture."
    case .differences: "Paired differences of mean errors between two results folders, with 95 % intervals."
    }
  }

  /// Whether it shows a scenario itself, of which no lap need be run.
  package var needsNoLaps: Bool {
    [.plan, .boundmap, .coverage, .rssimap].contains(self)
  }

  /// How wide it is where nothing else is asked for: what shows places or the time of a lap takes a page.
  package var usualWidth: PlotWidth {
    switch self {
    case .plan, .tracks, .path, .errormap, .boundmap, .coverage, .rssimap, .rssi, .events, .sweep, .causes,
      .layouts:
      .page
    case .cdf, .means, .violins, .lag, .pathloss, .residuals, .correlation, .ranging, .zones, .ranks,
      .published, .differences, .ranking, .effects, .indices, .judged, .curve:
      .column
    }
  }
}
