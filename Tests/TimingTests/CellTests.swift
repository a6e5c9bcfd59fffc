import Testing
import Timing

@Suite struct CellTests {
  @Test func `loads stand in the order of their numbers, the idle machine first`() {
    let loads = [
      "idle", "", "cpu:2", "cpu:10", "handler:5%", "handler:10%", "handler:90%", "handler:100%",
      "handler:200us",
      "loop:007%", "loop:7%", "loop:20%/200us", "loop:20%/1000us",
      "loop:99999999999999999999%", "loop:100000000000000000000%", "loop:a", "loop:a1",
    ]
    func cell(_ load: String) -> Cell {
      Cell(timer: "dispatch", interval: .ms(10), leeway: nil, load: load)
    }
    #expect(loads.shuffled().map(cell).sorted().map(\.load.label) == loads)
    for (index, load) in loads.enumerated() {
      for (other, label) in loads.enumerated() {
        #expect((cell(load) < cell(label)) == (index < other), "\(load) \(label)")
      }
    }
  }
}
