// The shader as text. Variants are compiled for what a view needs (`features`), because a software renderer pays for
// every branch. All light is linear BT.2020, 1.0 = reference white, until the last step.

import {BANDS, MARKS} from './bands.js';

export const VERTEX = `#version 300 es
uniform vec4 uRect;   // x, y, width, height of the texture in file pixels
uniform mat3 uClip;   // file pixels to clip space
uniform vec2 uSize;   // of the file
out vec2 vUV, vMap;
void main() {
  vUV = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vMap = (uRect.xy + vUV * uRect.zw) / uSize;
  gl_Position = vec4((uClip * vec3(uRect.xy + vUV * uRect.zw, 1.0)).xy, 0.0, 1.0);
}`;

// Each source answers with light. "gain" is the formula of ISO 21496-1, in the primaries that the map applies in, solved
// for the full picture: (base + k) 2^(w G) - k' = (full + k') 2^((w - 1) G) - k'. So tiles of light serve it too.
const SOURCES = {
  light: 'vec3 source() { return texture(uLight, vUV).rgb; }',
  gain: `uniform sampler2D uMap;
uniform vec3 uGainMin, uGainRange, uGainPower, uOffsetIn, uOffsetOut;
uniform mat3 uToBase, uFromBase;
uniform float uLess;  // weight less all of it: 0 is the full HDR picture, -1 the SDR one
in vec2 vMap;
vec3 source() {
  vec3 full = uToBase * texture(uLight, vUV).rgb;
  vec3 gain = uGainMin + uGainRange * pow(max(texture(uMap, vMap).rgb, 0.0), uGainPower);
  return uFromBase * ((full + uOffsetIn) * exp2(uLess * gain) - uOffsetOut);
}`,
  map: 'vec3 source() { return texture(uLight, vUV).rgb; }',
  error: `uniform float uErrorTop;
vec3 heat(float t) {
  vec3 cold = mix(vec3(0.02), vec3(0.10, 0.25, 0.75), smoothstep(0.0, 0.25, t));
  vec3 warm = mix(cold, vec3(0.95, 0.65, 0.10), smoothstep(0.25, 0.65, t));
  return mix(warm, vec3(1.0, 0.97, 0.90), smoothstep(0.65, 1.0, t));
}
vec3 source() { return heat(clamp(log2(1.0 + texture(uLight, vUV).r) / log2(1.0 + uErrorTop), 0.0, 1.0)); }`,
  live: `uniform sampler2D uCurve;  // PQ code to light
float decoded(float signal) { return texelFetch(uCurve, ivec2(int(signal * 1023.0 + 0.5), 0), 0).r; }
vec3 source() {
  vec3 signal = texture(uLight, vUV).rgb;
  return vec3(decoded(signal.r), decoded(signal.g), decoded(signal.b));
}`,
};

// The library's table: log2 gain at max(R, G, B) = 2^(-12 + 24 i / 1023), with the step to the next entry beside it.
const TONE = `uniform sampler2D uTable;
vec3 toned(vec3 light) {
  float largest = max(max(light.r, light.g), light.b);
  float at = clamp((log2(max(largest, 1e-6)) + 12.0) * 42.625, 0.0, 1022.999);
  vec2 entry = texelFetch(uTable, ivec2(int(at), 0), 0).rg;
  return light * exp2(entry.r + entry.g * fract(at));
}`;

const CHANNELS = {
  rgb: 'c', r: 'vec3(c.r)', g: 'vec3(c.g)', b: 'vec3(c.b)',
  y: 'vec3(dot(c, vec3(0.2627002120, 0.6779980715, 0.0593017165)))', max: 'vec3(max(max(c.r, c.g), c.b))',
};

const glsl = ([r, g, b]) => `vec3(${r.toFixed(3)}, ${g.toFixed(3)}, ${b.toFixed(3)})`;

function bands() {
  const lines = BANDS.slice(2).reverse().map(({end, colour}, index, list) => {
    const from = index === list.length - 1 ? 1 : list[index + 1].end;
    return `  if (top > ${from.toFixed(1)}) return ${glsl(colour)};`;
  });
  return `vec3 band(vec3 c) {
  float top = max(max(c.r, c.g), c.b);
  if (min(min(c.r, c.g), c.b) < -0.0005) return ${glsl(BANDS[0].colour)};
${lines.join('\n')}
  return 0.75 * signal(vec3(clamp(dot(c, vec3(0.2627, 0.6780, 0.0593)), 0.0, 1.0)));
}`;
}

/** One stripe direction for each mark, so that two on one place can be told apart. */
function marks(set) {
  const tests = {beyond: 'top > uHeadroom * 1.0005', white: 'top > 1.0005',
    srgb: 'outside(uToSRGB * light, top)', p3: 'outside(uToP3 * light, top)', black: 'top <= 0.0'};
  const lines = MARKS.filter(({bit}) => set & bit).map(({key, colour, bit}) => {
    const direction = bit & 5 ? 'gl_FragCoord.x + gl_FragCoord.y' : 'gl_FragCoord.x - gl_FragCoord.y';
    return `  if (${tests[key]} && fract((${direction}) / 10.0 + ${(bit % 7 / 7).toFixed(2)}) < 0.4) return ${glsl(colour)};`;
  });
  return `uniform float uHeadroom;
uniform mat3 uToSRGB, uToP3;
bool outside(vec3 c, float top) { return min(min(c.r, c.g), c.b) < -0.001 * max(top, 0.01); }
vec3 marked(vec3 light, vec3 shown) {
  float top = max(max(light.r, light.g), light.b);
${lines.join('\n')}
  return shown;
}`;
}

/** The fragment shader for `features`: {source, tone, channel, falseColour, marks, output: 'screen' | 'light'}. */
export function fragment({source, tone, channel, falseColour, marks: set, output}) {
  const proof = output === 'screen';
  const plain = source === 'map' || source === 'error';
  const encoded = falseColour && !plain ? 'band(light)' : plain && source === 'error' ? 'picked(light)' : plain
    ? 'picked(light)' : 'signal(clamp(uOutput * (picked(light) * uProof), 0.0, 1.0))';
  return `#version 300 es
precision highp float;
precision highp sampler2D;
uniform sampler2D uLight;
uniform float uExposure, uPeak, uProof;
uniform mat3 uOutput;
in vec2 vUV;
out vec4 colour;
${SOURCES[source]}
${tone ? TONE : ''}
vec3 signal(vec3 c) {
  return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
vec3 picked(vec3 c) { return ${CHANNELS[channel] ?? CHANNELS.rgb}; }
${falseColour ? bands() : ''}
${set ? marks(set) : ''}
void main() {
  vec3 light = source();
${plain ? '' : '  light *= uExposure;\n  vec3 before = light;'}
${tone && !plain ? '  light = toned(light);' : ''}
${plain ? '' : '  light = min(light, uPeak);'}
${proof ? `  vec3 shown = ${encoded};` : '  vec3 shown = light;'}
${proof && set && !plain ? '  shown = marked(before, shown);' : ''}
  colour = vec4(shown, 1.0);
}`;
}
