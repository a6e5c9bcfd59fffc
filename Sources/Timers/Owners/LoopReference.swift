import CClock
import Foundation
import Synchronization

/// A run loop that work can be sent to from any thread.
///
/// Holds the loop, so calls stay safe when its thread has ended; queued work then never runs.
///
/// Unchecked, since `RunLoop` is not Sendable: only `perform` and the wakeup are used from other threads, and
/// the Core Foundation calls below them are documented as thread-safe.
@safe public struct LoopReference: @unchecked Sendable {
  private let loop: RunLoop
  private let mode: RunLoop.Mode
  private let core: UnsafeMutableRawPointer

  /// The main thread's loop; work runs in the common modes.
  public static var main: LoopReference {
    unsafe LoopReference(loop: .main, mode: .common, core: mainCoreLoop())
  }

  /// The calling thread's loop; work runs while the loop is in `mode`.
  public static func current(mode: RunLoop.Mode = .default) -> LoopReference {
    unsafe LoopReference(loop: .current, mode: mode, core: currentCoreLoop())
  }

  /// Queues work and wakes the loop, as any other thread would that wants something done there.
  ///
  /// `RunLoop.perform` alone does not wake a sleeping loop.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    loop.perform(inModes: [mode], block: work)
    wakeUp()
  }

  /// The same in another mode.
  func perform(mode: RunLoop.Mode, _ work: @escaping @Sendable () -> Void) {
    loop.perform(inModes: [mode], block: work)
    wakeUp()
  }

  /// Calls with the `CFRunLoop`, which lives meanwhile.
  func withCore(_ body: (UnsafeMutableRawPointer) -> Void) {
    withExtendedLifetime(loop) { unsafe body(core) }
  }

  /// Runs work at once on the loop's own thread, and from another queues it.
  package func performNow(_ work: @escaping @Sendable () -> Void) {
    if unsafe core == currentCoreLoop() { work() } else { perform(work) }
  }

  /// Wakes the loop if it sleeps.
  package func wakeUp() {
    unsafe wake(core)
  }

  /// Makes the innermost run of the loop return; a loop that does not run is not affected.
  package func stop() {
    unsafe stopRunning(core)
  }

  /// Runs the calling thread's loop in a mode, until it is stopped or the monotonic clock reaches `deadline` at most.
  ///
  /// Not `RunLoop.run(mode:before:)`, whose date means another time once the wall clock has been set.
  /// - Returns: whether it ran; at once `false` when the mode is empty.
  package static func run(mode: RunLoop.Mode, until deadline: Int64) -> Bool {
    runCurrent(
      mode,
      seconds: max(0, Double(deadline.subtractingReportingOverflow(MonotonicClock.now()).partialValue) / 1e9))
  }

  /// Puts a mode into the loop's common set: timers in the common modes fire in it from now on.
  package func addCommonMode(_ mode: RunLoop.Mode) {
    unsafe addCommon(core, mode)
  }
}

#if canImport(Darwin)
  private func runCurrent(_ mode: RunLoop.Mode, seconds: Double) -> Bool {
    CFRunLoopRunInMode(CFRunLoopMode(mode.rawValue as CFString), seconds, true) != .finished
  }
  private func currentCoreLoop() -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(CFRunLoopGetCurrent()).toOpaque()
  }
  private func mainCoreLoop() -> UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(CFRunLoopGetMain()).toOpaque()
  }
  private func wake(_ core: UnsafeMutableRawPointer) {
    unsafe CFRunLoopWakeUp(Unmanaged<CFRunLoop>.fromOpaque(core).takeUnretainedValue())
  }
  private func stopRunning(_ core: UnsafeMutableRawPointer) {
    unsafe CFRunLoopStop(Unmanaged<CFRunLoop>.fromOpaque(core).takeUnretainedValue())
  }
  private func addCommon(_ core: UnsafeMutableRawPointer, _ mode: RunLoop.Mode) {
    unsafe CFRunLoopAddCommonMode(
      Unmanaged<CFRunLoop>.fromOpaque(core).takeUnretainedValue(), CFRunLoopMode(mode.rawValue as CFString))
  }
#else
  private func runCurrent(_ mode: RunLoop.Mode, seconds: Double) -> Bool {
    // An NSString is a CFString here too.
    let name = NSString(string: mode.rawValue)
    return withExtendedLifetime(name) {
      unsafe CFRunLoopRunInMode(Unmanaged.passUnretained(name).toOpaque(), seconds, 1) != finished
    }
  }
  /// `kCFRunLoopRunFinished`.
  private let finished: Int32 = 1
  private func currentCoreLoop() -> UnsafeMutableRawPointer { unsafe CFRunLoopGetCurrent() }
  private func mainCoreLoop() -> UnsafeMutableRawPointer { unsafe loop_main() }
  private func wake(_ core: UnsafeMutableRawPointer) { unsafe CFRunLoopWakeUp(core) }
  private func stopRunning(_ core: UnsafeMutableRawPointer) { unsafe CFRunLoopStop(core) }
  private func addCommon(_ core: UnsafeMutableRawPointer, _ mode: RunLoop.Mode) {
    // An NSString is a CFString here too; the loop retains it.
    let name = NSString(string: mode.rawValue)
    withExtendedLifetime(name) {
      unsafe CFRunLoopAddCommonMode(core, Unmanaged.passUnretained(name).toOpaque())
    }
  }
#endif

/// Open until it is closed for good; read on the callback path.
package final class Gate: Sendable {
  private let closed = Atomic(false)

  package init() {}

  package var isOpen: Bool { !closed.load(ordering: .acquiring) }

  package func close() {
    closed.store(true, ordering: .releasing)
  }
}
