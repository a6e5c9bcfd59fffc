import CPlatform
import Foundation

/// The means to set the wall clock and to put the system to sleep, which disturb everything else that runs there.
package struct ClockControl: Sendable {
  /// Sets the wall clock ahead by so many nanoseconds, or back; why it could not, or `nil`.
  package var set: @Sendable (_ nanoseconds: Int64) -> String?
  /// Sleeps for about so many seconds; why it could not, or `nil`.
  package var sleep: @Sendable (_ seconds: Int64) -> String?

  /// Creates the means.
  package init(
    set: @escaping @Sendable (_ nanoseconds: Int64) -> String?,
    sleep: @escaping @Sendable (_ seconds: Int64) -> String?
  ) {
    self.set = set
    self.sleep = sleep
  }

  /// Those of the system; needs root. A sleep is ended by the alarm of the real-time clock, on Linux only.
  package static let system = ClockControl(
    set: { nanoseconds in
      let code = platform_shift_wall_clock(nanoseconds)
      return code == 0 ? nil : "the wall clock could not be set (\(reason(code)))"
    },
    sleep: { seconds in
      let alarm = "/sys/class/rtc/rtc0/wakealarm"
      return write("0", to: alarm) ?? write("+\(seconds)", to: alarm) ?? write("mem", to: "/sys/power/state")
    })

  private static func write(_ text: String, to path: String) -> String? {
    let descriptor = unsafe open(path, O_WRONLY)
    guard descriptor != -1 else { return "no \(path) (\(reason(errno)))" }
    defer { close(descriptor) }
    let bytes = Array((text + "\n").utf8)
    let count = unsafe Foundation.write(descriptor, bytes, bytes.count)
    return count == bytes.count ? nil : "\(path) does not take '\(text)' (\(reason(errno)))"
  }

  private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
