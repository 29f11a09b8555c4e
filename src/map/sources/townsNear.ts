/** The towns that can be named for what is in view: those of a part of the world around it, so that the map need not sift all of them. */
import type { Town } from '../mapPicture.ts';
import type { MapExtent } from '../viewport.ts';

/** Further out than this only large towns are named, of the whole world. */
const WORLD_ZOOM = 6;
/** Thousands of people of a town that is named in the whole world. */
const LARGE = 400;
/** Degrees of a part of the world. */
const PART = 10;

/** Returns the same list for as long as the same part of the world is in view. */
export function townsNear(all: readonly Town[], { bounds: { SouthWest, NorthEast }, zoom }: MapExtent): readonly Town[] {
  const whole = zoom < WORLD_ZOOM;
  const down = (degrees: number): number => Math.floor(degrees / PART) * PART;
  const up = (degrees: number): number => Math.ceil(degrees / PART) * PART;
  const [south, west, north, east] = [down(SouthWest.Lat), down(SouthWest.Lng), up(NorthEast.Lat), up(NorthEast.Lng)];
  const key = whole ? 'world' : `${south} ${west} ${north} ${east}`;
  if (last?.all !== all || last.key !== key) {
    const near = whole
      ? all.filter(({ thousands }) => thousands >= LARGE)
      : all.filter(({ Lat, Lng }) => Lat >= south && Lat <= north && Lng >= west && Lng <= east);
    last = { all, key, near };
  }
  return last.near;
}

let last: { readonly all: readonly Town[]; readonly key: string; readonly near: readonly Town[] } | undefined;
