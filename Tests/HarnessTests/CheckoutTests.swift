import Foundation
import Harness
import Testing

/// The expected commits are those that the test itself writes, in the places that gitrepository-layout(5) names.
@Suite struct CheckoutTests {
  private let hash = String(repeating: "0123456789", count: 4)
  private let other = String(repeating: "fedcba9876", count: 4)

  /// A folder with files, removed at the end of `body`.
  private func folder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let root = NSTemporaryDirectory() + "checkout-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for (name, text) in files {
      let path = root + "/" + name
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true
      )
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    try body(root)
  }

  @Test func `the commit is found wherever a checkout keeps it`() throws {
    let packed =
      "# pack-refs with: peeled fully-peeled sorted\n\(other) refs/heads/a\n\(hash) refs/heads/main\n^\(other)\n"
    let layouts: [[String: String]] = [
      [".git/HEAD": "\(hash)\n"],
      [".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "\(hash)\n"],
      [".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": packed],
      [
        ".git": "gitdir: there/worktrees/w\n", "there/worktrees/w/HEAD": "ref: refs/heads/main\n",
        "there/worktrees/w/commondir": "../..\n", "there/refs/heads/main": "\(hash)\n",
      ],
    ]
    for files in layouts {
      try folder(files) { root in
        #expect(Checkout.commit(of: root) == hash, "\(files.keys.sorted())")
        try FileManager.default.createDirectory(
          atPath: root + "/deep/down", withIntermediateDirectories: true)
        #expect(Checkout.commit(of: root + "/deep/down") == hash)
      }
    }
  }

  @Test func `what is no commit gets nowhere, and nothing is run`() throws {
    let layouts: [[String: String]] = [
      [".git/HEAD": "ref: refs/heads/main\n"], [".git/HEAD": "root:x:0:0\n"], [".git/HEAD": ""],
      [".git/HEAD": "ref: ../../secret\n", "secret": hash],
      [".git/HEAD": "ref: refs/../../secret\n", "secret": hash],
      [".git/HEAD": String(repeating: "f", count: 100_000)],
      [".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "not a commit\n"],
      [".git": "gitdir: /nowhere\n"], [".git": "\u{0}\u{1}"],
    ]
    for files in layouts {
      try folder(files) { root in #expect(Checkout.commit(of: root) == nil, "\(files)") }
    }
    try folder([
      ".git/HEAD": "\(hash)\n", ".git/config": "[core]\n\tfsmonitor = touch ran\n\thooksPath = hooks\n",
      ".git/hooks/post-index-change": "#!/bin/sh\ntouch ran\n",
    ]) { root in
      #expect(Checkout.commit(of: root) == hash)
      #expect(!FileManager.default.fileExists(atPath: root + "/ran"))
    }
  }

  @Test func `a pipe in place of a file is not waited for`() throws {
    try folder([".git/refs/x": hash]) { root in
      #expect(unsafe mkfifo(root + "/.git/HEAD", 0o600) == 0)
      #expect(Checkout.commit(of: root) == nil)
    }
  }
}
