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
  var warmup: Nanoseconds?
  var seed: UInt64?
  var realtime: RealtimeWish?
  var cpu: Int?
  var suite: String?
  var machine: String?
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

  /// Whether any list of the matrix was given.
  var namesMatrix: Bool {
    timers != nil || intervals != nil || leeways != nil || loads != nil || counts != nil
  }

  static let probes: ClosedRange<Nanoseconds> = .ms(10)...(.s(3_600))

  /// The options, in the order of the help.
  static var table: [Option<RunOptions>] {
    [
      Option(
        name: "timer", takes: .value("LIST"),
        help: "timers to measure (see bench list; default: runloop,dispatch)"
      ) { options, text throws(ParseError) in
        options.timers = try parseList(text) { id throws(ParseError) in
          guard TimerKind.named(id) != nil else {
            throw ParseError("no such timer: use " + TimerKind.all.map(\.id).joined(separator: ", "))
          }
          return id
        }
      },
      Option(
        name: "interval", takes: .value("LIST"),
        help: "distances between deadlines, 1us to 24h (default: 10ms)"
      ) { options, text throws(ParseError) in
        options.intervals = try parseList(text) { item throws(ParseError) in
          try parseDuration(item, Plan.intervals)
        }
      },
      Option(
        name: "leeway", takes: .value("LIST"),
        help: "leeways (tolerance of a run-loop timer): durations, or 0% to 100% of the interval (default: 0)"
      ) { options, text throws(ParseError) in
        options.leeways = try parseList(text) { item throws(ParseError) in
          if item.hasSuffix("%") { return try Leeway(parsing: item) }
          return .fixed(try parseDuration(item, Plan.leeways))
        }
      },
      Option(
        name: "load", takes: .value("LIST"),
        help:
          "idle, loop:P%[/BLOCK], handler:DURATION|P%, cpu:N, timers:N, exec:COMMAND; exec: ends the list "
          + "(default: idle)"
      ) { options, text throws(ParseError) in options.loads = try parseLoads(text) },
      Option(
        name: "timers", takes: .value("LIST"),
        help: "how many timers of the kind run at once, phased over the interval, 1 to 10000 (default: 1)"
      ) { options, text throws(ParseError) in
        options.counts = try parseList(text) { item throws(ParseError) in try parseNumber(item, Plan.timers) }
      },
      Option(
        name: "duration", takes: .value("TIME"),
        help: "how long to measure each run, 1us to 720h (default: 2s)"
      ) { options, text throws(ParseError) in options.duration = try parseDuration(text, Plan.durations) },
      Option(
        name: "count", takes: .value("N"), help: "measure exactly N callbacks a run instead, 1 to 1000000000"
      ) { options, text throws(ParseError) in options.count = try parseNumber(text, Plan.counts) },
      Option(
        name: "repetitions", takes: .value("R"),
        help: "how often to run each combination, 1 to 10000 (default: 1)"
      ) { options, text throws(ParseError) in options.repetitions = try parseNumber(text, Plan.repetitions) },
      Option(
        name: "warmup", takes: .value("TIME"),
        help: "how long each run goes before its callbacks count, 0 to 1h (default: 200ms, with --count 0)"
      ) { options, text throws(ParseError) in
        options.warmup = try parseDuration(text, Plan.warmups)
      },
      Option(
        name: "seed", takes: .value("S"),
        help: "seed of the order and of the load's gaps (default: from the clock)"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let seed = UInt64(text) else {
          throw ParseError("not a whole number from 0 to \(UInt64.max)")
        }
        options.seed = seed
      },
      Option(
        name: "realtime", takes: .optionalValue("try"),
        help:
          "SCHED_FIFO 80, timer slack 1 ns, locked memory and CPUs that do not sleep; with =try what can be had of it"
      ) { options, text throws(ParseError) in
        guard text.isEmpty || text == RealtimeWish.attempt.rawValue else {
          throw ParseError("nothing, or =try")
        }
        options.realtime = text.isEmpty ? .required : .attempt
      },
      Option(
        name: "cpu", takes: .value("N"), help: "with --realtime: the processor of the timer's thread, from 0"
      ) { options, text throws(ParseError) in options.cpu = try parseNumber(text, 0...8_191) },
      Option(
        name: "suite", takes: .value("FILE"), help: "a plan as JSON, or the name of one that bench list shows"
      ) { options, text throws(ParseError) in options.suite = try nonEmpty(text) },
      Option(
        name: "machine", takes: .value("NAME"), help: "what to call this machine (default: its host name)"
      ) { options, text throws(ParseError) in options.machine = try nonEmpty(text) },
      Option(
        name: "output", takes: .value("FILE"),
        help: "the CSV to write, or - for standard output (default: a new file under Results/MACHINE/)"
      ) { options, text throws(ParseError) in options.output = try nonEmpty(text) },
      Option(
        name: "summary-only", takes: .nothing,
        help: "write histograms and the rows around the 100 latest callbacks of each run, not every row"
      ) { options, _ in options.summaryOnly = true },
      Option(
        name: "rotate", takes: .value("SIZE"),
        help: "begin another file (x.2.csv, x.3.csv, …) after so many bytes, 100kB to 1TB"
      ) { options, text throws(ParseError) in
        options.rotate = try parseSize(text, 100_000...1_000_000_000_000)
      },
      Option(
        name: "trace", takes: .nothing,
        help: "trace the kernel, and tell of each callback why it was late (Linux, root, libtracefs)"
      ) { options, _ in options.trace = true },
      Option(
        name: "noise-probe", takes: .value("TIME"),
        help:
          "first watch every CPU for interruptions so long, as bench doctor does, and keep what is found; "
          + "10ms to 1h (default: not at all)"
      ) { options, text throws(ParseError) in
        options.noiseProbe = try parseDuration(text, probes, zero: true)
      },
      Option(
        name: "stop-on", takes: .value("'lateness>TIME'"),
        help: "end each run at the first callback later than that, and show the callbacks around it"
      ) { options, text throws(ParseError) in options.stop = try StopCondition(parsing: text) },
      Option(
        name: "budget", takes: .value("LIMIT"), repeats: true,
        help: "a limit that every cell has to keep, such as 'p99<2ms' or 'missed=0'; exit 2 when one does not"
      ) { options, text throws(ParseError) in options.budgets.append(try Budget(parsing: text)) },
      Option(
        name: "allow-undecided", takes: .nothing,
        help: "a limit that cannot be decided does not fail"
      ) { options, _ in options.allowUndecided = true },
      Option(name: "force", takes: .nothing, help: "replace an existing file") { options, _ in
        options.force = true
      },
      Option(name: "no-plot", takes: .nothing, help: "draw no charts") { options, _ in options.noPlot = true
      },
      Option(name: "quiet", takes: .nothing, help: "no progress and no notes, only the result") {
        options, _ in
        options.quiet = true
      },
    ]
  }

  /// What contradicts itself, whatever the order it was written in.
  func validate() throws(ParseError) {
    if count != nil, duration != nil {
      throw ParseError("--count with --duration: a run ends by one or the other; leave one out")
    }
    if rotate != nil, output == "-" {
      throw ParseError("--rotate with -o -: only files are split; name one with -o")
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
