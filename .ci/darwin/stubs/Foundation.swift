// What Foundation of macOS declares, as far as this package uses it; Sendable and availability as in Apple's headers.
@_exported import Darwin
@_exported import Dispatch
@_exported import CoreServices

open class NSObject: Hashable {
  public init() {}
  public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) {}
}
public typealias TimeInterval = Double
public var NSFoundationVersionNumber: Double { 0 }
public enum ComparisonResult: Int, Sendable { case orderedAscending = -1, orderedSame = 0, orderedDescending = 1 }
extension String {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let numeric = CompareOptions(rawValue: 64)
  }
}
extension StringProtocol {
  public func compare<T: StringProtocol>(_ string: T, options: String.CompareOptions = []) -> ComparisonResult { .orderedSame }
}
public struct Date: Comparable, Hashable, Sendable, Codable {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceNow: TimeInterval { 0 }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
  public func addingTimeInterval(_ t: TimeInterval) -> Date { self }
  public static let timeIntervalBetween1970AndReferenceDate: TimeInterval = 978307200
  public static let distantFuture = Date(), distantPast = Date()
  public static func < (a: Date, b: Date) -> Bool { false }
  public static func + (a: Date, b: TimeInterval) -> Date { a }
  public struct ISO8601FormatStyle: Sendable {
    public static var iso8601: ISO8601FormatStyle { ISO8601FormatStyle() }
  }
  @available(macOS 12.0, *) public init(_ text: String, strategy: ISO8601FormatStyle) throws {}
  @available(macOS 12.0, *) public func formatted(_ style: ISO8601FormatStyle) -> String { "" }
}
extension Date.ISO8601FormatStyle {}
extension Double { @available(macOS 12.0, *) public func formatted() -> String { "" } }
extension BinaryInteger { @available(macOS 12.0, *) public func formatted() -> String { "" } }

