import type { MapPoint } from './engine/mapEngine.ts';

/** A width and height in px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a popup goes: its top left corner, and which side of its place it is on. */
export interface PopupPlace {
  readonly left: number;
  readonly top: number;
  readonly side: 'above' | 'below' | 'right' | 'left';
}

/** Px between a place and its popup: a selected stop with its halo stays visible beside it. */
const gap = 18;
const margin = 6;
/** Px at the top of the map where its search box and its menu lie over everything. */
const head = 46;

/**
 * Places a popup at a point so that it stays inside the map and does not cover the point: above it if it fits, else below,
 * to the right, to the left. A popup that fits nowhere beside the point goes above it as far as the map reaches.
 */
export function placePopup(at: MapPoint, popup: Size, map: Size): PopupPlace {
  const [above, below] = [at.y - gap - popup.height, at.y + gap];
  const [right, left] = [at.x + gap, at.x - gap - popup.width];
  const across = within(at.x - popup.width / 2, map.width - popup.width);
  const along = within(at.y - popup.height / 2, map.height - popup.height);
  if (above >= head) return { left: across, top: within(above, map.height - popup.height), side: 'above' };
  if (below + popup.height <= map.height - margin) return { left: across, top: within(below, map.height - popup.height), side: 'below' };
  if (right + popup.width <= map.width - margin) return { left: right, top: along, side: 'right' };
  if (left >= margin) return { left, top: along, side: 'left' };
  return { left: across, top: within(above, map.height - popup.height), side: 'above' };
}

function within(value: number, most: number): number {
  return Math.max(margin, Math.min(value, most - margin));
}
