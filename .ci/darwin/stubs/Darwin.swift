@_exported import Darwin
import SwiftShims
import SwiftOverlayShims
// What stdlib/public/Platform/{Platform,TiocConstants}.swift declare for Darwin, for a type check only.
public var errno: Int32 {
  get { fatalError() }
  set {}
}
public var stdin: UnsafeMutablePointer<FILE> {
  get { fatalError() }
  set {}
}
public var stdout: UnsafeMutablePointer<FILE> {
  get { fatalError() }
  set {}
}
public var stderr: UnsafeMutablePointer<FILE> {
  get { fatalError() }
  set {}
}
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { fatalError() }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { fatalError() }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { fatalError() }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { fatalError() }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { fatalError() }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRUSR: mode_t { 0o400 }
public var S_IWUSR: mode_t { 0o200 }
public var S_IXUSR: mode_t { 0o100 }
public var S_IRWXU: mode_t { 0o700 }
public var S_IRGRP: mode_t { 0o40 }
public var S_IROTH: mode_t { 0o4 }
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }
public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }
@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func fork() -> Int32 { fatalError() }
@_transparent public func pow(_ x: Double, _ y: Double) -> Double { fatalError() }
public enum POSIXErrorCode: Int32, Sendable, Hashable {
  case EPERM = 1, ENOENT = 2, EIO = 5, EACCES = 13, EEXIST = 17, ENOTDIR = 20, EISDIR = 21, EINVAL = 22,
    ENOSPC = 28, EROFS = 30, EPIPE = 32, ENAMETOOLONG = 63, EDQUOT = 69
}
@_transparent public func sqrt<T: FloatingPoint>(_ x: T) -> T { x.squareRoot() }
@_transparent public func floor<T: FloatingPoint>(_ x: T) -> T { x.rounded(.down) }
@_transparent public func ceil<T: FloatingPoint>(_ x: T) -> T { x.rounded(.up) }
@_transparent public func round<T: FloatingPoint>(_ x: T) -> T { x.rounded() }
