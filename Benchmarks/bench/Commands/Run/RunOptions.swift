import Analysis
import Timers
import UnderTest
import Timing

/// How much of `--realtime` must be granted.
enum RealtimeWish: String, CaseIterable {
  /// All of it, or nothing is measured.
  case required
  /// What can be had.
  case attempt = "try"
}

/// What `bench run` was asked for, as written; `nil` where nothing was said.
struct RunOptions {
  var timers: [String]?
  var intervals: [Nanoseconds]?
  var leeways: [Leeway]?
  var loads: [Load]?
  var counts: [Int]?
  var duration: Nanoseconds?
  var count: Int?
  var repetitions: Int?
  var goals: [IntervalGoal] = []
  var longest: Nanoseconds?
  var warmup: Nanoseconds?
  var seed: UInt64?
  var realtime: RealtimeWish?
  var cpu: Int?
  var suite: String?
  var machine: String?
  var labels: [Label] = []
  var output: String?
  var summaryOnly = false
  var rotate: Int64?
  var stop: StopCondition?
  var trace = false
  var noiseProbe = Nanoseconds.zero
  var budgets: [Budget] = []
  var allowUndecided = false
  var force = false
  var noPlot = false
  var quiet = false
  var verbose = false
  var allowExec = false

  /// The headings of the help.
  private enum Group {
    static let cells = "What is measured"
    static let length = "How long and how often"
    static let conditions = "Under which conditions"
    static let recording = "What is recorded"
    static let limits = "Limits"
    static let display = "What is shown"
  }

  /// Whether something was said of the runs, but not which cells they measure.
  var isPartial: Bool {
    !namesMatrix && (duration != nil || count != nil || repetitions != nil || warmup != nil)
  }

  /// Whether any list of the matrix was given.
  var namesMatrix: Bool {
    timers != nil || intervals != nil || leeways != nil || loads != nil || counts != nil
  }

  static let probes: ClosedRange<Nanoseconds> = .ms(10)...(.s(3_600))

