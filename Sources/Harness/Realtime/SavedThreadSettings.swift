import CPlatform

/// What the calling thread has of scheduling policy, processors and timer slack, to be given back on that thread.
///
/// Unchecked: nothing changes after it has been read.
@safe final class SavedThreadSettings: @unchecked Sendable {
  private let settings: OpaquePointer?

  /// Reads the settings of the calling thread.
  init() {
    unsafe settings = platform_thread_settings_save()
  }

  deinit {
    if let settings = unsafe settings { unsafe platform_thread_settings_free(settings) }
  }

  /// Gives the calling thread back what was read; 0, or an errno.
  @discardableResult
  func restore() -> Int32 {
    guard let settings = unsafe settings else { return 0 }
    return unsafe platform_thread_settings_restore(settings)
  }
}
