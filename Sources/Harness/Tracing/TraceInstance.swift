import CPlatform
import CTracing
import Foundation
import Synchronization
import Timing

/// One instance of the kernel's tracing, removed by ``end()``: who lets go of it last may do so after the program has
/// ended. Unchecked: one thread at a time uses it.
@safe final class TraceInstance: @unchecked Sendable {
  /// What an instance is for.
  enum Purpose {
    /// What happens in and to the threads of this process.
    case ownThreads
    /// Timers that expire, whatever thread they interrupt.
    case expiries
    /// Every thread of the machine: for the story of one callback, read only then.
    case machine
  }

  /// `nil` from the end on.
  private var tracing: OpaquePointer?
  private static let made = Atomic(0)

  /// Begins to trace.
  init(_ purpose: Purpose) throws(TracingError) {
    let (role, kinds): (String, [tracing_kind]) =
      switch purpose {
      case .ownThreads: ("own", [TRACING_TIMER_START, TRACING_WAKING, TRACING_SWITCH, TRACING_RESUME])
      case .expiries: ("expiry", [TRACING_TIMER_EXPIRE])
      case .machine: ("machine", [TRACING_WAKING, TRACING_SWITCH, TRACING_RESUME])
      }
    // A name of its own for each: Linux can refuse the files of an instance whose name was just removed (ENODEV).
    let number = TraceInstance.made.add(1, ordering: .relaxed).newValue
    let process = ProcessInfo.processInfo.processIdentifier
    let name = "\(AbandonedTracing.prefix)\(process)-\(number)-\(role)"
    var result: OpaquePointer?
    var error: Int32 = 0
    let problem = unsafe tracing_open(
      name, kinds.reduce(0) { $0 | Int32($1.rawValue) }, purpose == .ownThreads, TraceInstance.bufferSize,
      &result,
      &error)
    guard problem == TRACING_FINE.rawValue, let opened = unsafe result else {
      throw TracingError(problem, errno: error, name: name)
    }
    unsafe tracing = opened
  }

  deinit { end() }

  /// Ends tracing and removes the instance, which then is empty; harmless when repeated.
  func end() {
    guard let ended = unsafe tracing else { return }
    unsafe tracing = nil
    unsafe tracing_close(ended)
  }

  /// Kilobytes for each processor: 64 MB in all, 1 to 8 MB each. A second of 1 ms timers takes some 0.5 MB.
  private static var bufferSize: Int64 {
    Int64(min(8_192, max(1_024, 65_536 / max(ProcessInfo.processInfo.processorCount, 1))))
  }

  /// Ends tracing; what was traced can still be read.
  func stop() {
    if let tracing = unsafe tracing { unsafe tracing_stop(tracing) }
  }

  /// Events that did not fit the buffers, since the beginning.
  var lost: Int64 { unsafe tracing.map { unsafe tracing_lost($0) } ?? 0 }

  /// Takes out the events so far; those of each processor are in order of time.
  func read() -> [KernelEvent] {
    guard let tracing = unsafe tracing else { return [] }
    let list = EventList()
    _ = unsafe tracing_read(
      tracing,
      { context, event in
        guard let context = unsafe context, let event = unsafe event?.pointee else { return }
        let list = unsafe Unmanaged<EventList>.fromOpaque(context).takeUnretainedValue()
        if let event = KernelEvent(event) { list.events.append(event) }
      }, Unmanaged.passUnretained(list).toOpaque())
    return list.events
  }
}

private final class EventList {
  var events: [KernelEvent] = []
}

extension KernelEvent {
  init?(_ event: tracing_event) {
    let function: TimerFunction =
      switch tracing_function(rawValue: UInt32(event.function)) {
      case TRACING_FUNCTION_TIMERFD: .file
      case TRACING_FUNCTION_WAKEUP: .wakeup
      default: .other
      }
    let action: Action
    switch tracing_kind(rawValue: UInt32(event.kind)) {
    case TRACING_TIMER_START:
      action = .timerStarted(timer: event.timer, function: function, expires: event.clock)
    case TRACING_TIMER_EXPIRE:
      action = .timerExpired(timer: event.timer, function: function, now: event.clock)
    case TRACING_WAKING: action = .woken(thread: event.subject, name: event.subjectName)
    case TRACING_SWITCH:
      action = .switched(to: event.subject, name: event.subjectName, state: event.state)
    case TRACING_RESUME: action = .resumed
    default: return nil
    }
    self.init(time: event.time, cpu: event.cpu, thread: event.thread, action: action)
  }
}

extension tracing_event {
  fileprivate var subjectName: String {
    unsafe withUnsafeBytes(of: name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
