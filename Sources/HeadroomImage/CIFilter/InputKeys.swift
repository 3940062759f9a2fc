// The names are Core Image's; the values are the keys themselves, so that either can be used.

/// The result of a filter.
public let kCIOutputImageKey = "outputImage"

/// The image a filter works on; of two images, the upper one.
public let kCIInputImageKey = "inputImage"

/// The lower of two images.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"

/// An image of depths.
public let kCIInputDepthImageKey = "inputDepthImage"

/// An image of disparities (inverse depths).
public let kCIInputDisparityImageKey = "inputDisparityImage"

/// The image a transition ends with.
public let kCIInputTargetImageKey = "inputTargetImage"

/// An image that says where a filter acts.
public let kCIInputMaskImageKey = "inputMaskImage"

/// A matte that separates subject and background.
public let kCIInputMatteImageKey = "inputMatteImage"

/// An image read as a table of colours or as an environment.
public let kCIInputGradientImageKey = "inputGradientImage"

/// An image that shades a surface.
public let kCIInputShadingImageKey = "inputShadingImage"

/// The image on the back of a turning page.
public let kCIInputBacksideImageKey = "inputBacksideImage"

/// A row of colours, one pixel tall.
public let kCIInputPaletteImageKey = "inputPaletteImage"

/// How much of an effect.
public let kCIInputAmountKey = "inputAmount"

/// Progress of a transition, 0 to 1.
public let kCIInputTimeKey = "inputTime"

/// An affine transform.
public let kCIInputTransformKey = "inputTransform"

/// A factor.
public let kCIInputScaleKey = "inputScale"

/// The horizontal factor over the vertical one.
public let kCIInputAspectRatioKey = "inputAspectRatio"

/// A position, in pixels.
public let kCIInputCenterKey = "inputCenter"

/// A radius, in pixels.
public let kCIInputRadiusKey = "inputRadius"

/// The first radius, in pixels.
public let kCIInputRadius0Key = "inputRadius0"

/// The second radius, in pixels.
public let kCIInputRadius1Key = "inputRadius1"

/// The first position, in pixels.
public let kCIInputPoint0Key = "inputPoint0"

/// The second position, in pixels.
public let kCIInputPoint1Key = "inputPoint1"

/// An angle in radians, counter-clockwise.
public let kCIInputAngleKey = "inputAngle"

/// An index of refraction.
public let kCIInputRefractionKey = "inputRefraction"

/// A width, in pixels.
public let kCIInputWidthKey = "inputWidth"

/// How sharp.
public let kCIInputSharpnessKey = "inputSharpness"

/// How strong.
public let kCIInputIntensityKey = "inputIntensity"

/// Exposure, in stops.
public let kCIInputEVKey = "inputEV"

/// Saturation; 1 leaves it as it is.
public let kCIInputSaturationKey = "inputSaturation"

/// A colour.
public let kCIInputColorKey = "inputColor"

/// The first colour.
public let kCIInputColor0Key = "inputColor0"

/// The second colour.
public let kCIInputColor1Key = "inputColor1"

/// A colour space.
public let kCIInputColorSpaceKey = "inputColorSpace"

/// Brightness; 0 leaves it as it is.
public let kCIInputBrightnessKey = "inputBrightness"

/// Contrast; 1 leaves it as it is.
public let kCIInputContrastKey = "inputContrast"

/// A number that is added.
public let kCIInputBiasKey = "inputBias"

/// Numbers that are added, one per component.
public let kCIInputBiasVectorKey = "inputBiasVector"

/// The weights of a convolution.
public let kCIInputWeightsKey = "inputWeights"

/// The rectangle a filter reads.
public let kCIInputExtentKey = "inputExtent"

/// How many.
public let kCIInputCountKey = "inputCount"

/// A limit between two cases.
public let kCIInputThresholdKey = "inputThreshold"

/// Whether a table is continued beyond its ends.
public let kCIInputExtrapolateKey = "inputExtrapolate"

/// Whether to work on perceptual rather than linear values.
public let kCIInputPerceptualKey = "inputPerceptual"

/// The version of a filter's behaviour.
public let kCIInputVersionKey = "inputVersion"
