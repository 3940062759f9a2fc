public import HeadroomGraphics

/// Number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Whether there are no bytes at all.
public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// Whether a part lies in one block.
///
/// `length`: 0 is all from the offset on.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
  let count = length == 0 ? max(theBuffer.dataLength - offset, 0) : length
  return (try? theBuffer.pieces(offset: offset, count: count)).map { $0.count <= 1 } ?? false
}

/// Allocates the memory of all blocks.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus {
  status { try theBuffer.assureBlockMemory() }
}

/// Copies a part.
///
///
/// - `offsetToData`: the first byte.
/// - `dataLength`: number of bytes.
/// - `destination`: room for as many.
/// - Returns: ``kCMBlockBufferNoErr``, or an error code.
@discardableResult
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer
) -> OSStatus {
  status {
    unsafe try theSourceBuffer.forEach(offset: offsetToData, count: dataLength, allocates: false) { bytes, place in
      if let start = bytes.baseAddress {
        unsafe (destination + place).copyMemory(from: start, byteCount: bytes.count)
      }
    }
  }
}

/// Writes bytes over a part; memory is allocated where there is none.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  status {
    unsafe try destinationBuffer.forEach(offset: offsetIntoDestination, count: dataLength, allocates: true) {
      bytes, place in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: sourceBytes + place, count: bytes.count))
    }
  }
}

/// Makes all bytes of a part the same; memory is allocated where there is none.
@discardableResult
public func CMBlockBufferFillDataBytes(
  with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  status {
    let byte = UInt8(bitPattern: fillByte)
    unsafe try destinationBuffer.forEach(offset: offsetIntoDestination, count: dataLength, allocates: true) {
      bytes, _ in
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: byte)
    }
  }
}

/// The address of a byte; memory is allocated where there is none. It is valid as long as the buffer.
///
///
/// - `offset`: the byte.
/// - `lengthAtOffsetOut`: takes the number of bytes from there to the end of the block.
/// - `totalLengthOut`: takes the number of all bytes.
/// - `dataPointerOut`: takes the address.
/// - Returns: ``kCMBlockBufferNoErr``, or an error code.
@discardableResult
public func CMBlockBufferGetDataPointer(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
  status {
    let total = theBuffer.dataLength
    guard let piece = try theBuffer.pieces(offset: offset, count: max(total - offset, 0)).first else {
      throw CMBlockBuffer.Error.badOffsetParameter
    }
    try piece.memory.assure()
    unsafe lengthAtOffsetOut?.pointee = piece.count
    unsafe totalLengthOut?.pointee = total
    unsafe dataPointerOut?.pointee = piece.bytes?.baseAddress?.assumingMemoryBound(to: CChar.self)
  }
}

/// The address of a part: its own where it lies in one block, otherwise that of a copy.
///
/// `temporaryBlock`: room for the copy, `length` bytes.
@discardableResult
public func CMBlockBufferAccessDataBytes(
  _ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int, temporaryBlock: UnsafeMutableRawPointer,
  returnedPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> OSStatus {
  status {
    let found = try theBuffer.pieces(offset: offset, count: length)
    if found.count == 1, let start = unsafe found[0].bytes?.baseAddress {
      unsafe returnedPointerOut.pointee = unsafe start.assumingMemoryBound(to: CChar.self)
      return
    }
    unsafe try theBuffer.forEach(offset: offset, count: length, allocates: false) { bytes, place in
      if let start = bytes.baseAddress {
        unsafe (temporaryBlock + place).copyMemory(from: start, byteCount: bytes.count)
      }
    }
    unsafe returnedPointerOut.pointee = unsafe temporaryBlock.assumingMemoryBound(to: CChar.self)
  }
}
