internal import HeadroomContainers
internal import HeadroomGraphics

extension StillMetadata {
  /// The `{IPTC}` part of a properties dictionary: XMP's values of the fields that both have, else IPTC's.
  ///
  /// Fields that repeat are arrays of strings, the others strings.
  var iptcProperties: CFDictionary {
    let block = iptc.map { IPTCBlock.reading($0).block } ?? IPTCBlock()
    let packet = xmp.flatMap { try? XMPPacket(parsing: $0) }?.iptc ?? IPTCBlock()
    var result: CFDictionary = [:]
    for field in IPTCField.all {
      let stated = packet.texts(field.key)
      let texts = stated.isEmpty ? block.texts(field.key) : stated
      guard let first = texts.first else { continue }
      result[field.name] = field.isRepeatable ? texts : first
    }
    return result
  }

  /// Stores the values of an `{IPTC}` dictionary in the block, and in XMP where that has the fields already, because
  /// XMP takes precedence. Null removes a field; values of the wrong kind are ignored.
  mutating func applyIPTC(_ values: CFDictionary) {
    var block = iptc.map { IPTCBlock.reading($0).block } ?? IPTCBlock()
    var changed: Set<IPTCBlock.Key> = []
    for field in IPTCField.all {
      guard let value = OptionValues.present(values[field.name]) else { continue }
      guard let texts = OptionValues.isNull(value) ? [] : texts(value) else { continue }
      block.setTexts(texts, for: field)
      changed.insert(field.key)
    }
    guard !changed.isEmpty else { return }
    iptc = block.isEmpty ? nil : block.serialized()
    let packet = xmp.flatMap { try? XMPPacket(parsing: $0) }
    let stale = IPTCMapping.all.filter { mapping in
      let isTouched = changed.contains(mapping.key) || mapping.timeKey.map(changed.contains) ?? false
      return isTouched && packet?[mapping.property.namespace, mapping.property.local] != nil
    }
    if !stale.isEmpty { xmp = XMPPacket.setting(stale.map { ($0, $0.values(in: block)) }, in: xmp) }
  }

  /// Texts, or numbers as texts: an urgency may come as one.
  private func texts(_ value: Any) -> [String]? {
    OptionValues.texts(value) ?? OptionValues.integer(value).map { [String($0)] }
  }
}
