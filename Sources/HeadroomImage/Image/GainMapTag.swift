package import HeadroomImageIO

/// What an image read through `auxiliaryHDRGainMap` knows of itself: enough to apply or write the map again.
package struct GainMapTag: Sendable {
  package let description: GainMapDescription
  package let picture: StillPicture
}
