import Foundation

@testable import Harness

/// A Linux machine by the files it shows, written in the formats of proc(5), cgroups(7) and the kernel's
/// documentation of sysfs (Documentation/ABI). Figures are made up.
struct Machine: Sendable, CustomStringConvertible {
  var description: String
  var files: [String: String]
  var calls = SystemCalls()

  /// The facts read from the files, which are written to a folder for as long as that takes.
  func facts() throws -> SystemFacts {
    let root = FileManager.default.temporaryDirectory.appending(path: "machine-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return SystemFacts.linux(files: FileReader(root: root.path), calls: calls)
  }
}

extension Machine {
  /// A machine without `/proc` and `/sys`.
  static let empty = Machine(description: "empty root", files: [:])

  /// A laptop on battery, with the governor and idle states it has by default.
  static let laptop = Machine(
    description: "laptop",
    files: [
      "/proc/sys/kernel/hostname": "lap_top\n",
      "/proc/sys/kernel/ostype": "Linux\n",
      "/proc/sys/kernel/osrelease": "6.8.0-45-generic\n",
      "/proc/sys/kernel/version": "#45-Ubuntu SMP PREEMPT_DYNAMIC Fri Aug 30 12:02:04 UTC 2024\n",
      "/sys/kernel/debug/sched/preempt": "none (voluntary) full\n",
      "/etc/os-release": "NAME=\"Ubuntu\"\nID=ubuntu\nPRETTY_NAME='Ubuntu 24.04.1 LTS'\n",
      "/proc/cpuinfo": """
      processor\t: 0
      model name\t: 12th Gen Example CPU @ 2.10GHz
      flags\t\t: fpu vme tsc constant_tsc nonstop_tsc

      processor\t: 1
      model name\t: 12th Gen Example CPU @ 2.10GHz
      flags\t\t: fpu vme tsc constant_tsc nonstop_tsc

      """,
      "/sys/devices/system/cpu/online": "0-1,4\n",
      "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
      "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "powersave\n",
      "/sys/devices/system/cpu/cpu4/cpufreq/scaling_governor": "performance\n",
      "/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count": "3\n",
      "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count": "11\n",
      "/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count": "1\n",
      "/sys/devices/system/cpu/cpuidle/current_driver": "intel_idle\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state0/name": "POLL\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state0/latency": "0\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state1/name": "C1E\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state1/latency": "2\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state2/name": "C8\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state2/latency": "200\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state3/name": "C10\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state3/latency": "890\n",
      "/sys/devices/system/cpu/cpu0/cpuidle/state3/disable": "1\n",
      "/dev/cpu_dma_latency": "\u{0}\u{0}\u{0}\u{0}",
      "/sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet\n",
      "/sys/class/dmi/id/sys_vendor": "Example Computers\n",
      "/sys/class/dmi/id/product_name": "Book 14\n",
      "/proc/stat": "cpu  100 0 100 9700 50 25 25 0 40 0\ncpu0 1 0 1 1 1 1 1 0 0 0\n",
      "/proc/loadavg": "2.50 1.00 0.75 3/812 4711\n",
      "/proc/meminfo": """
      MemTotal:       16303428 kB
      MemFree:         1000000 kB
      SwapTotal:       2097148 kB
      SwapFree:        1997148 kB

      """,
      "/proc/self/timerslack_ns": "50000\n",
      "/proc/self/stat":
        "42 (odd) na) me) S 1 42 42 0 -1 4194304 1 0 0 0 0 0 0 0 20 5 1 0 99 1 1 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
      "/proc/self/limits": """
      Limit                     Soft Limit           Hard Limit           Units     
      Max nice priority         0                    0                    
      Max realtime priority     95                   99                   
      Max realtime timeout      unlimited            unlimited            us        

      """,
      "/proc/self/status":
        "Name:\tbench\nCapEff:\t0000000000000000\nCpus_allowed:\t13\nCpus_allowed_list:\t0-1,4\n",
      "/proc/self/mountinfo":
        "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot\n",
      "/proc/self/cgroup": "0::/user.slice/user-1000.slice\n",
      "/sys/fs/cgroup/cgroup.controllers": "cpuset cpu io memory\n",
      "/sys/class/thermal/thermal_zone0/type": "acpitz\n",
      "/sys/class/thermal/thermal_zone0/temp": "52000\n",
      "/sys/class/thermal/thermal_zone10/type": "x86_pkg_temp\n",
      "/sys/class/thermal/thermal_zone10/temp": "84500\n",
      "/sys/class/power_supply/AC/type": "Mains\n",
      "/sys/class/power_supply/hidpp_battery_0/type": "Battery\n",
      "/sys/class/power_supply/hidpp_battery_0/scope": "Device\n",
      "/sys/class/power_supply/hidpp_battery_0/status": "Full\n",
      "/sys/class/power_supply/BAT0/type": "Battery\n",
      "/sys/class/power_supply/BAT0/status": "Discharging\n",
      "/sys/class/power_supply/BAT0/capacity": "64\n",
    ],
    calls: SystemCalls(
      clockResolutionNs: 1, coarseResolutionNs: 1_000_000, clockReadNs: 812.25, hypervisorSignature: ""))