  /// The options, in the order of the help.
  static var table: [Option<RunOptions>] {
    [
      Option(
        name: "timer", takes: .value("LIST"), group: Group.cells, completion: .list(TimerKind.all.map(\.id)),
        help: "timers to measure (see bench list; default: runloop,dispatch)"
      ) { options, text throws(ParseError) in
        options.timers = try parseList(text) { id throws(ParseError) in try TimerKind(parsing: id).id }
      },
      Option(
        name: "interval", takes: .value("LIST"), group: Group.cells,
        help: "distances between deadlines, 1us to 24h; 1ms..8ms is 1ms, 2ms, 4ms and 8ms (default: 10ms)"
      ) { options, text throws(ParseError) in
        options.intervals = try parseSizes(text, twice: { Nanoseconds($0.count * 2) }) {
          item throws(ParseError) in
          try Nanoseconds(parsing: item, in: Plan.intervals)
        }
      },
      Option(
        name: "leeway", takes: .value("LIST"), group: Group.cells,
        completion: .list(["0", "1%", "10%", "50%"]),
        help: "leeways (tolerance of a run-loop timer): durations, or 0% to 100% of the interval (default: 0)"
      ) { options, text throws(ParseError) in
        options.leeways = try parseList(text) { item throws(ParseError) in try Leeway(asked: item) }
      },
      Option(
        name: "load", takes: .value("LIST"), group: Group.cells,
        completion: .list(["idle", "loop:", "handler:", "cpu:", "timers:", "exec:"]),
        help:
          Load.forms.map(\.form).joined(separator: ", ") + "; exec: ends the list (default: idle)"
      ) { options, text throws(ParseError) in options.loads = try parseLoads(text) },
      Option(
        name: "timers", takes: .value("LIST"), group: Group.cells,
        help:
          "how many timers of the kind run at once, phased over the interval, 1 to 10000, or a range such as 1..64 (default: 1)"
      ) { options, text throws(ParseError) in
        options.counts = try parseSizes(text, twice: { $0 * 2 }) { item throws(ParseError) in
          try parseNumber(item, Plan.timers)
        }
      },
      Option(
        name: "duration", takes: .value("TIME"), group: Group.length,
        help: "how long to measure each run, 1us to 720h (default: 1s)"
      ) { options, text throws(ParseError) in
        options.duration = try Nanoseconds(parsing: text, in: Plan.durations)
      },
      Option(
        name: "count", takes: .value("N"), group: Group.length,
        help: "measure exactly N callbacks a run instead, 1 to 1000000000"
      ) { options, text throws(ParseError) in options.count = try parseNumber(text, Plan.counts) },
      Option(
        name: "repetitions", takes: .value("R"), group: Group.length,
        help:
          "how often to run each combination, 1 to 10000 (default: \(Plan.usualRepetitions), with --count 1, which "
          + "decides nothing in a comparison)"
      ) { options, text throws(ParseError) in
        options.repetitions = try parseNumber(text, Plan.repetitions)
      },
      Option(
        name: "until", takes: .value("GOAL"), repeats: true, group: Group.length,
        help:
          "repeat each combination until a figure of it is told so narrowly, such as 'p50 ± 5%' (or +-), 'p99 ± 200us' or "
          + "'missed ± 0.1%'; \(SequentialInterval.fewestRuns) times at least; exit 2 when it was not reached"
      ) { options, text throws(ParseError) in options.goals.append(try IntervalGoal(parsing: text)) },
      Option(
        name: "at-most", takes: .value("TIME"), group: Group.length,
        help: "with --until: begin no run that would end after so much time (default: 10m)"
      ) { options, text throws(ParseError) in
        options.longest = try Nanoseconds(parsing: text, in: .s(1)...Plan.longestRun)
      },
      Option(
        name: "warmup", takes: .value("TIME"), group: Group.length,
        help: "how long each run goes before its callbacks count, 0 to 1h (default: 200ms, with --count 0)"
      ) { options, text throws(ParseError) in
        options.warmup = try Nanoseconds(parsing: text, in: Plan.warmups)
      },
      Option(
        name: "seed", takes: .value("S"), group: Group.length,
        help: "seed of the order and of the load's gaps (default: from the clock)"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let seed = UInt64(text) else {
          throw ParseError("not a whole number from 0 to \(UInt64.max)")
        }
        options.seed = seed
      },
      Option(
        name: "realtime", takes: .optionalValue("try"), group: Group.conditions,
        help:
          "SCHED_FIFO 80, timer slack 1 ns, locked memory and CPUs that do not sleep; with =try what can be had of it"
      ) { options, text throws(ParseError) in
        guard text.isEmpty || text == RealtimeWish.attempt.rawValue else {
          throw ParseError("nothing, or =try")
        }
        options.realtime = text.isEmpty ? .required : .attempt
      },
      Option(
        name: "cpu", takes: .value("N"), group: Group.conditions,
        help: "with --realtime: the processor of the timer's thread, from 0"
      ) { options, text throws(ParseError) in options.cpu = try parseNumber(text, 0...8_191) },
      Option(
        name: "suite", takes: .value("FILE"), group: Group.cells, completion: .file,
        help: "a plan as JSON, or the name of one that bench list shows"
      ) { options, text throws(ParseError) in options.suite = try nonEmpty(text) },
      Option(
        name: "allow-exec", takes: .nothing, group: Group.cells,
        help: "let a suite file start the commands of its exec: loads without a question"
      ) { options, _ in options.allowExec = true },
      Option(
        name: "machine", takes: .value("NAME"), group: Group.recording,
        help: "what to call this machine (default: its host name)"
      ) { options, text throws(ParseError) in options.machine = try nonEmpty(text) },
      Option(
        name: "label", takes: .value("KEY=VALUE"), repeats: true, group: Group.recording,
        help:
          "what is under test, in your words, such as build=nightly; kept in the file, for you and bench trend"
      ) { options, text throws(ParseError) in
        let label = try Label(parsing: text)
        guard !options.labels.contains(where: { $0.key == label.key }) else {
          throw ParseError("'\(label.key)' is given twice: one value for a key")
        }
        options.labels.append(label)
      },
      Option(
        name: "output", short: "o", takes: .value("FILE"), group: Group.recording, completion: .file,
        help: "the CSV to write, or - for standard output (default: a new file under Results/MACHINE/)"
      ) { options, text throws(ParseError) in options.output = try nonEmpty(text) },
      Option(
        name: "summary-only", takes: .nothing, group: Group.recording,
        help: "write histograms and the rows around the 100 latest callbacks of each run, not every row"
      ) { options, _ in options.summaryOnly = true },
      Option(
        name: "rotate", takes: .value("SIZE"), group: Group.recording,
        help: "begin another file (x.2.csv, x.3.csv, …) after so many bytes, 100kB to 1TB"
      ) { options, text throws(ParseError) in
        options.rotate = try parseSize(text, 100_000...1_000_000_000_000)
      },
      Option(
        name: "trace", takes: .nothing, group: Group.recording,
        help: "trace the kernel, and tell of each callback why it was late (Linux, root, libtracefs)"
      ) { options, _ in options.trace = true },
      Option(
        name: "noise-probe", takes: .value("TIME"), group: Group.conditions,
        help:
          "first watch every CPU for interruptions so long, as bench doctor does, and keep what is found; "
          + "10ms to 1h (default: not at all)"
      ) { options, text throws(ParseError) in
        options.noiseProbe = try Nanoseconds(parsing: text, in: probes, zero: true)
      },
      Option(
        name: "stop-on", takes: .value("'lateness>TIME'"), group: Group.recording,
        help: "end each run at the first callback later than that, and show the callbacks around it"
      ) { options, text throws(ParseError) in options.stop = try StopCondition(parsing: text) },
      Option(
        name: "budget", takes: .value("LIMIT"), repeats: true, group: Group.limits,
        help: "a limit that every cell has to keep, such as 'p99<2ms' or 'missed=0'; exit 2 when one does not"
      ) { options, text throws(ParseError) in options.budgets.append(try Budget(parsing: text)) },
      Option(
        name: "allow-undecided", takes: .nothing, group: Group.limits,
        help:
          "a limit that cannot be decided does not fail; one over runs that failed or broke off still does"
      ) { options, _ in options.allowUndecided = true },
      Option(name: "force", takes: .nothing, group: Group.recording, help: "replace an existing file") {
        options, _ in
        options.force = true
      },
      Option(name: "no-plot", takes: .nothing, group: Group.display, help: "draw no charts") { options, _ in
        options.noPlot = true
      },
      Option(
        name: "quiet", short: "q", takes: .nothing, group: Group.display,
        help: "no progress and no notes, only the result"
      ) {
        options, _ in
        options.quiet = true
      },
      Option(
        name: "verbose", short: "v", takes: .nothing, group: Group.display,
        help: "say the plan before it starts, run by run"
      ) {
        options, _ in options.verbose = true
      },
    ]
  }

  /// How long to add repetitions at most.
  static let patience = Nanoseconds.s(600)

  /// What contradicts itself, whatever the order it was written in.
  func validate() throws(ParseError) {
    if count != nil, duration != nil {
      throw ParseError("--count with --duration: a run ends by one or the other; leave one out")
    }
    if rotate != nil, output == "-" {
      throw ParseError("--rotate with -o -: only files are split; name one with -o")
    }
    if longest != nil, goals.isEmpty {
      throw ParseError(
        "--at-most without --until: only a run that is repeated until then needs it; add --until")
    }
    if cpu != nil, realtime == nil {
      throw ParseError("--cpu without --realtime: only a real-time run binds its thread; add --realtime")
    }
    if suite != nil, namesMatrix {
      throw ParseError(
        "--suite with --timer, --interval, --leeway, --load or --timers: the suite names them; leave one out")
    }
  }
}

private func nonEmpty(_ text: String) throws(ParseError) -> String {
  guard !text.isEmpty, !text.contains("\0") else { throw ParseError("an empty name") }
  return text
}
