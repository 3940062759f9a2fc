// What people call things, and the filters that they mean by it, the likeliest first: data for the search of filters.

export const MEANT = {
  'blur': 'GaussianBlur BoxBlur BokehBlur DiscBlur MotionBlur ZoomBlur MaskedVariableBlur DepthOfField',
  'soften': 'GaussianBlur Bloom NoiseReduction MedianFilter', 'smooth': 'GaussianBlur NoiseReduction MedianFilter GuidedFilter',
  'bokeh': 'BokehBlur DiscBlur DepthOfField DepthBlurEffect', 'background blur': 'DepthOfField BokehBlur MaskedVariableBlur DepthBlurEffect',
  'portrait': 'DepthBlurEffect BokehBlur DepthOfField', 'tilt shift': 'DepthOfField MaskedVariableBlur', 'miniature': 'DepthOfField',
  'speed': 'MotionBlur ZoomBlur', 'motion': 'MotionBlur', 'radial blur': 'ZoomBlur',
  'sharpen': 'SharpenLuminance UnsharpMask', 'sharpness': 'SharpenLuminance UnsharpMask', 'sharp': 'SharpenLuminance UnsharpMask',
  'detail': 'SharpenLuminance UnsharpMask HighlightShadowAdjust', 'texture': 'SharpenLuminance UnsharpMask',
  'clarity': 'UnsharpMask HighlightShadowAdjust SharpenLuminance', 'structure': 'UnsharpMask SharpenLuminance',
  'local contrast': 'UnsharpMask HighlightShadowAdjust', 'dehaze': 'UnsharpMask ColorControls ToneCurve', 'haze': 'UnsharpMask ColorControls',
  'noise': 'NoiseReduction MedianFilter RandomGenerator', 'denoise': 'NoiseReduction MedianFilter GuidedFilter',
  'grain': 'RandomGenerator Dither', 'film grain': 'RandomGenerator Dither',
  'brightness': 'ExposureAdjust ColorControls GammaAdjust ToneCurve', 'brighten': 'ExposureAdjust ColorControls GammaAdjust',
  'darken': 'ExposureAdjust ColorControls GammaAdjust DarkenBlendMode', 'lighten': 'ExposureAdjust ColorControls LightenBlendMode',
  'exposure': 'ExposureAdjust', 'ev': 'ExposureAdjust', 'gain': 'ExposureAdjust ColorMatrix', 'gamma': 'GammaAdjust',
  'contrast': 'ColorControls ToneCurve', 'levels': 'ToneCurve ColorPolynomial ColorControls', 'curves': 'ToneCurve ColorCurves',
  'shadows': 'HighlightShadowAdjust ToneCurve', 'highlights': 'HighlightShadowAdjust ToneCurve', 'fill light': 'HighlightShadowAdjust',
  'blacks': 'ToneCurve ColorControls', 'whites': 'ToneCurve WhitePointAdjust',
  'tone map': 'ToneMapHeadroom SystemToneMap', 'tonemap': 'ToneMapHeadroom SystemToneMap', 'hdr': 'ToneMapHeadroom SystemToneMap ExposureAdjust',
  'sdr': 'ToneMapHeadroom SystemToneMap', 'headroom': 'ToneMapHeadroom SystemToneMap',
  'saturation': 'ColorControls Vibrance', 'saturate': 'ColorControls Vibrance', 'desaturate': 'ColorControls PhotoEffectMono',
  'vibrance': 'Vibrance ColorControls', 'vivid': 'Vibrance ColorControls', 'colour': 'ColorControls Vibrance HueAdjust ColorMatrix',
  'color': 'ColorControls Vibrance HueAdjust ColorMatrix', 'color balance': 'TemperatureAndTint ColorMatrix WhitePointAdjust',
  'colour balance': 'TemperatureAndTint ColorMatrix WhitePointAdjust', 'hue': 'HueAdjust',
  'white balance': 'TemperatureAndTint WhitePointAdjust', 'wb': 'TemperatureAndTint WhitePointAdjust', 'temperature': 'TemperatureAndTint',
  'kelvin': 'TemperatureAndTint', 'tint': 'TemperatureAndTint ColorMonochrome', 'warm': 'TemperatureAndTint SepiaTone PhotoEffectTransfer',
  'cool': 'TemperatureAndTint PhotoEffectProcess', 'cold': 'TemperatureAndTint PhotoEffectProcess',
  'lut': 'ColorCubeWithColorSpace ColorCube', 'cube': 'ColorCubeWithColorSpace ColorCube', '3d lut': 'ColorCubeWithColorSpace ColorCube',
  'look': 'ColorCubeWithColorSpace PhotoEffectChrome PhotoEffectFade', 'grade': 'ColorCubeWithColorSpace ToneCurve ColorMatrix',
  'film': 'PhotoEffectFade PhotoEffectChrome PhotoEffectProcess', 'instagram': 'PhotoEffectInstant PhotoEffectFade PhotoEffectChrome',
  'vintage': 'PhotoEffectInstant PhotoEffectFade SepiaTone', 'retro': 'PhotoEffectInstant PhotoEffectFade SepiaTone', 'old': 'SepiaTone PhotoEffectInstant',
  'black and white': 'PhotoEffectMono PhotoEffectNoir PhotoEffectTonal ColorMonochrome', 'bw': 'PhotoEffectMono PhotoEffectNoir PhotoEffectTonal',
  'b&w': 'PhotoEffectMono PhotoEffectNoir PhotoEffectTonal', 'grayscale': 'PhotoEffectMono PhotoEffectTonal ColorControls',
  'greyscale': 'PhotoEffectMono PhotoEffectTonal ColorControls', 'gray': 'PhotoEffectMono PhotoEffectTonal', 'grey': 'PhotoEffectMono PhotoEffectTonal',
  'monochrome': 'ColorMonochrome PhotoEffectMono', 'sepia': 'SepiaTone', 'duotone': 'FalseColor', 'gradient map': 'FalseColor ColorMap',
  'invert': 'ColorInvert', 'negative': 'ColorInvert', 'posterize': 'ColorPosterize', 'threshold': 'ColorThreshold ColorThresholdOtsu',
  'channel mixer': 'ColorMatrix', 'channels': 'ColorMatrix', 'swap': 'ColorMatrix', 'clamp': 'ColorClamp', 'clip': 'ColorClamp',
  'vignette': 'Vignette VignetteEffect', 'edges dark': 'Vignette VignetteEffect',
  'glow': 'Bloom Gloom', 'bloom': 'Bloom', 'halation': 'Bloom', 'dream': 'Bloom GaussianBlur', 'orton': 'Bloom',
  'flare': 'LenticularHaloGenerator SunbeamsGenerator StarShineGenerator', 'lens flare': 'LenticularHaloGenerator SunbeamsGenerator',
  'sun': 'SunbeamsGenerator StarShineGenerator', 'star': 'StarShineGenerator', 'light': 'ExposureAdjust SpotLight Bloom', 'spotlight': 'SpotLight',
  'crop': 'Crop StretchCrop', 'rotate': 'StraightenFilter AffineTransform', 'straighten': 'StraightenFilter', 'horizon': 'StraightenFilter',
  'resize': 'LanczosScaleTransform BicubicScaleTransform', 'scale': 'LanczosScaleTransform BicubicScaleTransform', 'size': 'LanczosScaleTransform',
  'zoom': 'LanczosScaleTransform ZoomBlur', 'flip': 'AffineTransform', 'mirror': 'AffineTransform FourfoldReflectedTile', 'move': 'AffineTransform',
  'perspective': 'PerspectiveCorrection PerspectiveTransform PerspectiveRotate', 'keystone': 'KeystoneCorrectionCombined PerspectiveCorrection',
  'lens correction': 'CameraCalibrationLensCorrection PinchDistortion', 'distort': 'BumpDistortion PinchDistortion TwirlDistortion', 'warp': 'BumpDistortion PinchDistortion TwirlDistortion',
  'fisheye': 'BumpDistortion PinchDistortion', 'swirl': 'TwirlDistortion VortexDistortion', 'glass': 'GlassDistortion GlassLozenge',
  'kaleidoscope': 'Kaleidoscope TriangleKaleidoscope', 'pixel': 'Pixellate HexagonalPixellate', 'pixelate': 'Pixellate HexagonalPixellate',
  'mosaic': 'Pixellate Crystallize HexagonalPixellate Pointillize', 'censor': 'Pixellate GaussianBlur', 'anonymize': 'Pixellate GaussianBlur',
  'cartoon': 'ComicEffect EdgeWork ColorPosterize', 'comic': 'ComicEffect', 'sketch': 'LineOverlay EdgeWork', 'drawing': 'LineOverlay EdgeWork', 'pencil': 'LineOverlay EdgeWork',
  'painting': 'Pointillize Crystallize MedianFilter', 'edge': 'Edges EdgeWork CannyEdgeDetector SobelGradients', 'outline': 'Edges LineOverlay EdgeWork',
  'emboss': 'Convolution3X3 HeightFieldFromMask', 'halftone': 'CMYKHalftone DotScreen', 'newspaper': 'DotScreen CMYKHalftone', 'print': 'CMYKHalftone DotScreen',
  'mask': 'BlendWithMask BlendWithAlphaMask', 'blend': 'Mix SourceOverCompositing BlendWithMask', 'overlay': 'SourceOverCompositing OverlayBlendMode',
  'layer': 'SourceOverCompositing Mix', 'mix': 'Mix DissolveTransition', 'opacity': 'Mix', 'double exposure': 'ScreenBlendMode AdditionCompositing',
  'add': 'AdditionCompositing', 'multiply': 'MultiplyCompositing MultiplyBlendMode', 'screen': 'ScreenBlendMode', 'watermark': 'SourceOverCompositing TextImageGenerator',
  'text': 'TextImageGenerator AttributedTextImageGenerator', 'qr': 'QRCodeGenerator RoundedQRCodeGenerator', 'barcode': 'Code128BarcodeGenerator QRCodeGenerator',
  'heat': 'Thermal FalseColor', 'infrared': 'Thermal FalseColor', 'x-ray': 'XRay', 'false colour': 'FalseColor', 'scan': 'DocumentEnhancer PerspectiveCorrection',
  'document': 'DocumentEnhancer', 'histogram': 'AreaHistogram HistogramDisplayFilter', 'average': 'AreaAverage', 'dust': 'MedianFilter MorphologyMinimum',
  'tile': 'AffineTile OpTile', 'pattern': 'AffineTile CheckerboardGenerator StripesGenerator', 'frame': 'StretchCrop RoundedRectangleStrokeGenerator', 'border': 'RoundedRectangleStrokeGenerator',
};

