/// Centred products; those of several timers add up, since each has an intercept of its own.
struct DriftProducts {
  var xx = 0.0
  var xy = 0.0

  var slope: Double? { xx > 0 ? xy / xx : nil }

  static func + (left: DriftProducts, right: DriftProducts) -> DriftProducts {
    DriftProducts(xx: left.xx + right.xx, xy: left.xy + right.xy)
  }

  static func - (left: DriftProducts, right: DriftProducts) -> DriftProducts {
    DriftProducts(xx: left.xx - right.xx, xy: left.xy - right.xy)
  }
}

/// Sums over some callbacks of one timer, of slot (x) and lateness (y).
struct DriftSums: Hashable, Sendable {
  var count = 0.0
  var x = 0.0
  var y = 0.0
  var xx = 0.0
  var xy = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    self.x += x
    self.y += y
    xx += x * x
    xy += x * y
  }

  static func + (left: DriftSums, right: DriftSums) -> DriftSums {
    DriftSums(
      count: left.count + right.count, x: left.x + right.x, y: left.y + right.y, xx: left.xx + right.xx,
      xy: left.xy + right.xy)
  }

  var products: DriftProducts {
    count > 1 ? DriftProducts(xx: xx - x * x / count, xy: xy - x * y / count) : DriftProducts()
  }
}

extension DriftSums: Codable {
  /// Five numbers: count, Σx, Σy, Σx², Σxy.
  init(from decoder: any Decoder) throws {
    let values = try [Double](from: decoder)
    guard values.count == 5 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "five numbers are needed"))
    }
    self.init(count: values[0], x: values[1], y: values[2], xx: values[3], xy: values[4])
  }

  func encode(to encoder: any Encoder) throws { try [count, x, y, xx, xy].encode(to: encoder) }
}
