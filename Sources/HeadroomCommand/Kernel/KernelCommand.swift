internal import ArgumentParser

struct KernelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernel",
    abstract: "Kernels from text: check them, see what they are compiled to.",
    discussion: """
      headroom kernel check zebra.ci.metal
      headroom kernel check --json *.cikernel
      """,
    subcommands: [KernelCheckCommand.self])
}
