import CPlatform
import Foundation

/// The libraries under test as they are loaded, which need not be those that the program was built with.
enum LoadedLibrary {
  #if canImport(Darwin)
    static var foundation: String? { "\(NSFoundationVersionNumber)" }
    static var dispatch: String? { nil }
  #else
    static var foundation: String? { linux("libFoundation.so") }
    static var dispatch: String? { linux("libdispatch.so") }

    /// The build ID that the linker gave the library: no two builds share one, whatever path or version they go by.
    private static func linux(_ name: String) -> String? {
      var id = [CChar](repeating: 0, count: 2 * 64 + 1)
      guard unsafe platform_library_build_id(name, &id, id.count) != 0 else { return "static" }
      let text = String(decoding: id.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return text.isEmpty ? nil : "\(name) \(text)"
    }
  #endif
}
