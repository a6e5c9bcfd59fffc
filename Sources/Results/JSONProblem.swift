import Foundation

/// What a JSON decoder found wrong, with the path of keys to it, in one sentence.
package func jsonProblem(_ error: any Error) -> String {
  guard let error = error as? DecodingError else { return "\(error)" }
  switch error {
  case .keyNotFound(let key, let context):
    return "\(keyPath(context.codingPath + [key])) is missing"
  case .valueNotFound(_, let context):
    return "\(keyPath(context.codingPath)) is null"
  case .typeMismatch(let type, let context):
    return "\(keyPath(context.codingPath)) is not \(words(for: type))"
  case .dataCorrupted(let context):
    if let problem = context.underlyingError as? NSError, context.codingPath.isEmpty {
      let reason = problem.userInfo["NSDebugDescription"] as? String
      return "it is not JSON" + (reason.map { ": \($0)" } ?? "")
    }
    return context.codingPath.isEmpty
      ? context.debugDescription.isEmpty ? "it is not JSON" : context.debugDescription
      : "\(keyPath(context.codingPath)): \(context.debugDescription)"
  @unknown default:
    return "it cannot be read"
  }
}

/// `matrices[2].intervals[0]`.
func keyPath(_ path: [any CodingKey]) -> String {
  var text = ""
  for key in path {
    if let index = key.intValue {
      text += "[\(index)]"
    } else {
      text += (text.isEmpty ? "" : ".") + key.stringValue
    }
  }
  return text.isEmpty ? "the whole" : text
}

private func words(for type: Any.Type) -> String {
  switch type {
  case is String.Type: "a text in quotes"
  case is any BinaryInteger.Type: "a whole number"
  case is Double.Type: "a number"
  case is [Any].Type: "a list"
  case is [String: Any].Type: "an object"
  default: "of the right kind"
  }
}
