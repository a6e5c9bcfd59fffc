import Foundation
import Text

/// Why a file could not be written or read; the message ends in what to do.
package enum FileError: Error, Equatable, Sendable {
  /// A system call failed. `kept` names the file that holds what was written before.
  case system(call: String, path: String, code: Int32, kept: String? = nil)
  /// The target exists and may not be replaced.
  case exists(path: String)
  /// The target is a directory.
  case isDirectory(path: String)
  /// The target is a symbolic link to nothing.
  case danglingLink(path: String)
  /// The folder of the target does not exist.
  case folderMissing(path: String, folder: String)
  /// The target is a symbolic link to a file.
  case link(path: String)
  /// Another program is writing the target.
  case inUse(path: String, partial: String)
  /// No program reads the pipe.
  case noReader(path: String)
  /// There is no room for the files of a moment.
  case noScratch(folder: String, code: Int32)
  /// An earlier measurement with this target did not end.
  case unfinished(path: String, partial: String)
  /// The disk was full to the end; so many lines of the file are lost.
  case diskFull(path: String, kept: String, rows: Int)
  /// The file was finished without so many rows, for which neither the disk nor the memory had room.
  case rowsLost(path: String, rows: Int64)
  /// What was written was removed before it could take its name.
  case vanished(path: String)
  /// The target names no file.
  case noName(path: String)
}

extension FileError {
  /// Whether another name may be free where this one is not.
  package var isTaken: Bool {
    switch self {
    case .exists, .inUse, .unfinished, .link, .danglingLink, .isDirectory: true
    default: false
    }
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let call, let path, let code, let kept):
      "\(path): \(call): \(systemMessage(code))" + (kept.map { "; what fitted is in \($0)" } ?? "")
        + (remedy(code).map { ". \($0)" } ?? "")
    case .exists(let path):
      "\(path) exists: choose another name, or replace it with --force"
    case .isDirectory(let path):
      "\(path) is a directory: name a file in it"
    case .danglingLink(let path):
      "\(path) is a link to nothing: remove it or name its target"
    case .folderMissing(let path, let folder):
      "\(path): there is no folder \(folder): create it or choose another"
    case .link(let path):
      "\(path) is a link, and what it names is not replaced: name that file itself, or remove the link"
    case .inUse(let path, let partial):
      "\(path): another program is writing it now (\(partial)): choose another name, or wait until that has ended"
    case .noReader(let path):
      "\(path): no program reads it: nothing was measured. Start its reader first"
    case .noScratch(let folder, let code):
      "\(folder): no temporary files can be made there: \(systemMessage(code)). Let TMPDIR name a folder that can be "
        + "written and has room"
    case .unfinished(let path, let partial):
      "\(path): \(partial) holds a measurement that did not end: rename it to keep it, or replace it with --force"
    case .diskFull(let path, let kept, let rows):
      "\(path): write: \(systemMessage(ENOSPC)): \(rows) lines of it are lost; what fitted is in \(kept). Free some space "
        + "or write to another disk"
    case .rowsLost(let path, let rows):
      "\(path): the disk was full, and no memory was left for \(rows) rows, which the file lacks (they are in the "
        + "figures above). Free some space or write to another disk"
    case .vanished(let path):
      "\(path): the file or its folder was removed or moved while it was written: what was in it is lost, or where "
        + "the folder went. Write to a place that stays"
    case .noName(let path):
      "'\(path)' names no file: give a file name, or - for standard output"
    }
  }

  private func remedy(_ code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "Free some space or write to another disk"
    case EFBIG: "Raise the file size limit (ulimit -f) or write to another file system"
    case EPIPE: "The program that read the output has ended"
    case EROFS, EACCES, EPERM: "Choose a place where you may write and read"
    case ENOENT: "Check the name"
    case EMFILE, ENFILE: "Raise the limit of open files (ulimit -n)"
    case EBADF: "The output is closed"
    case ETIMEDOUT: "The program that reads the output has stopped reading"
    default: nil
    }
  }
}
