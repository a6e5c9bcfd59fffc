import Foundation
import Synchronization
import Timers
import UnderTest
import Timing

/// Stores what the callbacks of one run say, into memory reserved and touched beforehand.
///
/// A ring with one writer (the timer's own loop or queue) and one reader (the thread that drains it). The
/// callback path stores a record of 32 bytes and publishes it: no allocation, no lock, no system call.
/// Unchecked: `writer` and `losses` are touched by the serial loop only; `written` and `read` order the rest.
@safe package final class Recorder: FiringReceiver, @unchecked Sendable {
  private let ring: UnsafeMutablePointer<Firing>
  private let mask: Int
  private let written = Atomic(0)
  private let read = Atomic(0)
  private let droppedCallbacks = Atomic(0)
  private let neighbours = Atomic(0)
  private let end: EndSignal
  private let limits: Limits
  /// Behind a pointer, where access is not checked for exclusivity: that would cost more than the rest of a callback.
  private let writer: UnsafeMutablePointer<Writer>
  /// What found the ring full and is not told in it yet, a timer each; ``Writer/hasLosses`` while there is any.
  private var losses: [Loss]

  private struct Writer {
    /// Records stored.
    var position = 0
    /// Up to which position the ring had room when it was last looked at.
    var room: Int
    /// Callbacks stored after the warm-up.
    var measured = 0
    var hasLosses = false
  }

  private struct Loss {
    var fired: Int64 = 0
    var busy: Int64 = 0
  }

  /// What ends a run and what its callbacks have to do besides.
  package struct Limits: Sendable {
    /// Callbacks of sources from here on are neighbours: counted, not stored.
    package var sources: Int
    /// Callbacks before this monotonic time are warm-up.
    package var warmupEnd: Int64
    /// How many measured callbacks end the run; `nil` for no limit.
    package var count: Int?
    /// How long the load holds each handler, in nanoseconds.
    package var handler: Int64

    /// Creates the limits.
    package init(sources: Int, warmupEnd: Int64, count: Int? = nil, handler: Int64 = 0) {
      self.sources = sources
      self.warmupEnd = warmupEnd
      self.count = count
      self.handler = handler
    }
  }

  /// Reserves and touches memory for at least `capacity` records of 32 bytes that nobody has drained.
  ///
  /// `end` is raised by the callback that completes the count.
  /// - Throws: ``RecorderError/noMemory(bytes:)``.
  package init(capacity: Int, limits: Limits, end: EndSignal) throws(RecorderError) {
    let size = max(capacity, 2).nextPowerOfTwo
    let bytes = size * MemoryLayout<Firing>.stride
    guard let memory = unsafe malloc(bytes) else { throw .noMemory(bytes: bytes) }
    unsafe ring = memory.bindMemory(to: Firing.self, capacity: size)
    unsafe ring.initialize(repeating: Firing(callback: 0, evidence: 0), count: size)
    mask = size - 1
    unsafe writer = .allocate(capacity: 1)
    unsafe writer.initialize(to: Writer(room: size))
    losses = Array(repeating: Loss(), count: max(limits.sources, 1))
    self.limits = limits
    self.end = end
  }

  deinit {
    unsafe writer.deallocate()
    unsafe free(ring)
  }

  /// How many callbacks found the ring full and were not stored.
  package var dropped: Int { droppedCallbacks.load(ordering: .relaxed) }

  /// How many callbacks the neighbours had.
  package var neighbourCallbacks: Int { neighbours.load(ordering: .relaxed) }

  package func receive(source: Int32, callback: Int64, evidence: Int64, fired: Int32) {
    guard !end.isRaised else { return }
    guard source < limits.sources else {
      neighbours.add(1, ordering: .relaxed)
      return
    }
    var firing = Firing(callback: callback, evidence: evidence, fired: fired, source: source)
    if limits.handler > 0 {
      firing.handler = Spin.until(callback + limits.handler) - callback
    }
    guard store(firing) else { return }
    if callback >= limits.warmupEnd {
      unsafe writer.pointee.measured &+= 1
      if unsafe writer.pointee.measured == limits.count { end.raise() }
    }
  }

  /// Holds the timer's own loop for `length` nanoseconds and stores when; called on that loop.
  package func block(for length: Int64) {
    guard !end.isRaised else { return }
    let start = MonotonicClock.now()
    _ = store(.block(from: start, to: Spin.until(start + length)))
  }

  @inline(__always)
  private func store(_ firing: Firing) -> Bool {
    guard unsafe writer.pointee.position < writer.pointee.room, unsafe !writer.pointee.hasLosses else {
      return storeWithCare(firing)
    }
    put(firing)
    return true
  }

  @inline(__always)
  private func put(_ firing: Firing) {
    let position = unsafe writer.pointee.position
    unsafe ring[position & mask] = firing
    unsafe writer.pointee.position = position &+ 1
    written.store(position &+ 1, ordering: .releasing)
  }

  /// Stores a record while the ring may be full or has been.
  @inline(never)
  private func storeWithCare(_ firing: Firing) -> Bool {
    guard hasRoom(for: 1), unsafe !writer.pointee.hasLosses || tellLosses(before: firing) else {
      lose(firing)
      return false
    }
    put(firing)
    return true
  }

  /// Whether the ring has room for so many records now.
  private func hasRoom(for count: Int) -> Bool {
    let room = read.load(ordering: .acquiring) + mask + 1
    unsafe writer.pointee.room = room
    return unsafe writer.pointee.position + count <= room
  }

  private func lose(_ firing: Firing) {
    unsafe writer.pointee.hasLosses = true
    let index = max(0, Int(firing.source))
    losses[index].busy += firing.handler
    guard firing.source != Firing.block else { return }
    losses[index].fired += Int64(firing.fired)
    droppedCallbacks.add(1, ordering: .relaxed)
  }

  /// Stores what was lost of the record's timer; false when there is no room for that and the record.
  private func tellLosses(before firing: Firing) -> Bool {
    let index = max(0, Int(firing.source))
    let loss = losses[index]
    guard loss.fired > 0 || loss.busy > 0 else { return true }
    guard hasRoom(for: 2) else { return false }
    put(.lost(source: Int32(index), fired: loss.fired, busy: loss.busy))
    losses[index] = Loss()
    unsafe writer.pointee.hasLosses = losses.contains { $0.fired > 0 || $0.busy > 0 }
    return true
  }

  /// Takes out the losses that no stored record tells; called when no callback comes any more.
  func takeLosses() -> [Firing] {
    defer { losses = losses.map { _ in Loss() } }
    return losses.enumerated().filter { $0.element.fired > 0 || $0.element.busy > 0 }.map {
      .lost(source: Int32($0.offset), fired: $0.element.fired, busy: $0.element.busy)
    }
  }

  /// Takes out every record stored so far, in order; called by one thread at a time.
  package func drain(_ body: (Firing) throws -> Void) rethrows {
    var position = read.load(ordering: .relaxed)
    let last = written.load(ordering: .acquiring)
    defer { read.store(position, ordering: .releasing) }
    while position < last {
      let firing = unsafe ring[position & mask]
      position += 1
      try body(firing)
    }
  }

  /// What one callback costs here, from entry to return, in nanoseconds: the median of `rounds` batches of 1,000.
  ///
  /// `nil` where there is no memory to measure it with.
  package static func measuredCost(rounds: Int = 31) -> Double? {
    let batch = 1_000
    guard
      let recorder = try? Recorder(
        capacity: batch * rounds, limits: Limits(sources: 1, warmupEnd: 0), end: EndSignal())
    else { return nil }
    let costs = (0..<rounds).map { _ in
      let start = MonotonicClock.now()
      for slot in 0..<batch {
        recorder.receive(source: 0, callback: MonotonicClock.now(), evidence: Int64(slot), fired: 1)
      }
      return Double(MonotonicClock.now() - start) / Double(batch)
    }
    return costs.sorted()[rounds / 2]
  }
}

/// Why there is no recorder.
package enum RecorderError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The system has no memory of that size to give.
  case noMemory(bytes: Int)

  package var description: String {
    switch self {
    case .noMemory(let bytes):
      "no memory for the recorder's \(bytes / 1_048_576) MiB: raise the limit (ulimit -v), or measure fewer timers or"
        + " longer intervals"
    }
  }
}

extension Int {
  fileprivate var nextPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}

/// Busy waiting.
enum Spin {
  /// Spins until the monotonic clock reaches `deadline`; returns the time it saw.
  static func until(_ deadline: Int64) -> Int64 {
    var now = MonotonicClock.now()
    while now < deadline { now = MonotonicClock.now() }
    return now
  }
}
