import Text
import Timing

extension CellSummary {
  /// Why neither limit nor comparison judges a timer that goes by the wall clock, where that clock moved its deadlines;
  /// `nil` where it did not. All runs were made, so this is no shortfall.
  var moved: Undecided? {
    guard facts.moved > 0 else { return nil }
    let event =
      facts.clockEvents.contains { $0.kind == .set } ? "the clock was set" : "the system slept"
    return Undecided(
      "\(event) and moved the deadlines in \(facts.moved) of \(runs) \(runs == 1 ? "run" : "runs"): not judged, "
        + "\(Numbers.count(slots.eventful)) callbacks since are left out")
  }
}
