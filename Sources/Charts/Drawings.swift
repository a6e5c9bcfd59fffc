import CGnuplot

/// The drawings that go on at this moment.
package enum Drawings {
  /// Kills every gnuplot that runs, with its whole group, and lets no other begin: for a program that ends.
  package static func abandon() {
    gnuplot_kill_running()
  }
}
