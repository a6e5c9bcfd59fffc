/// An argument as a POSIX shell takes it; harmless words stay as they are. Bytes that are no text are written by their
/// numbers, in the quotes that bash, zsh and ksh have for that.
package func shellQuoted(_ argument: String) -> String {
  let harmless = argument.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./:=,%+@^".utf8.contains(byte)
    }
  }
  if harmless && !argument.isEmpty { return argument }
  return "'"
    + argument.unicodeScalars.map { scalar in
      if let byte = scalar.rawByte { return "'$'\\x\(String(byte, radix: 16))''" }
      return scalar == "'" ? #"'\''"# : String(scalar)
    }.joined() + "'"
}