open class Timer: NSObject {
  public convenience init(
    fire date: Date, interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) { fatalError() }
  public convenience init(
    timeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) { fatalError() }
  open class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) -> Timer { fatalError() }
  open func fire() {}
  open var fireDate: Date {
    get { Date() }
    set {}
  }
  open var timeInterval: TimeInterval { 0 }
  open var tolerance: TimeInterval {
    get { 0 }
    set {}
  }
  open func invalidate() {}
  open var isValid: Bool { true }
}
@available(*, unavailable) extension Timer: @unchecked Sendable {}
open class RunLoop: NSObject {
  public struct Mode: Hashable, RawRepresentable, Sendable {
    public var rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = Mode("a"), common = Mode("b")
  }
  @available(*, noasync) open class var current: RunLoop { fatalError() }
  open class var main: RunLoop { fatalError() }
  open func add(_ timer: Timer, forMode mode: Mode) {}
  @available(*, noasync) open func run() {}
  @available(*, noasync) open func run(mode: Mode, before limitDate: Date) -> Bool { true }
  open func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {}
  open func perform(_ block: @escaping @Sendable () -> Void) {}
}
@available(*, unavailable) extension RunLoop: @unchecked Sendable {}
open class Thread: NSObject, @unchecked Sendable {
  @available(*, noasync) open class var current: Thread { fatalError() }
  @available(*, noasync) open class var isMainThread: Bool { false }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  public override init() {}
  open var name: String?
  open var stackSize: Int {
    get { 0 }
    set {}
  }
  open func start() {}
  @available(*, noasync) open class func sleep(forTimeInterval ti: TimeInterval) {}
}
open class NSLock: NSObject, @unchecked Sendable {
  public override init() {}
  @available(*, noasync) open func lock() {}
  @available(*, noasync) open func unlock() {}
  @available(*, noasync) open func `try`() -> Bool { true }
}
public struct CharacterSet: Hashable, Sendable, SetAlgebra {
  public typealias Element = Unicode.Scalar
  public init() {}
  public static let whitespaces = CharacterSet(), whitespacesAndNewlines = CharacterSet(),
    newlines = CharacterSet(), decimalDigits = CharacterSet()
  public func contains(_ m: Unicode.Scalar) -> Bool { false }
  public func union(_ o: CharacterSet) -> CharacterSet { self }
  public func intersection(_ o: CharacterSet) -> CharacterSet { self }
  public func symmetricDifference(_ o: CharacterSet) -> CharacterSet { self }
  public mutating func insert(_ m: Unicode.Scalar) -> (inserted: Bool, memberAfterInsert: Unicode.Scalar) {
    (true, m)
  }
  public mutating func remove(_ m: Unicode.Scalar) -> Unicode.Scalar? { nil }
  public mutating func update(with m: Unicode.Scalar) -> Unicode.Scalar? { nil }
  public mutating func formUnion(_ o: CharacterSet) {}
  public mutating func formIntersection(_ o: CharacterSet) {}
  public mutating func formSymmetricDifference(_ o: CharacterSet) {}
}
public struct Data: Hashable, Sendable, Codable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public typealias Index = Int
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
  }
  public init() {}
  public init<S: Sequence>(_ s: S) where S.Element == UInt8 {}
  public init(contentsOf url: URL) throws {}
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(i: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public mutating func replaceSubrange<C: Collection>(_ r: Range<Int>, with c: C) where C.Element == UInt8 {}
  public func index(after i: Int) -> Int { i }
  public func index(before i: Int) -> Int { i }
  public mutating func append(_ o: Data) {}
}
public func += (a: inout Data, b: Data) {}
public struct URL: Hashable, Sendable, Codable {
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public init?(string: String) {}
  @available(macOS 13.0, *) public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath)
  {}
  public var path: String { "" }
  @available(macOS 13.0, *) public func path(percentEncoded: Bool = true) -> String { "" }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public func deletingPathExtension() -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public mutating func deleteLastPathComponent() {}
  public func appendingPathComponent(_ s: String) -> URL { self }
  @available(macOS 13.0, *) public func appending<S: StringProtocol>(
    path: S, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { self }
  @available(macOS 13.0, *) public func appending<S: StringProtocol>(
    component: S, directoryHint: DirectoryHint = .inferFromPath
  ) -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public var standardizedFileURL: URL { self }
}
public struct UUID: Hashable, Sendable, Codable, CustomStringConvertible {
  public init() {}
  public var uuidString: String { "" }
  public var description: String { "" }
}
open class NSNumber: NSObject {
  open var intValue: Int { 0 }
  open var uint64Value: UInt64 { 0 }
}
public struct FileAttributeKey: Hashable, RawRepresentable, Sendable {
  public var rawValue: String; public init(rawValue: String) { self.rawValue = rawValue }
  public static let systemFileNumber = FileAttributeKey(rawValue: ""),
    systemNumber = FileAttributeKey(rawValue: ""), size = FileAttributeKey(rawValue: ""),
    posixPermissions = FileAttributeKey(rawValue: ""), type = FileAttributeKey(rawValue: ""),
    modificationDate = FileAttributeKey(rawValue: "")
}
open class FileManager: NSObject {
  open class var `default`: FileManager { fatalError() }
  open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
    public func next() -> Any? { nil }
  }
  open func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
  open func subpathsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func fileExists(atPath path: String) -> Bool { false }
  open func isReadableFile(atPath path: String) -> Bool { false }
  open func isExecutableFile(atPath path: String) -> Bool { false }
  open func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createFile(atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil)
    -> Bool
  { false }
  open func removeItem(atPath path: String) throws {}
  open func removeItem(at url: URL) throws {}
  open func moveItem(atPath a: String, toPath b: String) throws {}
  open func copyItem(atPath a: String, toPath b: String) throws {}
  open func copyItem(at a: URL, to b: URL) throws {}
  open func contents(atPath: String) -> Data? { nil }
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  open func setAttributes(_ a: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
  open func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
  open func createSymbolicLink(atPath path: String, withDestinationPath: String) throws {}
  open func linkItem(atPath a: String, toPath b: String) throws {}
  open var currentDirectoryPath: String { "" }
  open var temporaryDirectory: URL { fatalError() }
}
public func NSTemporaryDirectory() -> String { "" }
open class FileHandle: NSObject {
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  open class var nullDevice: FileHandle { fatalError() }
  public convenience init?(forReadingAtPath path: String) { nil }
  public convenience init?(forWritingAtPath path: String) { nil }
  public init(fileDescriptor fd: Int32, closeOnDealloc closeopt: Bool) {}
  open func write(_ data: Data) {}
  public convenience init(forWritingTo url: URL) throws { fatalError() }
  public convenience init(forReadingFrom url: URL) throws { fatalError() }
  open var availableData: Data { Data() }
  open func readDataToEndOfFile() -> Data { Data() }
  open func closeFile() {}
  @available(macOS 10.15, *) open func close() throws {}
  @available(macOS 10.15.4, *) open func read(upToCount count: Int) throws -> Data? { nil }
  @available(macOS 10.15.4, *) open func readToEnd() throws -> Data? { nil }
  @available(macOS 10.15.4, *) open func write<T: Sequence>(contentsOf data: T) throws
  where T.Element == UInt8 {}
  @available(macOS 10.15.4, *) @discardableResult open func seekToEnd() throws -> UInt64 { 0 }
  @available(macOS 10.15, *) open func seek(toOffset offset: UInt64) throws {}
}
open class Pipe: NSObject {
  public override init() {}
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}
open class Process: NSObject {
  public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal = 2 }
  public override init() {}
  open var executableURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var currentDirectoryURL: URL?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open func run() throws {}
  open func terminate() {}
  open func waitUntilExit() {}
  open var isRunning: Bool { false }
  open var processIdentifier: Int32 { 0 }
  open var terminationStatus: Int32 { 0 }
  open var terminationReason: TerminationReason { .exit }
  open var terminationHandler: (@Sendable (Process) -> Void)?
}
@available(*, unavailable) extension Process: @unchecked Sendable {}
open class ProcessInfo: NSObject {
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { [:] }
  open var arguments: [String] { [] }
  open var processIdentifier: Int32 { 0 }
  open var processorCount: Int { 0 }
  open var activeProcessorCount: Int { 0 }
  open var thermalState: ThermalState { .nominal }
  @available(macOS 12.0, *) open var isLowPowerModeEnabled: Bool { false }
  open var systemUptime: TimeInterval { 0 }
}
open class Bundle: NSObject {
  open class var main: Bundle { fatalError() }
  open class var allBundles: [Bundle] { [] }
  public convenience init(for c: AnyClass) { fatalError() }
  public convenience init?(path: String) { nil }
  open var bundleURL: URL { fatalError() }
  open var bundlePath: String { "" }
  open var executablePath: String? { nil }
  open var executableURL: URL? { nil }
  open var resourceURL: URL? { nil }
  open var resourcePath: String? { nil }
  open func url(forResource n: String?, withExtension e: String?, subdirectory: String? = nil) -> URL? { nil }
  open func path(forResource n: String?, ofType e: String?) -> String? { nil }
}
open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1),
      sortedKeys = OutputFormatting(rawValue: 2), withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public init() {}
  open var outputFormatting: OutputFormatting = []
  open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}