  /// A virtual machine whose host takes time away.
  static let virtualMachine = Machine(
    description: "virtual machine",
    files: [
      "/proc/sys/kernel/ostype": "Linux\n",
      "/proc/sys/kernel/osrelease": "5.10.0\n",
      "/proc/sys/kernel/version": "#1 SMP Debian 5.10.1\n",
      "/proc/cpuinfo":
        "processor\t: 0\nmodel name\t: Example Xeon\nflags\t\t: fpu tsc hypervisor\n\nprocessor\t: 1\n",
      "/sys/class/dmi/id/sys_vendor": "QEMU\n",
      "/sys/class/dmi/id/product_name": "Standard PC (Q35 + ICH9, 2009)\n",
      "/sys/devices/system/clocksource/clocksource0/current_clocksource": "kvm-clock\n",
      "/proc/stat": "cpu  4000 0 1000 4500 100 100 100 200 0 0\n",
      "/proc/self/timerslack_ns": "50000\n",
      "/proc/self/limits": "Max realtime priority     0                    0                    \n",
      "/proc/self/status": "CapEff:\t000001ffffffffff\nCpus_allowed_list:\t0-127\n",
      "/sys/devices/system/cpu/online": "0-1\n",
      "/proc/self/stat":
        "7 (bench) R 1 7 7 0 -1 0 1 0 0 0 0 0 0 0 -81 0 1 0 99 1 1 1 1 1 0 0 0 0 0 0 0 0 0 0 17 1 80 1 0 0 0\n",
      "/proc/loadavg": "0.10 0.10 0.10 1/80 100\n",
      "/proc/sys/kernel/sched_rt_runtime_us": "950000\n",
      "/proc/sys/kernel/sched_rt_period_us": "1000000\n",
      "/sys/kernel/tracing/tracing_on": "1\n",
      "/sys/kernel/tracing/set_event": "",
      "/sys/kernel/tracing/instances/other/tracing_on": "1\n",
      "/sys/kernel/tracing/instances/other/set_event": "sched:sched_switch\ntimer:hrtimer_start\n",
      "/sys/kernel/tracing/instances/stopped/tracing_on": "0\n",
      "/sys/kernel/tracing/instances/stopped/set_event": "sched:sched_switch\n",
      "/proc/timer_list": """
      Timer List Version: v0.10
      HRTIMER_MAX_CLOCK_BASES: 8
      cpu: 0
       clock 0:
        .index:      0
      active timers:
       #0: <0000000032b10182>, tick_nohz_handler, S:01
       # expires at 696804000000-696804000000 nsecs [in 1729674 to 1729674 nsecs]
       #1: <000000002fdb9666>, hrtimer_wakeup, S:01
       # expires at 696826416181-696826466181 nsecs [in 24145855 to 24195855 nsecs]

      """,
    ],
    calls: SystemCalls(
      clockResolutionNs: 1, coarseResolutionNs: 4_000_000, clockReadNs: 21, hypervisorSignature: "KVMKVMKVM"))

  /// A container with a quota above its own group, seen through version 2 of control groups, without `/sys/devices`.
  static let container = Machine(
    description: "container",
    files: [
      "/proc/cpuinfo":
        "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n\nprocessor\t: 1\nCPU implementer\t: 0x41\n",
      "/proc/self/mountinfo": """
      700 699 0:55 / /proc rw,nosuid - proc proc rw
      712 711 0:26 /kubepods/pod1 /sys/fs/cgroup ro,nosuid,nodev shared:9 - cgroup2 cgroup rw

      """,
      "/proc/self/cgroup": "0::/kubepods/pod1/app/worker\n",
      "/sys/fs/cgroup/cgroup.controllers": "cpu memory\n",
      "/sys/fs/cgroup/cpu.max": "150000 100000\n",
      "/sys/fs/cgroup/app/cpu.max": "50000 100000\n",
      "/sys/fs/cgroup/app/worker/cpu.max": "max 100000\n",
    ])

  /// A container with a quota of version 1, where the group's path is the host's and is not visible.
  static let oldContainer = Machine(
    description: "container of cgroups version 1",
    files: [
      "/proc/self/mountinfo": """
      31 30 0:29 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro,relatime - cgroup cgroup rw,cpu,cpuacct
      32 30 0:30 /docker/abc /sys/fs/cgroup/cpuset ro,relatime - cgroup cgroup rw,cpuset
      39 30 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw

      """,
      "/proc/self/cgroup": "9:cpuset:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/\n",
      "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "20000\n",
      "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
      "/sys/fs/cgroup/unified/cgroup.controllers": "\n",
    ])
}
