import Text
import Timing

/// A name as the part of a path: letters and digits of any script stay, and so do dots, underscores and `%+=@,`; spaces
/// and the rest become dashes. Where anything but a space was changed or cut off, a number made of the whole name
/// follows, so that no two names share a file.
func fileName(_ name: String) -> String {
  let words = name.map { $0 == " " ? "-" : $0 }
  var text = ""
  for character in words {
    let stays = character.isLetter || character.isNumber || "-._%+=@,".contains(character)
    let next = stays && character.unicodeScalars.allSatisfy { $0.rawByte == nil } ? String(character) : "-"
    // A file's name has 255 bytes at most, and endings are added to it.
    guard text.utf8.count + next.utf8.count <= 150 else { break }
    text += next
  }
  guard text != String(words) || text.allSatisfy({ $0 == "." || $0 == "-" }) || text.hasPrefix(".") else {
    return text
  }
  let hash = stableHash(name.systemBytes)
  // Folded to 32 bits.
  let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
  let start = text.drop { $0 == "." || $0 == "-" }
  return (start.isEmpty ? "" : start + "-") + String(repeating: "0", count: 8 - digits.count) + digits
}

/// A number made of bytes, the same on every machine: FNV-1a of 64 bits (Fowler, Noll, Vo; RFC 9923).
func stableHash(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
