internal import HeadroomContainers

extension PNGReader {
  /// Errors in chunks beyond those that make them unusable.
  package func conformanceFindings() -> [ConformanceFinding] {
    let chunks = structure()
    return drafts(chunks) + order(chunks) + profile(chunks) + masteringWithoutCodePoints(chunks) + trailer(chunks)
  }

  private func finding(
    _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ chunk: FilePart
  ) -> ConformanceFinding {
    ConformanceFinding(
      rule: "png." + rule, severity: severity, message: message, part: chunk.name, offset: chunk.offset)
  }

  /// cICP wins over iCCP, but not in every reader.
  private func profile(_ chunks: [FilePart]) -> [ConformanceFinding] {
    guard let codes = directory.codePoints, let profile = directory.profile else { return [] }
    let offset = chunks.first { $0.name == "iCCP" }?.offset
    return ProfileRules.agreement(of: profile.bytes, with: codes, part: "iCCP", offset: offset)
  }

  private func drafts(_ chunks: [FilePart]) -> [ConformanceFinding] {
    chunks.filter { $0.name == "mDCv" || $0.name == "cLLi" }.map {
      finding(
        "draft-name", .warning,
        "the draft's spelling; the third edition calls it \($0.name.dropLast())\($0.name.suffix(1).uppercased())", $0)
    }
  }

  /// Colour chunks have to come before the palette and the picture: a streaming reader needs them first.
  private func order(_ chunks: [FilePart]) -> [ConformanceFinding] {
    let colour: Set<String> = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "mDCV", "cLLI"]
    guard let first = chunks.first(where: { $0.name == "PLTE" || $0.name == "IDAT" }) else { return [] }
    return chunks.filter { colour.contains($0.name) && $0.offset > first.offset }.map {
      finding("chunk-order", .error, "\($0.name) has to come before \(first.name)", $0)
    }
  }

  private func masteringWithoutCodePoints(_ chunks: [FilePart]) -> [ConformanceFinding] {
    guard directory.codePoints == nil, let chunk = chunks.first(where: { $0.name == "mDCV" }) else { return [] }
    return [finding("mastering-without-cicp", .warning, "mDCV needs a cICP chunk beside it", chunk)]
  }

  private func trailer(_ chunks: [FilePart]) -> [ConformanceFinding] {
    chunks.filter { $0.name == "trailer" }.map {
      finding("trailer", .note, "\($0.byteCount) bytes behind IEND", $0)
    }
  }
}
