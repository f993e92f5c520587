package import Laps
package import Rendering
package import Scenarios
import Sites
import World

extension Study {
  /// The site, with the pictures that its file names.
  package var plottedSite: PlottedSite {
    get throws(FileProblem) {
      switch self {
      case .recorded(let study): PlottedSite(study.dataset.site)
      case .simulated(let study):
        PlottedSite(study.simulation.site, pictures: try SitePicture.all(of: study.simulation.siteDocument))
      }
    }
  }
}

extension PipelineLooks {
  /// Of the pipelines of one scenario, in its order.
  package init(of definitions: [PipelineDefinition]) {
    self.init(definitions.map(\.name), constant: definitions.filter { !$0.hasSignal }.map(\.name))
  }
}
