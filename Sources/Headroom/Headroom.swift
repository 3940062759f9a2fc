// The normal way in: everything but the viewer, under Apple's type names.
@_exported public import HeadroomColor
@_exported public import HeadroomContainers
@_exported public import HeadroomDisplay
@_exported public import HeadroomEngine
@_exported public import HeadroomFilters
@_exported public import HeadroomGraphics
@_exported public import HeadroomImage
@_exported public import HeadroomImageIO
@_exported public import HeadroomNames
@_exported public import HeadroomPictures
@_exported public import HeadroomPixels
@_exported public import HeadroomRAW
@_exported public import HeadroomSymbols
@_exported public import HeadroomVideo
