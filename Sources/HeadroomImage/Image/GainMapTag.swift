package import HeadroomImageIO

/// Metadata of an image read through `auxiliaryHDRGainMap`: enough to apply or write the map again.
package struct GainMapTag: Sendable {
  package let description: GainMapDescription
  package let picture: StillPicture
}
