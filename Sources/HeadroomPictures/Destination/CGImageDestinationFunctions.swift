public import Foundation
internal import HeadroomContainers
public import HeadroomGraphics
public import HeadroomImageIO

/// The type identifiers of the formats that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
  ImageFormats.all.filter { $0.abilities.contains(.writing) }.map { $0.uti }
}

/// Makes a destination that writes a file.
///
/// - Parameters:
///   - url: the file's place.
///   - type: a type identifier of ``CGImageDestinationCopyTypeIdentifiers()``.
///   - count: how many pictures will be added: 1.
///   - options: nothing; pass nil.
/// - Returns: nil for a type that is not written and for a count other than 1.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  count == 1 ? try? CGImageDestination(url: url, type: type) : nil
}

/// Makes a destination that appends to data in memory. For the rest see ``CGImageDestinationCreateWithURL(_:_:_:_:)``.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  count == 1 ? try? CGImageDestination(data: data, type: type) : nil
}

/// Makes a destination that writes into a data consumer. For the rest see
/// ``CGImageDestinationCreateWithURL(_:_:_:_:)``.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  count == 1 ? try? CGImageDestination(consumer: consumer, type: type) : nil
}

/// The number by which Core Foundation tells destinations from other objects.
public func CGImageDestinationGetTypeID() -> UInt { ImageIOTypeID.destination.rawValue }

/// Sets properties for every picture of the destination; those given with a picture win.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.setProperties(properties)
}

/// Adds an image; see ``CGImageDestination/add(_:metadata:properties:)``. Errors appear when the destination is
/// finalized.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  do throws(ImageIOError) {
    try idst.add(image, properties: properties)
  } catch {
    idst.fail(error)
  }
}

/// Adds an image with metadata; see ``CGImageDestination/add(_:metadata:properties:)``. Errors appear when the
/// destination is finalized.
public func CGImageDestinationAddImageAndMetadata(
  _ idst: CGImageDestination, _ image: CGImage, _ metadata: CGImageMetadata?, _ options: CFDictionary?
) {
  do throws(ImageIOError) {
    try idst.add(image, metadata: metadata, properties: options)
  } catch {
    idst.fail(error)
  }
}

/// Adds a picture of a source with its metadata and gain map; see ``CGImageDestination/add(from:index:properties:)``.
/// Errors appear when the destination is finalized.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  do throws(ImageIOError) {
    try idst.add(from: isrc, index: index, properties: properties)
  } catch {
    idst.fail(error)
  }
}

/// Adds a gain map to the picture; see ``CGImageDestination/addAuxiliaryData(_:type:)``. Errors appear when the
/// destination is finalized.
public func CGImageDestinationAddAuxiliaryDataInfo(
  _ idst: CGImageDestination, _ auxiliaryImageDataType: CFString, _ auxiliaryDataInfoDictionary: CFDictionary
) {
  do throws(ImageIOError) {
    try idst.addAuxiliaryData(auxiliaryDataInfoDictionary, type: auxiliaryImageDataType)
  } catch {
    idst.fail(error)
  }
}

/// Writes what was added.
///
/// - Returns: whether the file or data is complete; if not, the target is unchanged. ``CGImageDestination/finalize()``
///   throws the reason.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  do throws(ImageIOError) {
    try idst.finalize()
    return true
  } catch {
    return false
  }
}
