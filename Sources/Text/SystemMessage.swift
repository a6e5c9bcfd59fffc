import Foundation

/// The system's words for an error number, `error N` for one that it does not know.
package func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
