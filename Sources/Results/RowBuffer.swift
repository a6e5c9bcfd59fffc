import Timing

/// Bytes of a file being written: text is copied, integers are formatted in place.
///
/// The memory is kept from flush to flush; adding a row allocates nothing.
struct RowBuffer {
  /// What was added is in the first ``count`` bytes. Not an `Array`, whose spans need macOS 26.
  private(set) var bytes: ContiguousArray<UInt8>
  /// How many bytes were added since the last ``clear()``.
  private(set) var count = 0

  /// Creates a buffer that is full at `capacity` bytes; longer texts make it grow.
  init(capacity: Int) {
    bytes = ContiguousArray(repeating: 0, count: capacity)
  }

  mutating func clear() {
    count = 0
    // What a full disk made it hold need not stay.
    if bytes.count > 1 << 22 { bytes = ContiguousArray(repeating: 0, count: 1 << 18) }
  }

  /// Takes away the first bytes.
  mutating func removeFirst(_ length: Int) {
    guard length > 0 else { return }
    bytes.removeFirst(length)
    count -= length
  }

  /// How many rows there are, a cut one as well.
  var rows: Int { bytes[..<count].count { $0 == newline } }

  /// Adds text as UTF-8.
  mutating func append(_ text: String) {
    reserve(text.utf8.count)
    for byte in text.utf8 {
      bytes[count] = byte
      count += 1
    }
  }

  /// Makes room for `length` bytes more.
  mutating func reserve(_ length: Int) {
    let needed = count + length
    if needed > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: max(needed, bytes.count * 2) - bytes.count))
    }
  }
}

extension RowBuffer {
  /// Adds the row of a callback.
  ///
  /// The columns of the callback are written one by one, in the order of ``Column/all``, which a test holds it against: a
  /// loop over them takes more than twice as long.
  mutating func append(_ tick: Tick, _ shape: RowShape) {
    reserve(shape.longest)
    var end = count
    var span = bytes.mutableSpan
    // Any byte may be stored in memory of bytes, so the type cannot be broken.
    var out = unsafe span.mutableBytes
    put(shape.front, &out, &end)
    put(Int64(tick.source), comma, &out, &end)
    put(tick.warmup ? 1 : tick.event ? 2 : 0, comma, &out, &end)
    put(tick.slot, comma, &out, &end)
    put(tick.deadline, comma, &out, &end)
    put(tick.callback, comma, &out, &end)
    put(tick.callback &- tick.deadline, comma, &out, &end)
    put(tick.handler, comma, &out, &end)
    put(tick.fired, comma, &out, &end)
    put(tick.missed, comma, &out, &end)
    put(tick.blocked, comma, &out, &end)
    put(shape.back, &out, &end)
    if shape.traced {
      if let attribution = tick.attribution {
        put(attribution.armed, comma, &out, &end)
        put(attribution.expired, comma, &out, &end)
        put(attribution.woken, comma, &out, &end)
        put(attribution.running, shape.traceEnd, &out, &end)
      } else {
        // Three commas and what ends the fourth of four empty fields.
        let empty = UInt32(shape.traceEnd) << 24 | 0x2C_2C2C
        out.storeBytes(of: empty.littleEndian, toByteOffset: end, as: UInt32.self)
        end += 4
      }
    }
    for (index, extra) in shape.extras.enumerated() {
      put(extra, of: tick, index == shape.extras.count - 1 ? newline : comma, &out, &end)
    }
    count = end
  }
}

extension RowBuffer {
  /// Adds a callback as a line of JSON.
  mutating func append(_ tick: Tick, _ shape: JSONRowShape) {
    reserve(shape.longest)
    var end = count
    var span = bytes.mutableSpan
    // Any byte may be stored in memory of bytes, so the type cannot be broken.
    var out = unsafe span.mutableBytes
    put(shape.front, &out, &end)
    for column in shape.columns {
      put(column.key, &out, &end)
      if let value = column.value(tick) {
        put(value, comma, &out, &end)
      } else {
        put(shape.null, &out, &end)
      }
    }
    put(shape.back, &out, &end)
    count = end
  }
}

/// Writes a text that is the same in every row.
@inline(__always)
private func put(_ piece: RowShape.Piece, _ out: inout MutableRawSpan, _ end: inout Int) {
  var at = end
  for word in piece.words {
    out.storeBytes(of: word.littleEndian, toByteOffset: at, as: UInt64.self)
    at += 8
  }
  end += piece.count
}

private let comma = Byte.comma
private let newline = Byte.newline

/// Writes a column by the table of columns.
private func put(
  _ extra: RowShape.Extra, of tick: Tick, _ separator: UInt8, _ out: inout MutableRawSpan, _ end: inout Int
) {
  switch extra {
  case .ofRun(let piece): put(piece, &out, &end)
  case .ofRow(let get):
    if let value = get(tick) { return put(value, separator, &out, &end) }
  }
  out.storeBytes(of: separator, toByteOffset: end, as: UInt8.self)
  end += 1
}

/// Writes `value` in decimal, then `separator`.
@inline(__always)
private func put(_ value: Int64, _ separator: UInt8, _ out: inout MutableRawSpan, _ end: inout Int) {
  if UInt64(bitPattern: value) < 10 {
    let word = UInt16(truncatingIfNeeded: value) | 0x30 | UInt16(separator) << 8
    out.storeBytes(of: word.littleEndian, toByteOffset: end, as: UInt16.self)
    end += 2
    return
  }
  if value < 0 {
    out.storeBytes(of: 0x2D, toByteOffset: end, as: UInt8.self)
    end += 1
  }
  let magnitude = value.magnitude
  if magnitude < 100_000_000 {
    putLeading(magnitude, &out, &end)
  } else {
    let (high, low) = magnitude.quotientAndRemainder(dividingBy: 100_000_000)
    if high < 100_000_000 {
      putLeading(high, &out, &end)
    } else {
      let (top, middle) = high.quotientAndRemainder(dividingBy: 100_000_000)
      putLeading(top, &out, &end)
      out.storeBytes(of: (digits(middle) | ascii).littleEndian, toByteOffset: end, as: UInt64.self)
      end += 8
    }
    out.storeBytes(of: (digits(low) | ascii).littleEndian, toByteOffset: end, as: UInt64.self)
    end += 8
  }
  out.storeBytes(of: separator, toByteOffset: end, as: UInt8.self)
  end += 1
}

/// Writes a value below 10⁸ without leading zeros; nothing for 0.
@inline(__always)
private func putLeading(_ value: UInt64, _ out: inout MutableRawSpan, _ end: inout Int) {
  let digits = digits(value)
  let zeros = digits.trailingZeroBitCount & ~7
  out.storeBytes(of: ((digits | ascii) &>> UInt64(zeros)).littleEndian, toByteOffset: end, as: UInt64.self)
  end += 8 - zeros / 8
}

private let ascii: UInt64 = 0x3030_3030_3030_3030

/// The eight decimal digits of a value below 10⁸, the first in the lowest byte.
///
/// Splits by 10⁴, then 10², then 10 in parallel lanes; the multiplications are exact divisions in that range.
@inline(__always)
private func digits(_ value: UInt64) -> UInt64 {
  let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
  let fours = high | low &<< 32
  let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
  let twos = hundreds | (fours &- 100 &* hundreds) &<< 16
  let tens = ((twos &* 103) &>> 10) & 0x000F_000F_000F_000F
  return tens | (twos &- 10 &* tens) &<< 8
}
