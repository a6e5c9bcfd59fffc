extension Environment {
  /// The facts of a recording that have a meaning here, in the order of the file. A value is text for people and
  /// programs: a number with its unit, or a name. ``role`` says of each whether it can move a figure.
  package enum Key: String, CaseIterable, Sendable {
    /// The name given to the machine, or its host name.
    case machine
    /// When the measurement began: UTC, ISO 8601, the only wall-clock time of a recording.
    case started
    /// The version of this program.
    case toolVersion = "tool_version"
    /// `Linux` or `macOS`.
    case os
    /// The distribution or release.
    case osVersion = "os_version"
    /// The kernel's release and build.
    case kernel
    /// The instruction set the program was built for.
    case architecture
    /// The processor's own name.
    case cpuModel = "cpu_model"
    /// Processors online.
    case cpuCount = "cpu_count"
    /// The processors this process may use, as a list such as `0-3,8`.
    case cpusAllowed = "cpus_allowed"
    /// The frequency governor; several with their counts where processors differ.
    case cpuGovernor = "cpu_governor"
    /// The driver that puts idle processors to sleep.
    case cpuIdleDriver = "cpu_idle_driver"
    /// The enabled idle states of processor 0, each with its exit latency: `POLL 0us, C1 2us`.
    case cpuIdleStates = "cpu_idle_states"
    /// The longest wakeup latency the power management may add, in microseconds; `none` when nothing limits it.
    case cpuDMALatency = "cpu_dma_latency_us"
    /// The clock of every deadline and callback.
    case clock
    /// The hardware counter behind that clock.
    case clockSource = "clock_source"
    /// The resolution that the system states for the clock, in nanoseconds.
    case clockResolution = "clock_resolution_ns"
    /// What one read of the clock costs, in nanoseconds, as measured.
    case clockRead = "clock_read_ns"
    /// The kernel's preemption model.
    case preemption
    /// Scheduler ticks a second.
    case hz
    /// `none`, or the name of the hypervisor.
    case virtualization
    /// Share of processor time since boot that the hypervisor gave to others, such as `0.25%`.
    case steal
    /// How late the kernel may be on purpose for a thread of this process, in nanoseconds.
    case timerSlack = "timer_slack_ns"
    /// Whether the kernel delays timers to serve several with one wakeup: `on` or `off`. Only Darwin says so.
    case timerCoalescing = "timer_coalescing"
    /// The tightest CPU quota: microseconds of processor time, then of period; `max` without a quota.
    case cgroupCPUMax = "cgroup_cpu_max"
    /// The load averages of 1, 5 and 15 minutes.
    case loadAverage = "load_average"
    /// Timers armed in the whole system.
    case systemTimers = "system_timers"
    /// Kernel events that are being traced, of which each costs time: how many in which tracing instances, such as
    /// `3 in global, 2 in x`; `none` without any.
    case tracedEvents = "traced_events"
    /// Physical memory.
    case memory
    /// Swap in use, of the swap there is.
    case swap
    /// The policy under which the process is scheduled.
    case schedulingPolicy = "scheduling_policy"
    /// The highest real-time priority that the process may take; `0` for none.
    case realtimeLimit = "rt_limit"
    /// How long real-time threads may run, and in which time, in microseconds: `950000 1000000`; `unlimited` when always.
    case realtimeRuntime = "rt_runtime"
    /// Whether the process may schedule in real time regardless of the limit: `yes` or `no`.
    case realtimeCapability = "rt_capability"
    /// The hottest sensor, or the system's own word for its thermal state.
    case thermal
    /// How often processors were slowed because of heat, since boot.
    case thermalThrottles = "thermal_throttles"
    /// `none`, or the state and charge of the battery.
    case battery
    /// The version of the compiler that built the program.
    case swiftVersion = "swift_version"
    /// Foundation as it is loaded: its own version number on Darwin; on Linux the build ID of its library, or `static`
    /// where the program holds the one that came with its compiler.
    case foundation
    /// Dispatch as it is loaded, in the same way; unknown on Darwin, where it is a part of the system.
    case dispatch
    /// `debug` or `release`.
    case build
    /// The commit that the working folder has checked out, where it is a git checkout: what was under test, as far as
    /// that lies there. Whether files were changed since is not known.
    case commit
    /// The arguments, quoted for a shell.
    case commandLine = "command_line"
    /// Which side of pairs of runs the recording is, and of what; absent where runs are not in pairs.
    case pairing
    /// The seed of the order of runs.
    case seed
    /// What the recorder's part of a callback costs, in nanoseconds, as measured.
    case recorderCost = "recorder_cost_ns"
    /// What `--realtime` was granted and refused; absent where it was not asked for.
    case realtime
    /// How the kernel was traced; absent without `--trace`.
    case tracing
    /// Which rows the file holds; absent where it holds all of them.
    case rowsKept = "rows_kept"
    /// Which part of a recording the file is, from 1; absent in a file of its own.
    case part
  }

  /// The value of one of these facts.
  package subscript(key: Key) -> String? {
    get { self[key.rawValue] }
    set { self[key.rawValue] = newValue }
  }
}
