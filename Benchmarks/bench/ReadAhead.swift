import Dispatch
import Foundation
import Results
import Synchronization
import UnderTest

/// Reads a ticks CSV on a thread of its own while the caller works on what that has read before.
enum ReadAhead {
  /// Hands every event of the file to `consume`, on the calling thread and in order.
  /// - Throws: ``FileError``, ``DataError``, and what `consume` throws, which ends the reading.
  static func read(_ file: InputFile, _ consume: (TickEvent) throws -> Void) throws {
    // A file is scanned ahead by as many threads as there are cores.
    guard file.isStream else { return try TickReader(file).read(consume) }
    let queue = EventQueue()
    let hasThread = OwnThread.start(name: "reader", stackSize: 1 << 20) {
      do {
        try TickReader(file).read { try queue.put($0) }
        queue.finish(nil)
      } catch {
        queue.finish(error)
      }
    }
    // Where the system has no thread to give, nothing is read ahead.
    guard hasThread else { return try TickReader(file).read(consume) }
    defer { queue.abandon() }
    while let event = try queue.next() { try consume(event) }
  }
}

/// Events on their way from one thread to another, so many at most.
private final class EventQueue: Sendable {
  private struct State {
    var events: [TickEvent] = []
    var end: (any Error)?
    var isAbandoned = false
  }

  private struct Abandoned: Error {}

  /// Of some 200 kB each when they hold rows.
  private static let capacity = 16

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<Self.capacity { room.signal() }
  }

  /// Adds an event as soon as there is room.
  /// - Throws: when nobody takes events any more.
  func put(_ event: TickEvent) throws {
    room.wait()
    try state.withLock { state in
      if state.isAbandoned { throw Abandoned() }
      state.events.append(event)
    }
    filled.signal()
  }

  /// Ends the events, with what went wrong if something did.
  func finish(_ error: (any Error)?) {
    state.withLock { $0.end = error }
    filled.signal()
  }

  /// Waits for the next event; `nil` at the end.
  func next() throws -> TickEvent? {
    filled.wait()
    let event = try state.withLock { state -> TickEvent? in
      if !state.events.isEmpty { return state.events.removeFirst() }
      if let error = state.end { throw error }
      return nil
    }
    room.signal()
    return event
  }

  /// Lets the other thread end at its next event.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
    room.signal()
  }
}
