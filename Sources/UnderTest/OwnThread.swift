import CPlatform

/// Threads whose start may fail, and says so: one of Foundation that the system refuses is silent, and what waits for it
/// waits forever.
package enum OwnThread {
  /// Starts a thread that ends with `body`; false where the system has none to give.
  /// - Parameters:
  ///   - name: what tools show; 15 bytes on Linux.
  ///   - stackSize: in bytes; 0 for the system's default.
  package static func start(
    name: String, stackSize: Int = 0, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
    let error = unsafe platform_start_thread(
      max(stackSize, 0),
      { context in
        guard let context = unsafe context else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        unsafe platform_name_thread(work.name)
        work.body()
        return nil
      }, unsafe work.toOpaque())
    if error != 0 { unsafe work.release() }
    return error == 0
  }

  private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
