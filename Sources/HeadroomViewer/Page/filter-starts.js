// The values that a filter begins with on a picture, so that something is seen: those of the table, else its defaults, and
// where a default changes nothing some way along the slider. Lengths grow with the picture.

import {list, short} from './filter-text.js';

// Numbers as they are; shares of the shorter side as '40%'; lists of both of width and height in turn.
const STARTS = {
  CIExposureAdjust: {ev: 0.5}, CIGammaAdjust: {power: 0.8}, CIVibrance: {amount: 0.5}, CIHueAdjust: {angle: 0.5},
  CIColorControls: {saturation: 1.3, contrast: 1.1}, CITemperatureAndTint: {targetNeutral: [5000, 0]},
  CIWhitePointAdjust: {color: '#ffe0c0'}, CIToneCurve: {point1: [0.25, 0.18], point3: [0.75, 0.82]},
  CIHighlightShadowAdjust: {shadowAmount: 0.5, highlightAmount: 0.7}, CISharpenLuminance: {sharpness: 0.8},
  CIUnsharpMask: {intensity: 0.8}, CINoiseReduction: {noiseLevel: 0.04}, CIVignette: {intensity: 0.8, radius: 1.5},
  CIVignetteEffect: {radius: '45%', intensity: 0.8}, CIDither: {intensity: 0.3}, CIColorClamp: {maxComponents: [0.8, 0.8, 0.8, 1]},
  CIStraightenFilter: {angle: 0.05}, CICrop: {rectangle: ['10%', '10%', '80%', '80%']}, CILanczosScaleTransform: {scale: 0.5},
  CIBicubicScaleTransform: {scale: 0.5}, CIMaximumScaleTransform: {scale: 0.5}, CIAffineTransform: {transform: [1, 0.2, 0, 1, 0, 0]},
  CIPerspectiveRotate: {yaw: 0.2}, CIColorPolynomial: {redCoefficients: [0.1, 0.6, 0.3, 0]},
  CIColorMatrix: {rVector: [0.4, 0.6, 0, 0]}, CIMorphologyMaximum: {radius: '0.5%'}, CIMorphologyMinimum: {radius: '0.5%'},
  CIPerspectiveCorrection: {topLeft: ['8%', '95%'], topRight: ['92%', '95%'], bottomRight: ['98%', '5%'], bottomLeft: ['2%', '5%']},
  CIPerspectiveTransform: {topLeft: ['8%', '95%'], topRight: ['92%', '90%'], bottomRight: ['98%', '5%'], bottomLeft: ['2%', '10%']},
  CIBumpDistortion: {radius: '40%'}, CIBumpDistortionLinear: {radius: '40%'}, CIPinchDistortion: {radius: '40%'}, CITwirlDistortion: {radius: '40%', angle: 1},
  CIVortexDistortion: {radius: '40%', angle: 6}, CIHoleDistortion: {radius: '15%'}, CICircleSplashDistortion: {radius: '25%'},
  CILightTunnel: {rotation: 0.8, radius: '20%'}, CITorusLensDistortion: {radius: '30%', width: '12%'},
  CIGlassLozenge: {point0: ['30%', '50%'], point1: ['70%', '50%'], radius: '18%'}, CIZoomBlur: {amount: 20}, CISystemToneMap: {displayHeadroom: 1},
};
const USUAL_SIDE = 1000, PART = 0.25;

/** [[name, literal]] of an entry of the registry, for a picture of a size. */
export function startsOf({name, inputs, categories}, size) {
  const own = Object.entries(STARTS[name] ?? {}).map(([key, value]) => [key, literal(value, size)]);
  const rest = inputs.filter(input => !own.some(([key]) => key === input.name || key === input.key));
  const makesPicture = categories.some(category => category === 'Generator' || category === 'Gradient');
  const others = rest.map(input => [input.name ?? input.key, usual(input, size, own.length > 0 || makesPicture)]);
  return [...own, ...others.filter(([, value]) => value !== null)];
}

function usual(input, {width, height}, isSeen) {
  const {class: kind, key, type, default: value, identity, sliderMin, sliderMax, most} = input;
  if (key === 'inputCenter') return list([Math.round(width / 2), Math.round(height / 2)]);
  if (key === 'inputExtent') return list([0, 0, width, height]);
  if (kind !== 'NSNumber' || typeof value !== 'number') return null;
  if (type === 'Distance' && value > 0 && value !== identity) return lengthened(value, Math.min(width, height), most);
  if (isSeen || value !== identity || sliderMin === null || sliderMax === null) return null;
  const end = sliderMax - value >= value - sliderMin ? sliderMax : sliderMin;
  const along = value + (end - value) * PART;
  return short(Number((type === 'Integer' || type === 'Count' ? Math.round(along) : along).toPrecision(2)));
}

/** A length for a picture that is larger than those that the defaults are for; null for the default itself. */
function lengthened(value, side, most) {
  const longer = Math.round(value * Math.max(side / USUAL_SIDE, 1));
  return longer === value || (most !== null && longer > most) ? null : String(longer);
}

function literal(value, {width, height}) {
  if (typeof value === 'number') return short(value);
  if (Array.isArray(value)) return list(value.map((part, i) => share(part, i % 2 ? height : width)));
  return value.endsWith('%') ? String(share(value, Math.min(width, height))) : value;
}

const share = (part, whole) => typeof part === 'string' ? Math.max(1, Math.round(parseFloat(part) / 100 * whole)) : part;
