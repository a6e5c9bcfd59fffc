import Timing

/// Reads a row that looks like the one before it: the fast way for all rows of a run but the first.
///
/// It takes rows whose first six fields and number of timers repeat byte for byte and whose other columns are plain
/// numbers in the order of ``Column/all``; any other row, right or wrong, it leaves to the careful way.
struct RowScanner {
  /// The first six fields of the run's rows, with the comma after them.
  private let prefix: [UInt64]
  private let prefixCount: Int
  /// The bytes of the last word that belong to the prefix.
  private let lastMask: UInt64
  /// The number of timers with the comma before it; nothing in a file without that column.
  private let timers: Piece
  /// The same with the line's end behind it and without the comma; nothing where other columns follow.
  private let ending: Piece
  /// What stands between and behind the four last numbers of a row that ends with them, or with the timers.
  private let lastNumbers: UInt64
  /// Whether a row can end right after these.
  private let isShort: Bool
  /// Unknown columns, behind the others.
  private let unknown: Int
  /// Whether the rows have the columns of a trace.
  private let traced: Bool
  /// Line ends within the prefix.
  let prefixLines: Int

  /// Up to eight bytes that are compared at once.
  private struct Piece {
    let word: UInt64
    let mask: UInt64
    let count: Int

    init?(_ text: some Collection<UInt8>) {
      guard text.count <= 8 else { return nil }
      count = text.count
      word = words(of: Array(text)).first ?? 0
      mask = text.isEmpty ? 0 : UInt64.max >> UInt64(8 * (8 - text.count))
    }

    @inline(__always)
    func isAt(_ offset: Int, of bytes: RawSpan) -> Bool { load(bytes, offset) & mask == word }
  }

  /// How many bytes from a row's begin on have to be there for it to be taken.
  var reach: Int { prefixCount + RowScanner.longestTail }
  /// The fewest bytes of a row: ten numbers of one digit.
  var shortestRow: Int { prefixCount + 20 }

  /// Creates the scanner for rows like the one whose fields are given, of a file whose columns are in the standard
  /// order; `nil` for a number of timers that does not look like one, and for columns that only the table knows.
  init?(_ bytes: [UInt8], from start: Int, _ fields: [RecordSplitter.Field], _ columns: ColumnMap) {
    guard let source = columns.field("source"),
      !columns.known.contains(where: { known in Column.extras.contains { $0.name == known.column.name } })
    else { return nil }
    let prefix = Array(bytes[start..<fields[source].range.lowerBound])
    prefixCount = prefix.count
    self.prefix = words(of: prefix)
    lastMask = UInt64.max >> (UInt64(7 - (prefix.count + 7) % 8) * 8)
    prefixLines = prefix.count { $0 == Byte.newline }
    unknown = columns.unknown
    traced = columns.isTraced
    isShort = unknown == 0 && !traced
    let number = columns.field("timers").map { Array(bytes[fields[$0].range]) }
    lastNumbers = (number == nil ? 0x0A : 0x2C) << 56 | 0x0030_2C30_2C30_2C30
    guard let timers = Piece(number.map { [Byte.comma] + $0 } ?? []),
      let ending = Piece(number.map { $0 + [Byte.newline] } ?? [])
    else { return nil }
    (self.timers, self.ending) = (timers, ending)
  }

  /// The longest row after the prefix that is taken, in bytes; numbers have 18 digits at most.
  private static let longestTail = 512

  /// Reads the row at `position` and moves behind it; `nil`, and no move, for a row to be read carefully.
  @inline(__always)
  func scan(_ bytes: RawSpan, _ position: inout Int, end: Int) -> (tick: Tick, lateness: Int64)? {
    guard position + reach <= end else { return nil }
    let last = prefix.count - 1
    for index in 0..<last where load(bytes, position + 8 * index) != prefix[index] { return nil }
    guard load(bytes, position + 8 * last) & lastMask == prefix[last] else { return nil }
    var at = position + prefixCount
    var isValid = true
    var (source, warmup) = (Int64(0), Int64(0))
    let front = load(bytes, at)
    if hasDigits(front & 0xFFFF_FFFF, between: 0x2C30_2C30) {
      (source, warmup) = (digit(front, 0), digit(front, 2))
      at += 4
    } else {
      source = number(bytes, &at, Byte.comma, &isValid)
      warmup = number(bytes, &at, Byte.comma, &isValid)
    }
    let slot = number(bytes, &at, Byte.comma, &isValid)
    let deadline = number(bytes, &at, Byte.comma, &isValid)
    let callback = number(bytes, &at, Byte.comma, &isValid)
    let lateness = number(bytes, &at, Byte.comma, &isValid)
    let back = load(bytes, at)
    if isShort, hasDigits(back, between: lastNumbers), ending.isAt(at + 8, of: bytes) {
      guard isValid, UInt64(bitPattern: warmup) <= 2, let source = Int32(exactly: source) else { return nil }
      position = at + 8 + ending.count
      let tick = Tick(
        source: source, warmup: warmup == 1, event: warmup == 2, slot: slot, deadline: deadline,
        callback: callback,
        handler: digit(back, 0), fired: digit(back, 2), missed: digit(back, 4), blocked: digit(back, 6))
      return (tick, lateness)
    }
    let handler = number(bytes, &at, Byte.comma, &isValid)
    let fired = number(bytes, &at, Byte.comma, &isValid)
    let missed = number(bytes, &at, Byte.comma, &isValid)
    let blocked = number(bytes, &at, nil, &isValid)
    guard isValid, UInt64(bitPattern: warmup) <= 2, let source = Int32(exactly: source) else { return nil }
    guard timers.isAt(at, of: bytes) else { return nil }
    at += timers.count
    var attribution: Attribution?
    if traced {
      attribution = trace(bytes, &at, &isValid)
      guard isValid else { return nil }
    }
    if unknown > 0 {
      guard let behind = behindExtras(bytes, at, end, unknown) else { return nil }
      at = behind
    }
    if loadByte(bytes, at) == Byte.carriageReturn { at += 1 }
    guard loadByte(bytes, at) == Byte.newline else { return nil }
    position = at + 1
    let tick = Tick(
      source: source, warmup: warmup == 1, event: warmup == 2, slot: slot, deadline: deadline,
      callback: callback,
      handler: handler, fired: fired, missed: missed, blocked: blocked, attribution: attribution)
    return (tick, lateness)
  }

