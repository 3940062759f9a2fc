internal import ArgumentParser
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

struct BatchSimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "How long a batch would take on other machines, some of which die, and what it would cost.",
    discussion: """
      headroom batch simulate --manifest sample.jsonl --inputs 10M --nodes 50 --cores 16
      headroom batch simulate --manifest sample.jsonl --inputs 10M --nodes 50 --cores 16 --mtbf 24h --startup 60s --price 0.04
      headroom batch simulate --manifest sample.jsonl --inputs 10M --nodes 50 --cores 16 --chunk 200 --json

      The seconds that the manifest's inputs took are drawn again for as many inputs as are asked for. Free cores take \
      chunks of them; a machine that dies loses the inputs it was at, others go on with its chunks, and a new machine takes \
      its place. Sums of 32 inputs and \
      more are drawn as the normal approximation of the cheaper 99 %, and the dearest hundredth one by one. The same seed \
      gives the same numbers.
      """)

  @Option(
    help: ArgumentHelp("A manifest whose inputs are like those to come; repeatable.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var manifest: [String]

  @Option(help: ArgumentHelp("Inputs of the batch: 500, 20k, 10M.", valueName: "count"), transform: { try count($0) })
  var inputs: Int

  @Option(help: ArgumentHelp("Machines.", valueName: "count"), transform: { try count($0) })
  var nodes: Int

  @Option(
    help: ArgumentHelp("Inputs that a machine works on at the same time.", valueName: "count"),
    transform: { try count($0) })
  var cores: Int

  @Option(
    help: ArgumentHelp(
      "How long a machine lives on average: 90s, 30m, 24h, 7d; without it none dies.", valueName: "time"),
    transform: { try duration($0, least: 1e-3) })
  var mtbf: Double?

  @Option(
    help: ArgumentHelp("How long a new machine takes until it works.", valueName: "time"),
    transform: { try duration($0, least: 0) })
  var startup = 0.0

  @Option(
    help: ArgumentHelp(
      "How long the chunks of a dead machine wait: 60s with --claim, some seconds with Ray.", valueName: "time"),
    transform: { try duration($0, least: 0) })
  var takeover = 0.0

  @Flag(help: "Do all of a dead machine's chunks again, as with --claim, not only what it was at.")
  var redoChunks = false

  @Option(
    help: ArgumentHelp("Inputs of a chunk; without it the best number is looked for.", valueName: "count"),
    transform: { try count($0) })
  var chunk: Int?

  @Option(
    help: ArgumentHelp("What a machine costs an hour.", valueName: "price"),
    transform: { text in
      guard let price = DecimalNumber.parse(text), price >= 0, price <= 1e9 else {
        throw ValidationError("a price is a number from 0")
      }
      return price
    })
  var price: Double?

  @Option(help: ArgumentHelp("Other random numbers.", valueName: "number"))
  var seed: UInt64 = 0

  @Flag(help: "The answer as one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let simulation = try simulated()
    try StandardStreams.print(json ? simulation.json.description : simulation.text)
  }

  private func simulated() throws(PictureError) -> BatchSimulation {
    do throws(BatchError) {
      let cluster = try Cluster(
        nodes: nodes, cores: cores, meanLife: mtbf, startup: startup, takeover: takeover, redoesChunks: redoChunks)
      return try BatchSimulation(
        inputs: inputs, on: cluster, costs: CostSample(manifests: manifest, by: ThreadPool.shared.forRecords),
        price: price, chunk: chunk, seed: seed)
    } catch {
      throw PictureError(error)
    }
  }

  private static func count(_ text: String) throws -> Int {
    guard let count = DecimalNumber.parseCount(text, scale: 1000) else {
      throw ValidationError("a whole number from 1, as 500, 20k or 10M")
    }
    return count
  }

  /// Seconds of `90`, `90s`, `30m`, `24h`, `7d`.
  private static func duration(_ text: String, least: Double) throws -> Double {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = text.last.flatMap { units[$0] }
    guard let number = DecimalNumber.parse(unit == nil ? text[...] : text.dropLast()),
      case let seconds = number * (unit ?? 1), seconds >= least, seconds <= 1e9
    else { throw ValidationError("a time is a number with s, m, h or d, as 90s or 24h") }
    return seconds
  }
}
