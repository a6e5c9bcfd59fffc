/// Whether the machine is virtual, and under which hypervisor.
///
/// Hypervisors show themselves to the processor's `CPUID` (x86), in the firmware's tables (DMI) and in the
/// device tree (ARM); one that hides in all of them is taken for bare metal. Only marks that everybody may read count:
/// a machine is the same for root and for others.
struct Virtualization: Hashable, Sendable {
  /// `none`, or the name of the hypervisor; `vm` for one that does not say its name. `nil` when nothing tells.
  let name: String?

  /// Reads the marks of a machine.
  /// - Parameters:
  ///   - signature: the processor's word for the hypervisor; empty on bare metal, `nil` when it cannot be asked.
  init(files: FileReader, signature: String?) {
    let firmware = Self.firmware(files)
    let flag = files.text("/proc/cpuinfo").flatMap(hypervisorFlag)
    let marked = signature.map { !$0.isEmpty } == true || flag == true
    if let firmware, firmware != "none" {
      name = firmware
    } else if let signature, let known = Self.signatures[signature] {
      name = known
    } else if let type = files.value("/sys/hypervisor/type") {
      name = type
    } else if let tree = files.text("/proc/device-tree/hypervisor/compatible") {
      name = tree.contains("kvm") ? "kvm" : tree.contains("xen") ? "xen" : "vm"
    } else if marked {
      name = "vm"
    } else {
      name = signature != nil || flag == false || firmware == "none" ? "none" : nil
    }
  }

  /// What the firmware's tables say; `none` for a real machine's tables, `nil` without tables.
  private static func firmware(_ files: FileReader) -> String? {
    let folder = "/sys/class/dmi/id/"
    let marks = ["product_name", "sys_vendor", "board_vendor", "bios_vendor"].compactMap {
      files.value(folder + $0)
    }
    guard !marks.isEmpty else { return nil }
    if marks.contains(where: { $0.hasSuffix(".metal") || $0.contains(".metal-") }) { return "none" }
    for (mark, name) in vendors where marks.contains(where: { $0.contains(mark) }) { return name }
    return "none"
  }

  private static let vendors = [
    ("VirtualBox", "virtualbox"), ("innotek GmbH", "virtualbox"), ("VMware", "vmware"),
    ("Parallels", "parallels"),
    ("BHYVE", "bhyve"), ("Apple Virtualization", "apple"), ("Google Compute Engine", "kvm (Google)"),
    ("Amazon EC2", "amazon"), ("OpenStack", "kvm (OpenStack)"), ("KVM", "kvm"), ("QEMU", "qemu"),
    ("Xen", "xen"),
    ("Virtual Machine", "hyper-v"),
  ]

  private static let signatures = [
    "KVMKVMKVM": "kvm", "Linux KVM Hv": "kvm", "Microsoft Hv": "hyper-v", "VMwareVMware": "vmware",
    "XenVMMXenVMM": "xen", "TCGTCGTCGTCG": "qemu", "VBoxVBoxVBox": "virtualbox", "bhyve bhyve ": "bhyve",
    "prl hyperv  ": "parallels", " lrpepyh vr": "parallels", "ACRNACRNACRN": "acrn", "QNXQVMBSQG": "qnx",
    "VirtualApple": "rosetta",
  ]
}
