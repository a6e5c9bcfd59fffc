/// Takes times in nanoseconds, piece by piece.
protocol TimeConsumer {
  mutating func take(_ times: Span<Int32>)
  mutating func take(_ times: Span<Int64>)
}

/// Times in nanoseconds that are gone through several times, in pieces, instead of being copied.
protocol TimeSeries: Sendable {
  /// Hands over all times in order, the same ones each time.
  func feed(_ consumer: inout some TimeConsumer)
}

/// The times of some lists.
struct ListedTimes: TimeSeries {
  var lists: [TimeList]

  func feed(_ consumer: inout some TimeConsumer) {
    for list in lists {
      // Spans of slices: those of an Array need macOS 26.
      let (narrow, wide) = (list.narrow[...], list.wide[...])
      consumer.take(narrow.span)
      consumer.take(wide.span)
    }
  }
}

/// The lateness of every callback that answers its own deadline, and some times besides.
struct OwnResponses: TimeSeries {
  var tracks: [Track]
  var others = TimeList()

  func feed(_ consumer: inout some TimeConsumer) {
    for track in tracks {
      var from = 0
      for belated in track.belated {
        track.lateness.feed(from..<belated.lowerBound, to: &consumer)
        from = belated.upperBound
      }
      track.lateness.feed(from..<track.lateness.count, to: &consumer)
    }
    others.feed(0..<others.count, to: &consumer)
  }
}

extension TimeList {
  fileprivate func feed(_ range: Range<Int>, to consumer: inout some TimeConsumer) {
    if wide.isEmpty {
      consumer.take(narrow.span.extracting(range))
    } else {
      consumer.take(wide.span.extracting(range))
    }
  }
}

/// The lateness of every callback without the blocked part.
struct LatencyTimes: TimeSeries {
  var tracks: [Track]

  func feed(_ consumer: inout some TimeConsumer) {
    var piece = TimePiece()
    for track in tracks {
      let (lateness, blocked) = (track.lateness, track.blocked)
      for index in lateness.indices {
        let late = lateness[index]
        piece.append(blocked.isEmpty ? late : late.subtractingSaturated(blocked[index]), to: &consumer)
      }
    }
    piece.flush(to: &consumer)
  }
}

/// The change of lateness from each callback of a timer to its next, without its sign.
struct LatenessChanges: TimeSeries {
  var tracks: [Track]

  func feed(_ consumer: inout some TimeConsumer) {
    var piece = TimePiece()
    for track in tracks {
      let lateness = track.lateness
      for index in lateness.indices.dropFirst() {
        piece.append(lateness[index].distance(from: lateness[index - 1]), to: &consumer)
      }
    }
    piece.flush(to: &consumer)
  }
}

/// The time from each callback of a timer to its next, less the interval.
struct IntervalErrors: TimeSeries {
  var tracks: [Track]
  var interval: Int64

  func feed(_ consumer: inout some TimeConsumer) {
    var piece = TimePiece()
    for track in tracks {
      let lateness = track.lateness
      track.forEachStretch { slot, indices, previous in
        if let previous {
          let between = slot.subtractingSaturated(previous).subtractingSaturated(1)
            .multipliedSaturated(by: interval)
          let change = lateness[indices.lowerBound].subtractingSaturated(lateness[indices.lowerBound - 1])
          piece.append(between.addingSaturated(change), to: &consumer)
        }
        for index in indices.dropFirst() {
          piece.append(lateness[index].subtractingSaturated(lateness[index - 1]), to: &consumer)
        }
      }
    }
    piece.flush(to: &consumer)
  }
}

/// Times that are gathered until they are worth handing over.
private struct TimePiece {
  private static let size = 1_024
  private var times: ContiguousArray<Int64> = []

  init() { times.reserveCapacity(TimePiece.size) }

  @inline(__always)
  mutating func append(_ time: Int64, to consumer: inout some TimeConsumer) {
    times.append(time)
    if times.count == TimePiece.size { flush(to: &consumer) }
  }

  mutating func flush(to consumer: inout some TimeConsumer) {
    consumer.take(times.span)
    times.removeAll(keepingCapacity: true)
  }
}
