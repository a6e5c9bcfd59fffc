// What the Dispatch overlay of macOS declares, as far as this package uses it.
@_exported import Darwin
public struct DispatchQoS: Equatable, Sendable {
  public static let background = DispatchQoS(), utility = DispatchQoS(), `default` = DispatchQoS(),
    userInitiated = DispatchQoS(), userInteractive = DispatchQoS(), unspecified = DispatchQoS()
  public enum QoSClass: Sendable {
    case background, utility, `default`, userInitiated, userInteractive, unspecified
  }
}
public struct DispatchTime: Comparable, Sendable {
  public let rawValue: UInt64
  public static func now() -> DispatchTime { fatalError() }
  public static let distantFuture = DispatchTime(uptimeNanoseconds: 0)
  public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }
  public var uptimeNanoseconds: UInt64 { 0 }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { a.rawValue < b.rawValue }
}
public struct DispatchWallTime: Comparable, Sendable {
  public static func now() -> DispatchWallTime { fatalError() }
  public static let distantFuture = DispatchWallTime(timespec: timespec())
  public init(timespec: timespec) {}
  public static func < (a: DispatchWallTime, b: DispatchWallTime) -> Bool { false }
}
public enum DispatchTimeInterval: Equatable, Sendable {
  case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}
public enum DispatchTimeoutResult: Sendable { case success, timedOut }
public func + (t: DispatchTime, i: DispatchTimeInterval) -> DispatchTime { t }
public func + (t: DispatchTime, s: Double) -> DispatchTime { t }
public func + (t: DispatchWallTime, i: DispatchTimeInterval) -> DispatchWallTime { t }
open class DispatchObject {
  public func suspend() {}
  public func resume() {}
  public func activate() {}
}
public final class DispatchSpecificKey<T>: @unchecked Sendable { public init() {} }
public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let barrier = DispatchWorkItemFlags(rawValue: 1)
}
public final class DispatchWorkItem { public init(block: @escaping @convention(block) () -> Void) {} }
public final class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64; public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 2), initiallyInactive = Attributes(rawValue: 4)
  }
  public class var main: DispatchQueue { fatalError() }
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [], target: DispatchQueue? = nil
  ) { fatalError() }
  override init() {}
  @preconcurrency public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public func sync(execute block: () -> Void) {}
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
  public func sync<T>(flags: DispatchWorkItemFlags, execute work: () throws -> T) rethrows -> T { try work() }
  @preconcurrency public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
}
public final class DispatchGroup: DispatchObject, @unchecked Sendable {
  public override init() {}
  public func enter() {}
  public func leave() {}
  @available(*, noasync) public func wait() {}
  @available(*, noasync) public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  @available(*, noasync) public func wait() {}
  @available(*, noasync) public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
  @available(*, noasync) public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult { .success }
}
public protocol DispatchSourceProtocol: AnyObject {
  func cancel()
  func resume()
  func suspend()
  func activate()
  var isCancelled: Bool { get }
  var data: UInt { get }
}
extension DispatchSourceProtocol {
  public typealias DispatchSourceHandler = @Sendable @convention(block) () -> Void
  public func setEventHandler(qos: DispatchQoS = .unspecified, handler: DispatchSourceHandler?) {}
  public func setCancelHandler(qos: DispatchQoS = .unspecified, handler: DispatchSourceHandler?) {}
}
public protocol DispatchSourceTimer: DispatchSourceProtocol {}
extension DispatchSourceTimer {
  public func schedule(
    deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {}
  public func schedule(
    deadline: DispatchTime, repeating interval: Double, leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {}
  public func schedule(
    wallDeadline: DispatchWallTime, repeating interval: DispatchTimeInterval = .never,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {}
  public func schedule(
    wallDeadline: DispatchWallTime, repeating interval: Double, leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {}
}
public class DispatchSource: DispatchObject {
  public struct TimerFlags: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let strict = TimerFlags(rawValue: 1)
  }
  public class func makeTimerSource(flags: TimerFlags = [], queue: DispatchQueue? = nil)
    -> any DispatchSourceTimer
  { fatalError() }
}
