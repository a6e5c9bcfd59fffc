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

  /// The colour that `style.gp` gives each role, such as `#d55e00` for `runloop`.
  package static var palette: [String: String] {
    let pairs = (texts["style"] ?? "").matches(of: /([a-z][a-z0-9-]*) 0x([0-9a-f]{6})/)
    return Dictionary(pairs.map { (String($0.1), "#" + $0.2) }, uniquingKeysWith: { first, _ in first })
  }
}
