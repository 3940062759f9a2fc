// What the keys of the command's reports are called for people, and the units of their numbers: data.

const number = digits => value => Number(value.toPrecision(digits)).toString().replace('-', '−');
const unit = (text, digits = 4) => value => `${number(digits)(value)} ${text}`;
const nits = unit('cd/m²'), stops = unit('stops', 3), times = value => `${number(4)(value)} times white`;
const coded = names => value => names[value] ? `${names[value]} (${value})` : String(value);
const share = value => `${number(4)(value * 100)} %`;

/** By the key and, where it needs its surroundings, by 'outer.key': [words, how its value reads]. */
const NAMES = {
  file: ['File'], format: ['Format', value => FORMATS[value] ?? value], width: ['Width', unit('pixels')], height: ['Height', unit('pixels')], bitDepth: ['Depth', unit('bits')],
  channels: ['Channels'], chroma: ['Chroma', value => /^4\d\d$/.test(value) ? [...value].join(':') : value], colorSpace: ['Colour space'], orientation: ['Orientation', value => TURNS[value] ?? String(value)],
  frames: ['Pictures in the file'], index: ['Picture number'], cicp: ['Code points (CICP)'], icc: ['ICC profile'], hdr: ['Dynamic range'],
  'hdr.kind': ['Kind', value => KINDS[value] ?? value], contentHeadroom: ['Headroom', value => `${number(4)(value)} times white, ${number(3)(Math.log2(value))} stops`],
  contentHeadroomSource: ['Headroom is', value => SOURCES[value] ?? value], gainMap: ['Gain map'], kinds: ['Described by'],
  baseHeadroom: ['Base is for', stops], alternateHeadroom: ['Whole map is for', stops], 'gainMap.min': ['Least gain', stops], 'gainMap.max': ['Most gain', stops],
  'gainMap.gamma': ['Gamma of the codes'], baseOffset: ['Offset of the base'], alternateOffset: ['Offset of the other'],
  useBaseColorSpace: ['Works in the base’s colours'], appleHeadroom: ['Apple’s headroom', times], alternateColorSpace: ['Other’s colour space'],
  mastering: ['Mastering display'], lightLevel: ['Light level'], maxCLL: ['Brightest pixel (MaxCLL)', nits], maxFALL: ['Mean of the picture (MaxFALL)', nits],
  maxLuminance: ['Most', nits], minLuminance: ['Least', nits], averageLuminance: ['Average', nits], ambient: ['Light of the room'], illuminance: ['Illuminance', unit('lux')],
  diffuseWhite: ['Diffuse white', nits], referenceEnvironment: ['Room it was made in'], surroundLuminance: ['Surround', nits], peripheryLuminance: ['Periphery', nits],
  surroundLight: ['Colour of the surround'], peripheryLight: ['Colour of the periphery'], colorVolume: ['Colour volume'], auxiliary: ['Also holds'], layers: ['Layers'],
  camera: ['Camera'], make: ['Make'], model: ['Model'], lens: ['Lens'], exposure: ['Exposure'], time: ['Shutter', value => value < 0.3 ? `1/${Math.round(1 / value)} s` : `${number(3)(value)} s`],
  aperture: ['Aperture', value => `f/${number(3)(value)}`], iso: ['Sensitivity', value => `ISO ${value}`], compensation: ['Compensation', unit('EV', 3)],
  focalLength: ['Focal length', unit('mm', 3)], focalLength35: ['On 35 mm film', unit('mm', 3)], date: ['Taken'], gps: ['Position (GPS)'], raw: ['Sensor'],
  pattern: ['Filters on it'], compression: ['Compression'], temperature: ['White balance', unit('K')], tint: ['Tint'], baselineExposure: ['Baseline exposure', unit('EV', 3)],
  localToneMap: ['Local tone map'], lensCorrections: ['Lens corrections'], noiseReductionApplied: ['Noise reduction done', share], profiles: ['Profiles'], previews: ['Previews'],
  warnings: ['Warnings'], measured: ['Measured'], peak: ['Brightest component', times], peak9999: ['99.99 % are below', times], gamut: ['Inside the gamut of'],
  bt709: ['BT.709', share], p3: ['P3', share], bt2020: ['BT.2020', share], findings: ['Against the rules'], structure: ['Parts of the file'],
  'cicp.primaries': ['Primaries', coded({1: 'BT.709', 5: 'BT.601, 625 lines', 6: 'BT.601, 525 lines', 9: 'BT.2020', 11: 'DCI-P3', 12: 'P3'})],
  'cicp.transfer': ['Transfer', coded({1: 'BT.709', 6: 'BT.601', 8: 'linear', 13: 'sRGB', 14: 'BT.2020, 10 bits', 15: 'BT.2020, 12 bits', 16: 'PQ', 18: 'HLG'})],
  'cicp.matrix': ['Matrix', coded({0: 'RGB', 1: 'BT.709', 2: 'not said', 5: 'BT.601', 6: 'BT.601', 9: 'BT.2020', 10: 'BT.2020, constant luminance'})], primaries: ['Primaries'], fullRange: ['Full range'], description: ['Name'], version: ['Version'], imageState: ['State'],
  red: ['Red (x, y)'], green: ['Green (x, y)'], blue: ['Blue (x, y)'], white: ['White (x, y)'], light: ['Colour (x, y)'],
  deltaEITP: ['Difference (ΔE ITP)'], 'deltaEITP.mean': ['Mean'], 'deltaEITP.p95': ['95 % are below'], 'deltaEITP.p99': ['99 % are below'],
  'deltaEITP.max': ['Largest'], 'deltaEITP.maximum': ['Largest'], pu21PSNR: ['Signal to noise (PU21-PSNR)', value => value === null ? 'equal' : unit('dB')(value)],
  pu21SSIM: ['Similarity (PU21-SSIM)', value => `${number(5)(value)} of 1`], maxErrorNits: ['Largest error', nits], headroom: ['On a display of', times], compared: ['Compared'],
};

