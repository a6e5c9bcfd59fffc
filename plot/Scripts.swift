/// The gnuplot scripts of this folder, as the program carries them.
package enum Scripts {
  /// The text of each, by its name without the ending.
  package static let texts: [String: String] = [
    "style": PackageResources.style_gp,
    "page": PackageResources.page_gp,
    "panel": PackageResources.panel_gp,
    "ticks": PackageResources.ticks_gp,
    "drift": PackageResources.drift_gp,
    "coalescing": PackageResources.coalescing_gp,
    "percentiles": PackageResources.percentiles_gp,
    "load": PackageResources.load_gp,
    "stability": PackageResources.stability_gp,
    "why": PackageResources.why_gp,
    "compare": PackageResources.compare_gp,
    "trend": PackageResources.trend_gp,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}