  /// The four columns of a traced recording with the comma before each; `nil` when all are empty.
  @inline(__always)
  private func trace(_ bytes: RawSpan, _ at: inout Int, _ isValid: inout Bool) -> Attribution? {
    if load(bytes, at) & 0xFFFF_FFFF == 0x2C2C_2C2C {
      at += 4
      return nil
    }
    isValid = isValid && loadByte(bytes, at) == Byte.comma
    at += 1
    let armed = number(bytes, &at, Byte.comma, &isValid)
    let expired = number(bytes, &at, Byte.comma, &isValid)
    let woken = number(bytes, &at, Byte.comma, &isValid)
    let running = number(bytes, &at, nil, &isValid)
    return Attribution(armed: armed, expired: expired, woken: woken, running: running)
  }

  /// The position of the line's end when it has exactly the unknown columns, none quoted.
  private func behindExtras(_ bytes: RawSpan, _ start: Int, _ end: Int, _ extras: Int) -> Int? {
    var at = start
    var commas = 0
    while at < end {
      switch loadByte(bytes, at) {
      case Byte.newline, Byte.carriageReturn: return commas == extras ? at : nil
      case Byte.quote: return nil
      case Byte.comma: commas += 1
      default: if commas == 0 { return nil }
      }
      at += 1
    }
    return nil
  }
}

@inline(__always)
private func load(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
  // Bounds are checked; any bytes are a valid integer.
  UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

@inline(__always)
private func loadByte(_ bytes: RawSpan, _ offset: Int) -> UInt8 {
  unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
}

/// Whether a word is the separators of `pattern` and digits where that has zeros: numbers of one digit each.
@inline(__always)
private func hasDigits(_ word: UInt64, between pattern: UInt64) -> Bool {
  let digits = word & 0x000F_000F_000F_000F
  return word & ~0x000F_000F_000F_000F == pattern
    && (digits &+ 0x0006_0006_0006_0006) & 0x0010_0010_0010_0010 == 0
}

/// The value of the digit that is the byte at `place` of a word.
@inline(__always)
private func digit(_ word: UInt64, _ place: UInt64) -> Int64 {
  Int64(truncatingIfNeeded: (word &>> (8 * place)) & 0xF)
}

/// Reads an integer of 1 to 18 digits up to `separator` and moves behind that; `isValid` turns false for any other.
@inline(__always)
private func number(_ bytes: RawSpan, _ at: inout Int, _ separator: UInt8?, _ isValid: inout Bool) -> Int64 {
  let isNegative = loadByte(bytes, at) == Byte.minus
  if isNegative { at += 1 }
  var (value, length) = digits(load(bytes, at))
  var total = length
  if length == 8 {
    let (middle, middleLength) = digits(load(bytes, at + 8))
    value = value &* powersOfTen(middleLength) &+ middle
    total += middleLength
    if middleLength == 8 {
      let (last, lastLength) = digits(load(bytes, at + 16))
      value = value &* powersOfTen(lastLength) &+ last
      total += lastLength
    }
  }
  at += total
  isValid = isValid && total > 0 && total <= 18
  if let separator {
    isValid = isValid && loadByte(bytes, at) == separator
    at += 1
  }
  return isNegative ? 0 &- Int64(bitPattern: value) : Int64(bitPattern: value)
}

/// The value of the leading digits of eight bytes, the first in the lowest byte, and how many they are.
///
/// All eight are looked at together; the digits are then folded by pairs, fours and eights.
@inline(__always)
private func digits(_ word: UInt64) -> (value: UInt64, length: Int) {
  let values = word ^ 0x3030_3030_3030_3030
  let others = (((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
  let length = others.trailingZeroBitCount / 8
  guard length > 0 else { return (0, 0) }
  let aligned = values &<< UInt64(8 * (8 - length))
  let twos = (aligned &* 10 &+ (aligned &>> 8)) & 0x00FF_00FF_00FF_00FF
  let fours = (twos &* 100 &+ (twos &>> 16)) & 0x0000_FFFF_0000_FFFF
  return ((fours &* 10_000 &+ (fours &>> 32)) & 0xFFFF_FFFF, length)
}

/// 10 to the power of 0 … 8.
@inline(__always)
private func powersOfTen(_ exponent: Int) -> UInt64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1_000
  case 4: 10_000
  case 5: 100_000
  case 6: 1_000_000
  case 7: 10_000_000
  default: 100_000_000
  }
}
