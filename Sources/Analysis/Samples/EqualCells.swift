import Timing

/// A range of values cut into at most 4,096 cells of equal width, a power of two; the last one may be narrower.
struct EqualCells {
  let values: ClosedRange<Int64>
  let count: Int
  /// A cell is 2^shift wide.
  private let shift: UInt64

  init(of values: ClosedRange<Int64>) {
    self.values = values
    let span = UInt64(bitPattern: values.upperBound &- values.lowerBound)
    var shift = UInt64(0)
    while span >> shift >= 4_096 { shift += 1 }
    self.shift = shift
    count = Int(span >> shift) + 1
  }

  /// Whether each cell is a single value.
  var areValues: Bool { shift == 0 }

  /// The cell of a value, which must be one of `values`.
  @inline(__always)
  func number(of value: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: value &- values.lowerBound) &>> shift)
  }

  func range(of cell: Int) -> ClosedRange<Int64> {
    let low = values.lowerBound &+ Int64(cell) << Int64(shift)
    return low...min(values.upperBound, low.addingSaturated((Int64(1) << Int64(shift)) - 1))
  }
}