export const FORMATS = {jpeg: 'JPEG', png: 'PNG', heic: 'HEIC', avif: 'AVIF', jxl: 'JPEG XL', exr: 'OpenEXR', openexr: 'OpenEXR', hdr: 'Radiance', tiff: 'TIFF', webp: 'WebP', gif: 'GIF', bmp: 'BMP',
  dng: 'DNG', raw: 'RAW', pfm: 'PFM', ppm: 'PPM', pam: 'PAM', gif: 'GIF', bmp: 'BMP'};
const TURNS = {1: 'upright', 2: 'mirrored', 3: 'turned by 180°', 4: 'mirrored upside down', 5: 'mirrored, turned by 90°', 6: 'turned by 90°', 7: 'mirrored, turned by 270°',
  8: 'turned by 270°'};
const KINDS = {sdr: 'SDR', isoHDR: 'HDR (PQ or HLG)', gainMap: 'SDR with a gain map, or HDR with one', raw: 'sensor’s data', float: 'floating-point light'};
const SOURCES = {explicit: 'said by the file or its gain map', contentLightLevel: 'MaxCLL', masteringDisplay: 'that of the mastering display', measured: 'measured in the pixels',
  assumed: 'the usual one, the file says nothing', unknown: 'not known'};
// What says nothing to people: names for programs, and what is as it nearly always is.
const HIDDEN = {schema: () => true, filePercentEncoded: () => true, reference: () => true, candidate: () => true, index: (_, all) => (all.frames ?? 1) < 2, frames: value => value < 2,
  orientation: value => value === 1};

/** The words for a key of a report. */
export const wordsFor = (key, outer) => (NAMES[`${outer}.${key}`] ?? NAMES[key])?.[0] ?? split(key);

/** How a number or word of a key reads; null where it is as any other. */
export const readingOf = (key, outer) => (NAMES[`${outer}.${key}`] ?? NAMES[key])?.[1] ?? null;

export const isHidden = (key, value, all) => HIDDEN[key]?.(value, all) ?? (isEmpty(value) && key !== 'pu21PSNR' && key !== 'warnings');

/** Whether nothing is said: null, no entries, or only such as say nothing. */
const isEmpty = value => value === null || (typeof value === 'object' && Object.values(value).every(isEmpty));

/** someNewKey as "Some new key"; names of tags, which people search for, stay as they are. */
function split(key) {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) return key;
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return (words[0].toUpperCase() + words.slice(1)).replace(SHORT, word => word.toUpperCase());
}

const SHORT = /\b(icc|cicp|hdr|gps|iso|raw|cll|fall|sdr|xmp|exif|iptc)\b/gi;
