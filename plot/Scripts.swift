/// The gnuplot scripts of this folder, as the program carries them.
package enum Scripts {
  /// The text of each, by its name without the ending.
  package static let texts: [String: String] = [
    "style": PackageResources.style_gp,
    "page": PackageResources.page_gp,
    "panel": PackageResources.panel_gp,
    "ticks": PackageResources.ticks_gp,
    "drift": PackageResources.drift_gp,
    "old": PackageResources.old_gp,
    "blocks": PackageResources.blocks_gp,
    "cells": PackageResources.cells_gp,
    "coalescing": PackageResources.coalescing_gp,
    "columns": PackageResources.columns_gp,
    "compare": PackageResources.compare_gp,
    "durations": PackageResources.durations_gp,
    "groups": PackageResources.groups_gp,
    "heading": PackageResources.heading_gp,
    "load": PackageResources.load_gp,
    "names": PackageResources.names_gp,
    "open": PackageResources.open_gp,
    "panels": PackageResources.panels_gp,
    "percentiles": PackageResources.percentiles_gp,
    "quantiles": PackageResources.quantiles_gp,
    "stability": PackageResources.stability_gp,
    "why": PackageResources.why_gp,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}
