import Testing

@testable import Timing

@Suite struct SchedulerStoryTests {
  func change(_ time: Int64, cpu: Int32, from left: Int32, to next: Int32, _ name: String, state: Int32 = 0)
    -> KernelEvent
  {
    KernelEvent(
      time: time, cpu: cpu, thread: left, action: .switched(to: next, name: name, state: state))
  }

  @Test func `the story splits the wait of the thread and names who ran instead`() {
    // CPU 0: thread 7 until 90, then 8 until 160, idle until 200. CPU 1: idle, 7 from 180 on. Deadline 100, callback 200.
    let story = SchedulerStory(
      events: [
        change(50, cpu: 0, from: 0, to: 7, "loop"), change(60, cpu: 1, from: 9, to: 0, "swapper/1", state: 1),
        change(90, cpu: 0, from: 7, to: 8, "hog", state: 1),
        KernelEvent(time: 130, cpu: 0, thread: 8, action: .woken(thread: 7, name: "loop")),
        change(160, cpu: 0, from: 8, to: 0, "swapper/0", state: 1),
        change(180, cpu: 1, from: 0, to: 7, "loop"),
        change(230, cpu: 1, from: 7, to: 8, "hog"),
      ], deadline: 100, callback: 200, thread: 7)
    #expect(story.thread == .init(id: 7, name: "loop"))
    #expect(
      story.spans == [
        .init(start: 0, length: 30, state: .sleeping), .init(start: 30, length: 50, state: .ready),
        .init(start: 80, length: 20, state: .running, cpu: 1),
      ])
    #expect(
      story.shares.map { "cpu \($0.cpu) \($0.thread.name) \($0.length)" }
        == ["cpu 0 hog 60", "cpu 0 idle 40", "cpu 1 idle 80", "cpu 1 loop 20"])
  }

  @Test func `a thread whose switch the trace left out is seen by what it does`() {
    // CPU 1 is idle until thread 7 returns to its own code at 180, and CPU 0 until thread 8 wakes 7 at 130.
    let story = SchedulerStory(
      events: [
        change(60, cpu: 0, from: 8, to: 0, "swapper/0", state: 1),
        change(70, cpu: 1, from: 7, to: 0, "swapper/1", state: 1),
        KernelEvent(time: 130, cpu: 0, thread: 8, action: .woken(thread: 7, name: "loop")),
        KernelEvent(time: 180, cpu: 1, thread: 7, action: .resumed),
      ], deadline: 100, callback: 200, thread: 7)
    #expect(
      story.spans == [
        .init(start: 0, length: 30, state: .sleeping), .init(start: 30, length: 50, state: .ready),
        .init(start: 80, length: 20, state: .running, cpu: 1),
      ])
    #expect(
      story.shares.map { "cpu \($0.cpu) \($0.thread.id) \($0.length)" }
        == ["cpu 0 8 70", "cpu 0 0 30", "cpu 1 0 80", "cpu 1 7 20"])
  }

  @Test(
    arguments: [
      (0, "ready"), (0x100, "ready"), (1, "sleeping"), (2, "sleeping"), (4, "stopped"), (8, "stopped"),
    ] as [(Int32, String)])
  func `a thread that leaves its processor is in the state the kernel gave it`(
    _ state: Int32, _ expected: String
  ) {
    let story = SchedulerStory(
      events: [change(10, cpu: 0, from: 7, to: 0, "", state: state)], deadline: 20, callback: 30, thread: 7)
    #expect(story.spans.map(\.state.rawValue) == [expected])
  }

  @Test(arguments: ["lateness>5ms", "lateness > 5ms", "lateness>5000us"])
  func `a stop condition is read and written`(_ text: String) throws {
    #expect(try StopCondition(parsing: text).description == "lateness>5ms")
  }

  @Test(arguments: [
    "", "lateness", "lateness>", "lateness>5", "lateness<5ms", "lateness>0ms", "lateness>-1ms", "p99>1ms",
    "lateness>nan", "lateness>>5ms", "5ms",
  ])
  func `a stop condition that makes no sense is refused with what to write`(_ text: String) {
    let error = #expect(throws: ParseError.self) { try StopCondition(parsing: text) }
    #expect(error?.description.contains("lateness>TIME") == true)
  }
}
