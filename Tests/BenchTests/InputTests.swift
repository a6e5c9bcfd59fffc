import Foundation
import Testing

/// Where recordings come from besides files.
@Suite struct InputTests {
  @Test func `a recording that comes through a pipe is opened once, whatever reads it`() throws {
    let folder = try Program.Folder()
    let run = try Program.run(
      ["run", "--timer", "nanosleep", "--interval", "1ms", "--count", "50", "--no-plot", "-o", "x.csv"],
      in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    for command in ["compare p x.csv", "compare x.csv p", "summary p", "summary x.csv p"] {
      // Neither side waits for ever for the other to open the pipe.
      let read = try Program.shell(
        "rm -f p && mkfifo p && { timeout 20 sh -c 'sed s/machine:/machine:.piped/ x.csv >p' >/dev/null 2>&1 & } "
          + "&& timeout 20 \"$0\" \(command)",
        in: folder.path)
      #expect(read.status == 0, "\(command): \(read.errors)")
      #expect(read.output.contains("nanosleep"), "\(command)")
    }
  }

  @Test func `a file's name is bytes, whatever reads or makes it`() throws {
    let folder = try Program.Folder()
    let made = try Program.run(
      ["run", "--timer", "nanosleep", "--interval", "1ms", "--count", "50", "--no-plot", "-o", "x.csv"],
      in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    // 0xE9 is é in Latin 1, and no UTF-8.
    let begin = "n=$(printf 'b\\351'); sed s/machine:/machine:.other/ x.csv >$n.csv; mkdir -p $n; "
    let suite =
      "{\\\"matrices\\\":[{\\\"timers\\\":[\\\"nanosleep\\\"],\\\"intervals\\\":[\\\"1ms\\\"]}],\\\"count\\\":5,\\\"repetitions\\\":1}"
    let commands = [
      "summary $n.csv", "summary $n.csv -o $n.txt && test -s $n.txt", "compare x.csv $n.csv",
      "compare x.csv $n.csv --plot $n && test -s $n/compare.svg",
      "plot $n.csv -o $n/charts && test -s $n/charts/drift.csv",
      "plot x.csv -o $n/charts | grep -a -q $n/charts/drift.svg && test -s $n/charts/drift.svg",
      "summary $n.csv --hgrm $n/h && ls $n/h | grep -q hgrm",
      "run --suite $n.json --no-plot -o $n.2.csv && grep -q '^# end rows=5 ' $n.2.csv",
      "run --timer nanosleep --count 5 --interval 1ms -o $n.3.csv && test -s $n.3.charts/drift.svg",
    ]
    for command in commands {
      let outcome = try Program.shell(
        begin + "echo \"\(suite)\" >$n.json; bench() { \"$b\" \"$@\"; }; b=$0; bench \(command)",
        in: folder.path)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    let missing = try Program.shell(begin + "\"$0\" run --suite $n.none", in: folder.path)
    #expect(missing.errors.contains("--suite 'b\\xe9.none': neither a file nor one of"))
  }

  @Test func `a file of behaviours is told as such in a pipe too`() throws {
    let folder = try Program.Folder()
    let text = """
      # timer-bench behaviors 1
      id,timer,claim,expected,observed,evidence,reference
      dispatch.plain,dispatch,It works.,holds,holds,,here
      # end rows=1 status=complete

      """
    try text.write(toFile: folder.file("b.csv"), atomically: true, encoding: .utf8)
    for (left, right) in [("p", "b.csv"), ("b.csv", "p")] {
      let outcome = try Program.shell(
        "rm -f p && mkfifo p && { timeout 20 sh -c 'cat b.csv >p' & } && timeout 20 \"$0\" compare \(left) \(right)",
        in: folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("0 differences, 1 behaviour alike"), "\(outcome.output)")
    }
  }

  @Test func `parts of a recording are put together from pipes as from files`() throws {
    let folder = try Program.Folder()
    let made = try Program.run(
      [
        "run", "--timer", "nanosleep", "--interval", "100us", "--count", "5000", "--no-plot", "--rotate",
        "100kB",
        "-o", "x.csv",
      ], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let files = try Program.shell("ls x.2.csv && \"$0\" summary x*.csv --format csv", in: folder.path)
    let pipes = try Program.shell(
      "ls x.2.csv; i=9; for f in x*.csv; do i=$((i - 1)); mkfifo p$i; cat $f >p$i & done; "
        + "timeout 20 \"$0\" summary p* --format csv", in: folder.path)
    #expect(files.status == 0 && pipes.status == 0, "\(files.errors)\(pipes.errors)")
    #expect(pipes.output == files.output)
  }

  @Test func `a recording of more cells than a chart shows is refused before its rows are read`() throws {
    let folder = try Program.Folder()
    var text = "# timer-bench ticks 1\n"
    for run in 0...500 {
      text +=
        "# run \(run): {\"run\":\(run),\"timer\":\"nanosleep\",\"interval_ns\":\(1_000_000 + run),"
        + "\"load\":\"idle\",\"timers\":1,\"repetition\":0}\n"
    }
    text +=
      "run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,lateness_ns,"
      + "handler_ns,fired,missed,blocked_ns,timers\nnot a row\n"
    try text.write(toFile: folder.file("x.csv"), atomically: true, encoding: .utf8)
    let outcome = try Program.run(["plot", "x.csv", "-o", "c"], in: folder.path)
    #expect(outcome.status != 0)
    #expect(
      outcome.errors.contains("x.csv was not drawn: it has 501 cells, and a chart can show 500"),
      "\(outcome.errors)")
  }
}
