import CClock
import Foundation

/// One `CFRunLoopTimer`: what both systems' `Timer` is made of, but freed on Linux too, and added and ended from any
/// thread, as Core Foundation documents; hence unchecked.
@safe final class CoreTimer: @unchecked Sendable {
  #if canImport(Darwin)
    private let timer: CFRunLoopTimer

    private init(_ deadline: Int64, _ alarm: Alarm, _ body: @escaping @Sendable () -> Void) {
      let date = CFAbsoluteTimeGetCurrent() + Double(deadline - MonotonicClock.now()) / 1e9
      timer = CFRunLoopTimerCreateWithHandler(nil, date, Double(alarm.interval) / 1e9, 0, 0) { _ in body() }
      CFRunLoopTimerSetTolerance(timer, Double(alarm.tolerance) / 1e9)
    }

    deinit {
      CFRunLoopTimerInvalidate(timer)
    }

    /// Puts it on a loop.
    func add(to loop: LoopReference, mode: RunLoop.Mode) {
      let name = mode == .common ? CFRunLoopMode.commonModes : CFRunLoopMode(mode.rawValue as CFString)
      unsafe loop.withCore { core in
        CFRunLoopAddTimer(unsafe Unmanaged<CFRunLoop>.fromOpaque(core).takeUnretainedValue(), timer, name)
      }
      loop.wakeUp()
    }
  #else
    private final class Call: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let timer: UnsafeMutableRawPointer

    private init(_ deadline: Int64, _ alarm: Alarm, _ body: @escaping @Sendable () -> Void) {
      let call = Call(body)
      unsafe timer = withExtendedLifetime(call) {
        unsafe loop_timer_new(
          deadline, alarm.interval, alarm.tolerance,
          { _, info in
            guard let info = unsafe info else { return }
            unsafe Unmanaged<Call>.fromOpaque(info).takeUnretainedValue().body()
          },
          Unmanaged.passUnretained(call).toOpaque(),
          { info in
            if let info = unsafe info { _ = unsafe Unmanaged<Call>.fromOpaque(info).retain() }
            return unsafe info
          },
          { info in
            if let info = unsafe info { unsafe Unmanaged<Call>.fromOpaque(info).release() }
          })
      }
    }

    deinit {
      unsafe loop_timer_end(timer)
    }

    /// Puts it on a loop.
    func add(to loop: LoopReference, mode: RunLoop.Mode) {
      unsafe loop.withCore { core in
        if mode == .common { return unsafe loop_timer_add(timer, core, nil) }
        // An NSString is a CFString; the loop retains it.
        let name = NSString(string: mode.rawValue)
        withExtendedLifetime(name) {
          unsafe loop_timer_add(timer, core, Unmanaged.passUnretained(name).toOpaque())
        }
      }
    }
  #endif

  /// Makes a timer for an alarm, on no loop; letting go of it ends it.
  ///
  /// A date is handed to Core Foundation, which turns it back into a monotonic time by reading both clocks: a thread
  /// that loses its processor between these reads gets a timer that is early or late by as much for its whole life.
  static func make(_ alarm: Alarm, _ body: @escaping @Sendable () -> Void) -> CoreTimer {
    let enough: Int64 = 10_000
    var best: (timer: CoreTimer, took: Int64)?
    for _ in 0..<20 {
      let start = MonotonicClock.now()
      let timer = CoreTimer(start + (alarm.first - alarm.now(start)), alarm, body)
      let took = MonotonicClock.now() - start
      if let best, best.took <= took { continue }
      best = (timer, took)
      if took <= enough { break }
    }
    return best?.timer ?? CoreTimer(alarm.first, alarm, body)
  }
}