open class JSONDecoder {
  public init() {}
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { 0 }
}
open class NSError: NSObject, Error, @unchecked Sendable {
  open var userInfo: [String: Any] { [:] }
  open var code: Int { 0 }
  open var domain: String { "" }
  open var localizedDescription: String { "" }
}
public struct CocoaError: Error, Hashable {
  public static func == (a: CocoaError, b: CocoaError) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
  public var filePath: String? { nil }
  public var url: URL? { nil }
  public var underlying: (any Error)? { nil }
}
public struct POSIXError: Error, Hashable, Sendable {
  public typealias Code = POSIXErrorCode
  public var code: POSIXErrorCode { .EPERM }
}
extension Error { public var localizedDescription: String { "" } }
extension String {
  public init(format: String, _ arguments: any CVarArg...) { self = "" }
  public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
  public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
  public init?(data: Data, encoding: Encoding) { nil }
  public struct Encoding: Hashable, Sendable { public static let utf8 = Encoding(), ascii = Encoding() }
}
extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func replacingOccurrences<T: StringProtocol, R: StringProtocol>(of t: T, with r: R) -> String { "" }
  public func padding<T: StringProtocol>(toLength n: Int, withPad p: T, startingAt i: Int) -> String { "" }
  public func components<T: StringProtocol>(separatedBy s: T) -> [String] { [] }
  public func range<T: StringProtocol>(of s: T) -> Range<Index>? { nil }
  public func contains<T: StringProtocol>(_ other: T) -> Bool { false }
  public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
  public func data(using: String.Encoding) -> Data? { nil }
}
public struct Decimal: Hashable, Sendable {}
// Core Foundation, where a bridge to Objective-C is left out.
public typealias CFString = String
public final class CFRunLoop {}
public struct CFRunLoopMode: Hashable, Sendable {
  public static let commonModes = CFRunLoopMode(rawValue: "")
  public init(_ rawValue: CFString) {}
  public init(rawValue: CFString) {}
}
public func CFRunLoopGetCurrent() -> CFRunLoop! { nil }
public func CFRunLoopGetMain() -> CFRunLoop! { nil }
public final class CFRunLoopTimer {}
public typealias CFAbsoluteTime = Double
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { 0 }
public func CFRunLoopTimerCreateWithHandler(
  _ allocator: AnyObject!, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: UInt, _ order: Int,
  _ block: ((CFRunLoopTimer?) -> Void)!
) -> CFRunLoopTimer! { nil }
public func CFRunLoopAddTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) {}
public func CFRunLoopTimerSetTolerance(_ timer: CFRunLoopTimer!, _ tolerance: CFTimeInterval) {}
public func CFRunLoopWakeUp(_ rl: CFRunLoop!) {}
public typealias CFTimeInterval = Double
public enum CFRunLoopRunResult: Int32, Sendable { case finished = 1, stopped, timedOut, handledSource }
public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult { .finished }
public func CFRunLoopStop(_ rl: CFRunLoop!) {}
public func CFRunLoopAddCommonMode(_ rl: CFRunLoop!, _ mode: CFRunLoopMode!) {}