/** What is wanted most, for who has not typed anything. */
const USUAL = ('ExposureAdjust ColorControls HighlightShadowAdjust TemperatureAndTint Vibrance ToneCurve SharpenLuminance UnsharpMask NoiseReduction '
  + 'GaussianBlur Vignette Bloom Crop StraightenFilter LanczosScaleTransform ColorCubeWithColorSpace PhotoEffectMono SepiaTone').split(' ');

const KINDS_LAST = ['Generator', 'Gradient', 'Transition', 'Reduction', 'CompositeOperation'];

/** The places of filters for a query, the best first: {entry, place} of those that fit. */
export function found(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(word => word);
  const meant = meaning(words.join(' '));
  return entries.map(entry => ({entry, place: place(entry, words, meant)})).filter(({place}) => place !== null)
    .sort((a, b) => a.place - b.place || a.entry.displayName.localeCompare(b.entry.displayName)).map(({entry}) => entry);
}

/** Filters that a query is another word for; of a word that is not finished the first that begins so. */
function meaning(query) {
  if (query === '') return USUAL.map(name => 'CI' + name);
  if (query.length < 2) return [];
  const key = query in MEANT ? query : query.length < 3 ? null : Object.keys(MEANT).find(name => name.startsWith(query));
  return key ? MEANT[key].split(' ').map(name => 'CI' + name) : [];
}

/** 0 to 99 what is meant by the words, then names that begin with them, names and sentences that have them; what makes a picture of
    its own, or needs two, comes after what changes one. */
function place({name, displayName, description, categories}, words, meant) {
  const last = categories.some(category => KINDS_LAST.includes(category)) ? 50 : 0, at = meant.indexOf(name);
  if (at >= 0) return at;
  if (!words.length) return 100 + last;
  const title = displayName.toLowerCase(), plain = name.slice(2).toLowerCase();
  if (title.startsWith(words.join(' ')) || plain.startsWith(words.join('')) || name.toLowerCase().startsWith(words.join(''))) return 100 + last;
  if (words.every(word => begins(title, word))) return 110 + last;
  if (words.every(word => plain.includes(word))) return 120 + last;
  const sentence = `${title} ${plain} ${description.split('\n')[0].toLowerCase()}`;
  return words.every(word => begins(sentence, word)) ? 200 + last : null;
}

/** Whether a word of the text begins so: "lut" is not in "convolution". */
const begins = (text, word) => text.startsWith(word) || text.includes(' ' + word) || text.includes('(' + word) || text.includes('-' + word);
