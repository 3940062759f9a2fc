/// What gives ``CIFilter`` its initialisers by name.
///
/// They return objects of subclasses, which an initialiser can do only in an extension of a protocol, and only of one that
/// is not limited to classes. Nothing else conforms.
public protocol MadeByName {}
