package import Laps
package import Rendering
import Scenarios
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
