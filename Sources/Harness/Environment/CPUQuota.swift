/// The processor time that control groups grant: `quota` in every `period`, both in microseconds.
struct CPUQuota: Hashable, Sendable, CustomStringConvertible {
  /// Microseconds of processor time; `nil` without a limit.
  var quota: Int64?
  /// Microseconds after which the quota is granted anew.
  var period: Int64

  /// The two figures as `cpu.max` has them.
  var description: String { "\(quota.map { String($0) } ?? "max") \(period)" }

  /// Processors' worth of time; infinite without a limit.
  var processors: Double { quota.map { Double($0) / Double(period) } ?? .infinity }
}

extension CPUQuota {
  /// Reads a `cpu.max` of control groups version 2: `50000 100000` or `max 100000`.
  init?(cpuMax: String) {
    let words = cpuMax.split(separator: " ")
    guard words.count == 2, let period = Int64(words[1]), period > 0 else { return nil }
    if words[0] == "max" {
      self.init(quota: nil, period: period)
    } else {
      guard let quota = Int64(words[0]) else { return nil }
      self.init(quota: quota, period: period)
    }
  }

  /// The tightest limit on this process: that of its group or of any group above; `nil` when none can be read.
  static func tightest(files: FileReader) -> CPUQuota? {
    guard let mountinfo = files.text("/proc/self/mountinfo"), let groups = files.text("/proc/self/cgroup")
    else { return nil }
    let memberships = ControlGroup.memberships(groups)
    var quotas: [CPUQuota] = []
    for mount in ControlGroup.mounts(mountinfo) {
      guard let path = memberships[mount.version] else { continue }
      let folders = mount.folders(ofGroup: path)
      let limits = folders.compactMap { folder in read(folder, version: mount.version, files: files) }
      quotas += limits
      // The root has no limit and no file; groups without the file have no controller, hence no limit.
      let controllers = files.value(mount.point + "/cgroup.controllers")?.split(separator: " ") ?? []
      if limits.isEmpty, mount.version == .v2, controllers.contains("cpu") {
        quotas.append(CPUQuota(quota: nil, period: 100_000))
      }
    }
    return quotas.min { $0.processors < $1.processors }
  }

  private static func read(_ folder: String, version: ControlGroup.Version, files: FileReader) -> CPUQuota? {
    switch version {
    case .v2: return files.value(folder + "/cpu.max").flatMap { CPUQuota(cpuMax: $0) }
    case .v1:
      guard let quota = files.integer(folder + "/cpu.cfs_quota_us"),
        let period = files.integer(folder + "/cpu.cfs_period_us"), period > 0
      else { return nil }
      return CPUQuota(quota: quota < 0 ? nil : quota, period: period)
    }
  }
}

/// Where control groups are found: cgroups(7).
enum ControlGroup {
  /// The two kinds of hierarchy.
  enum Version: Hashable, Sendable { case v1, v2 }

  /// A mounted hierarchy that can limit processor time.
  struct Mount: Hashable, Sendable {
    /// The kind of hierarchy.
    var version: Version
    /// The group that is visible at the mount point.
    var root: String
    /// The folder under which the groups are.
    var point: String

    /// The folders of `group` and of every group above it that is visible here, the innermost first.
    func folders(ofGroup group: String) -> [String] {
      let root = root == "/" ? "" : root
      // A group outside the mount's root is that of another namespace: its own limits are those at the mount point.
      var below = group.hasPrefix(root + "/") || group == root ? group.dropFirst(root.count) : ""
      var folders: [String] = []
      while !below.isEmpty, below != "/" {
        folders.append(point + below)
        below = below.prefix(upTo: below.lastIndex(of: "/") ?? below.startIndex)
      }
      return folders + [point]
    }
  }

  /// The mounts in `/proc/self/mountinfo` that can limit processor time.
  static func mounts(_ mountinfo: String) -> [Mount] {
    mountinfo.split(whereSeparator: \.isNewline).compactMap { line in
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), fields.count > dash + 3, dash >= 6 else { return nil }
      let (root, point) = (String(fields[3]), String(fields[4]))
      switch fields[dash + 1] {
      case "cgroup2": return Mount(version: .v2, root: root, point: point)
      case "cgroup" where fields[dash + 3].split(separator: ",").contains("cpu"):
        return Mount(version: .v1, root: root, point: point)
      default: return nil
      }
    }
  }

  /// The groups of a process in `/proc/self/cgroup`: that of version 2 and that of the `cpu` controller.
  static func memberships(_ text: String) -> [Version: String] {
    var groups: [Version: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      if fields[0] == "0", fields[1].isEmpty {
        groups[.v2] = String(fields[2])
      } else if fields[1].split(separator: ",").contains("cpu") {
        groups[.v1] = String(fields[2])
      }
    }
    return groups
  }
}
