import Foundation

/// What the process may do.
enum Rights {
  /// Whether it is root's; in a container it may lack capabilities all the same.
  static var isRoot: Bool { geteuid() == 0 }
}
