import CLinux

/// What the C library does with memory that is given back (mallopt(3)).
enum FreedMemory {
  /// Keeps it for the next use, for commands that compute and end: an analysis makes and frees columns of several
  /// megabytes, and asking the kernel for each anew costs a tenth of its time in page faults. One arena for all
  /// threads, or each keeps its own. Before the first thread; not for a recording, which has to stay small.
  static func keep() {
    // 32 MiB is the highest threshold there is; beyond it memory is mapped and unmapped as before.
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, Int32.max)
    mallopt(M_ARENA_MAX, 1)
  }
}
