/// The files of this folder, which make a page look and move, as the program carries them.
package enum PageFiles {
  /// The style sheet.
  package static let style = String(decoding: PackageResources.report_css, as: UTF8.self)

  /// The scripts in the order in which they run, after the charting library.
  package static let scripts = [
    PackageResources.tables_js, PackageResources.axes_js, PackageResources.charts_js,
    PackageResources.page_js,
  ].map { String(decoding: $0, as: UTF8.self) }
}
