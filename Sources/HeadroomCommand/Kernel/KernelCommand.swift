internal import ArgumentParser

struct KernelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernel",
    abstract: "Kernels from text: check them, see what they are compiled to, run them.",
    discussion: """
      headroom kernel check zebra.ci.metal
      headroom kernel check --json *.cikernel
      headroom kernel run zebra.ci.metal photo.jpg marked.jpg --arg limit=1
      """,
    subcommands: [KernelCheckCommand.self, KernelRunCommand.self])
}