open class NSNull: NSObject {}
open class NSRecursiveLock: NSObject, @unchecked Sendable {
  public override init() {}
  @available(*, noasync) open func lock() {}
  @available(*, noasync) open func unlock() {}
}
extension Date: Strideable {
  public typealias Stride = TimeInterval
  public func distance(to other: Date) -> TimeInterval { 0 }
  public func advanced(by n: TimeInterval) -> Date { self }
  public static func - (a: Date, b: TimeInterval) -> Date { a }
  public static func += (a: inout Date, b: TimeInterval) {}
  public static func -= (a: inout Date, b: TimeInterval) {}
}
public struct URLResourceKey: Hashable, Sendable {
  public static let isDirectoryKey = URLResourceKey(), isRegularFileKey = URLResourceKey(),
    fileSizeKey = URLResourceKey()
}
public struct URLResourceValues: Sendable {
  public var isDirectory: Bool? { nil }
  public var isRegularFile: Bool? { nil }
}
extension URL {
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
    URLResourceValues()
  }
}

public protocol NSLocking { func lock(); func unlock() }
extension NSLock: NSLocking {}
extension NSRecursiveLock: NSLocking {}
extension NSLocking { public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() } }
@available(*, unavailable) extension NSNumber: @unchecked Sendable {}
@available(*, unavailable) extension FileManager: @unchecked Sendable {}
@available(*, unavailable) extension FileHandle: @unchecked Sendable {}
@available(*, unavailable) extension Pipe: @unchecked Sendable {}
@available(*, unavailable) extension ProcessInfo: @unchecked Sendable {}
@available(*, unavailable) extension Bundle: @unchecked Sendable {}
@available(*, unavailable) extension JSONEncoder: @unchecked Sendable {}
@available(*, unavailable) extension JSONDecoder: @unchecked Sendable {}
public protocol ContiguousBytes {
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}
extension Array: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}
extension ContiguousArray: ContiguousBytes where Element == UInt8 {}
extension Data: ContiguousBytes {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}
public struct TimeZone: Hashable, Sendable {
  public init?(identifier: String) {}
}
public struct DateComponents: Hashable, Sendable {
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil, month: Int? = nil,
    day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil, nanosecond: Int? = nil,
    weekday: Int? = nil, weekdayOrdinal: Int? = nil, quarter: Int? = nil, weekOfMonth: Int? = nil,
    weekOfYear: Int? = nil, yearForWeekOfYear: Int? = nil
  ) {}
}
public struct Calendar: Hashable, Sendable, CustomStringConvertible {
  public enum Identifier: Sendable, CustomDebugStringConvertible {
    case gregorian, iso8601
    public var debugDescription: String { "" }
  }
  public enum MatchingPolicy: Sendable { case nextTime, nextTimePreservingSmallerComponents, previousTimePreservingSmallerComponents, strict }
  public enum RepeatedTimePolicy: Sendable { case first, last }
  public enum SearchDirection: Sendable { case forward, backward }
  public init(identifier: Identifier) {}
  public static var current: Calendar { fatalError() }
  public static var autoupdatingCurrent: Calendar { fatalError() }
  public var identifier: Identifier { .gregorian }
  public var timeZone: TimeZone {
    get { fatalError() }
    set {}
  }
  public var description: String { "" }
  public func nextDate(
    after date: Date, matching components: DateComponents, matchingPolicy: MatchingPolicy,
    repeatedTimePolicy: RepeatedTimePolicy = .first, direction: SearchDirection = .forward
  ) -> Date? { nil }
}
