/// Numbers 0, 1, 2, …, each with a key or without, the smallest key first. A change costs the logarithm of their number.
struct IndexedHeap {
  // A parent's key is never greater than its children's, which stand at 2i + 1 and 2i + 2.
  private var heap: [Int] = []
  private var positions: [Int] = []
  private var keys: [Int64] = []

  /// The number with the smallest key, and the key.
  var first: (number: Int, key: Int64)? { heap.first.map { ($0, keys[$0]) } }

  /// The greatest key that is not above `limit`; costs as much as there are such keys.
  func greatestKey(atMost limit: Int64) -> Int64? {
    var greatest: Int64?
    func visit(_ position: Int) {
      guard position < heap.count, keys[heap[position]] <= limit else { return }
      greatest = max(greatest ?? .min, keys[heap[position]])
      visit(2 * position + 1)
      visit(2 * position + 2)
    }
    visit(0)
    return greatest
  }

  /// Gives a number a key, or another one.
  mutating func set(_ number: Int, key: Int64) {
    while positions.count <= number {
      positions.append(-1)
      keys.append(0)
    }
    let old = positions[number] < 0 ? nil : keys[number]
    keys[number] = key
    if let old {
      if key < old { rise(positions[number]) } else { sink(positions[number]) }
    } else {
      positions[number] = heap.count
      heap.append(number)
      rise(heap.count - 1)
    }
  }

  /// Takes a number's key away.
  mutating func remove(_ number: Int) {
    guard number < positions.count, positions[number] >= 0 else { return }
    let position = positions[number]
    let last = heap.removeLast()
    positions[number] = -1
    guard last != number else { return }
    heap[position] = last
    positions[last] = position
    rise(position)
    sink(positions[last])
  }

  private mutating func rise(_ start: Int) {
    var position = start
    let number = heap[position]
    while position > 0 {
      let parent = (position - 1) / 2
      guard keys[heap[parent]] > keys[number] else { break }
      put(heap[parent], at: position)
      position = parent
    }
    put(number, at: position)
  }

  private mutating func sink(_ start: Int) {
    var position = start
    let number = heap[position]
    while true {
      var child = 2 * position + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, keys[heap[child + 1]] < keys[heap[child]] { child += 1 }
      guard keys[heap[child]] < keys[number] else { break }
      put(heap[child], at: position)
      position = child
    }
    put(number, at: position)
  }

  private mutating func put(_ number: Int, at position: Int) {
    heap[position] = number
    positions[number] = position
  }
}
