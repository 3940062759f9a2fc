/// The C name of ``CALayer/ToneMapMode``.
public typealias CAToneMapMode = CALayer.ToneMapMode
/// The C name of ``CALayer/DynamicRange``.
public typealias CADynamicRange = CALayer.DynamicRange
