// The weight of a gain map for a display, and its offsets: ISO 21496-1. Headrooms are in stops.

/** How much of the HDR rendition a display of `stops` shows, 0 to 1, whichever of the two renditions is the base. */
export function shareOfHDR(gain, stops) {
  if (stops === null) return 1;
  const low = Math.min(gain.baseHeadroom, gain.alternateHeadroom), high = Math.max(gain.baseHeadroom, gain.alternateHeadroom);
  return high > low ? Math.min(Math.max((stops - low) / (high - low), 0), 1) : 1;
}

/** The offsets before and after the gain, for a picture that starts from the HDR rendition. */
export function offsets(gain) {
  const baseIsHDR = gain.baseHeadroom > gain.alternateHeadroom;
  return {entry: baseIsHDR ? gain.baseOffset : gain.alternateOffset, exit: gain.alternateOffset};
}

/** The gains of a map's pixel in stops. */
export function stopsOfGain(gain, values) {
  return values.map((value, i) => gain.min[i] + (gain.max[i] - gain.min[i]) * Math.max(value, 0) ** (1 / gain.gamma[i]));
}
