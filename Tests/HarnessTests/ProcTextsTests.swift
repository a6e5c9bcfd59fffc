import Testing

@testable import Harness

@Suite struct ProcTextsTests {
  @Test(
    arguments: [
      ([], ""), ([3], "3"), ([0, 1], "0-1"), ([0, 1, 2, 5, 7, 8], "0-2,5,7-8"),
    ] as [([Int], String)])
  func `a list of processors is written as the kernel writes it`(numbers: [Int], text: String) {
    #expect(listed(numbers) == text)
    #expect(numbers.isEmpty || cpuList(text) == numbers)
  }

  @Test(
    arguments: [
      ("0-3,8", [0, 1, 2, 3, 8]), ("5", [5]), ("0,0-1\n", [0, 1]), ("", nil), ("3-1", nil), ("a", nil),
      ("0-", nil),
      ("-1", nil), ("0-99999999", nil),
    ] as [(String, [Int]?)])
  func `a list of processors is read whole or not at all`(text: String, cpus: [Int]?) {
    #expect(cpuList(text) == cpus)
  }

  @Test(
    arguments: [
      ("#1 SMP PREEMPT_RT x", nil, nil, nil, "PREEMPT_RT"), ("#1 SMP x", "1", nil, nil, "PREEMPT_RT"),
      ("#1 SMP PREEMPT x", nil, nil, nil, "PREEMPT"),
      ("#1 SMP PREEMPT_DYNAMIC x", nil, nil, "quiet panic=1", "PREEMPT_DYNAMIC"),
      ("#1 SMP PREEMPT_DYNAMIC x", nil, nil, "quiet preempt=full", "PREEMPT_DYNAMIC (full)"),
      (
        "#1 SMP PREEMPT_DYNAMIC x", "0", "none voluntary (full) lazy", "preempt=none",
        "PREEMPT_DYNAMIC (full)"
      ),
      ("#1 SMP x", nil, nil, nil, "voluntary or none"), (nil, nil, nil, nil, nil),
    ] as [(String?, String?, String?, String?, String?)])
  func `the preemption model is that of the build, and the choice in force where it can be read`(
    version: String?, realtime: String?, current: String?, commandLine: String?, model: String?
  ) {
    #expect(
      preemption(version: version, realtime: realtime, current: current, commandLine: commandLine) == model)
  }

  @Test(arguments: [
    "", "cpu", "cpu  1 2 3", "cpu  0 0 0 0 0 0 0 0", "cpu0 1 1 1 1 1 1 1 1", "cpu a b c d e f g h",
  ])
  func `a share of stolen time needs eight figures and time that passed`(stat: String) {
    #expect(stealShare(stat) == nil)
  }

  @Test(arguments: ["", "1 (a) R", "garbage", "1 (a", ") 1 2 3"])
  func `a cut stat line has no policy`(stat: String) {
    #expect(schedulingPolicy(stat) == nil)
  }

  @Test(
    arguments: [
      ("max 100000", "max 100000"), ("50000 100000", "50000 100000"), ("50000", nil), ("", nil),
      ("x 100000", nil),
      ("50000 0", nil),
    ] as [(String, String?)])
  func `a quota has two figures`(text: String, quota: String?) {
    #expect(CPUQuota(cpuMax: text)?.description == quota)
  }

  @Test func `the groups above one's own are looked at, as far as the mount shows them`() {
    let mount = ControlGroup.Mount(version: .v2, root: "/pods/a", point: "/cg")
    #expect(mount.folders(ofGroup: "/pods/a/x/y") == ["/cg/x/y", "/cg/x", "/cg"])
    #expect(mount.folders(ofGroup: "/pods/a") == ["/cg"])
    #expect(mount.folders(ofGroup: "/pods/ab") == ["/cg"])
    let whole = ControlGroup.Mount(version: .v2, root: "/", point: "/cg")
    #expect(whole.folders(ofGroup: "/") == ["/cg"])
    #expect(whole.folders(ofGroup: "/a/b") == ["/cg/a/b", "/cg/a", "/cg"])
  }

  @Test(
    arguments: [
      (["/sys/firmware/acpi/tables/FACP": "FACP....\u{1}.FIRECKFCVM"], "KVMKVMKVM", "kvm"),
      ([:], "KVMKVMKVM", "kvm"), ([:], "Unheard Of", "vm"), ([:], "", "none"), ([:], nil, nil),
      (["/proc/cpuinfo": "flags : fpu hypervisor"], nil, "vm"),
      (["/proc/cpuinfo": "flags : fpu"], nil, "none"),
      (["/proc/cpuinfo": "Features : fp asimd"], nil, nil), (["/sys/hypervisor/type": "xen\n"], nil, "xen"),
      (["/proc/device-tree/hypervisor/compatible": "linux,kvm\0"], nil, "kvm"),
      (
        ["/sys/class/dmi/id/sys_vendor": "Amazon EC2", "/sys/class/dmi/id/product_name": "m6g.metal"], nil,
        "none"
      ),
      (
        ["/sys/class/dmi/id/sys_vendor": "Amazon EC2", "/sys/class/dmi/id/product_name": "m6g.large"], nil,
        "amazon"
      ),
      (
        [
          "/sys/class/dmi/id/sys_vendor": "Microsoft Corporation",
          "/sys/class/dmi/id/product_name": "Surface Pro",
        ],
        "", "none"
      ),
    ] as [([String: String], String?, String?)])
  func `a virtual machine is known by its processor, its firmware or its device tree`(
    files: [String: String], signature: String?, name: String?
  ) throws {
    var machine = Machine(description: "", files: files)
    machine.calls.hypervisorSignature = signature
    #expect(try machine.facts().values[.virtualization] == name)
  }

  @Test func `the processor's word for its hypervisor is twelve characters in three words`() {
    // Documentation/virt/kvm/x86/cpuid.rst: ebx 0x4b4d564b, ecx 0x564b4d56, edx 0x4d.
    #expect(signature(0x4b4d_564b, 0x564b_4d56, 0x4d) == "KVMKVMKVM")
    #expect(signature(0, 0, 0) == "")
  }
}
