/** Where the divider between content and map can stand. */

/** Content and map are never narrower than this, in pixels. */
export const LEAST_CONTENT = 360;
export const LEAST_MAP = 300;

const LEAST = 0.2;
const MOST = 0.8;
const STEP = 0.02;

/** A share of the width (0 to 1) that leaves both sides their least width, to three decimals. */
export function clampShare(share: number, width: number): number {
  const least = width > 0 ? Math.max(LEAST, LEAST_CONTENT / width) : LEAST;
  const most = width > 0 ? Math.min(MOST, 1 - LEAST_MAP / width) : MOST;
  const clamped = Math.max(Math.min(share, Math.max(most, LEAST)), Math.min(least, MOST));
  return Math.round(clamped * 1000) / 1000;
}

/** Where a key moves the divider to; undefined for keys that do not move it. */
export function moveShare(key: string, share: number, width: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return clampShare(share - STEP, width);
    case 'ArrowRight':
      return clampShare(share + STEP, width);
    case 'Home':
      return clampShare(LEAST, width);
    case 'End':
      return clampShare(MOST, width);
    default:
      return undefined;
  }
}
