import Foundation
import Text

extension Behavior {
  /// Intervals at and beyond the limits.
  static let intervals = [
    Behavior(
      "runloop.interval-zero", "An interval of 0 is taken as 0.1 ms.", deviatesOnLinux: true,
      reference: "Timer.init(fire:interval:repeats:block:); Linux: CFRunLoopTimer takes 0 as not repeating"
    ) { subjects in
      loopInterval(subjects, "0")
    },
    Behavior(
      "runloop.interval-negative", "A negative interval is taken as 0.1 ms.", deviatesOnLinux: true,
      reference: "Timer.init(fire:interval:repeats:block:); Linux: CFRunLoopTimer takes it as not repeating"
    ) { subjects in
      loopInterval(subjects, "-1")
    },
    Behavior(
      "runloop.interval-below-1ns", "An interval between 0 and 1 ns is served.", documented: false,
      reference: "Timer.init(fire:interval:repeats:block:) does not say"
    ) { subjects in
      loopInterval(subjects, "1e-10")
    },
    Behavior(
      "dispatch.interval-zero", "An interval of 0 is served, as the shortest there is.", documented: false,
      reference: "DispatchSourceTimer.schedule does not say"
    ) { subjects in
      sourceInterval(subjects, "0")
    },
    Behavior(
      "dispatch.interval-negative", "A negative interval is taken for something and does not trap.",
      documented: false, reference: "DispatchSourceTimer.schedule does not say"
    ) { subjects in
      sourceInterval(subjects, "-1")
    },
  ]
}

private func loopInterval(_ subjects: Subjects, _ seconds: String) -> Observation {
  interval(subjects, ["interval", "runloop", seconds]) { values in
    let callbacks = Int(values["callbacks"] ?? "") ?? 0
    return .judge(
      callbacks > 1,
      "\(Numbers.counted(callbacks, "callback")) in 4 intervals; timeInterval \(values["interval"] ?? "?") s")
  }
}

private func sourceInterval(_ subjects: Subjects, _ seconds: String) -> Observation {
  interval(subjects, ["interval", "dispatch", seconds]) { values in
    let callbacks = Int(values["callbacks"] ?? "") ?? 0
    return .judge(
      callbacks > 1,
      "\(Numbers.counted(callbacks, "callback")) for \(values["fired"] ?? "?") deadlines")
  }
}

private func interval(
  _ subjects: Subjects, _ arguments: [String], judge: ([String: String]) -> Observation
) -> Observation {
  guard let child = subjects.child else { return .noChild }
  let outcome = child.run(arguments)
  if case .signalled(let signal) = outcome.end {
    return Observation(.unsupported, "traps: the process ends by signal \(signal)")
  }
  if let problem = outcome.problem { return Observation(.failedToRun, problem) }
  let values = outcome.lines.reduce(into: [String: String]()) { values, line in
    let words = line.split(separator: " ").map(String.init)
    if words.count == 2 { values[words[0]] = words[1] }
  }
  guard values["callbacks"] != nil else { return Observation(.failedToRun, "its process reported nothing") }
  return judge(values)
}
