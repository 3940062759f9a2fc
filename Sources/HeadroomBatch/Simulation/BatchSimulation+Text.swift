extension BatchSimulation {
  /// The answer for people, a fact a line.
  package var text: String {
    var lines = [
      "\(Self.time(medianHours)); 9 of 10 times no more than \(Self.time(ninetiethHours))",
      "\(MergedReport.decimal(machineHours)) machine hours",
    ]
    if let cost { lines[1] += ", \(MergedReport.decimal(cost)) of money" }
    lines.append("chunks of \(chunk) inputs")
    lines.append("\(MergedReport.decimal(lostInputs)) inputs begun in vain on machines that die")
    return lines.joined(separator: "\n")
  }

  private static func time(_ hours: Double) -> String {
    hours < 0.1 ? "\(MergedReport.decimal(hours * 3600)) s" : "\(MergedReport.decimal(hours)) h"
  }
}
