/** The towns that the built-in background names, fetched once it is shown. */
import { useEffect, useMemo, useState } from 'react';
import type { CodePort } from './engine/openEngine.ts';
import { providerOf, type MapSettings, type TileBounds } from './engine/tileChoices.ts';
import type { MapTiles, Town } from './mapPicture.ts';
import { townsNear } from './sources/townsNear.ts';
import type { MapExtent } from './viewport.ts';

/** Towns for what is in view; none over a background that names them itself. */
export function useTowns(settings: MapSettings, tiles: MapTiles, code: CodePort, extent: MapExtent | undefined): readonly Town[] | undefined {
  const [all, setAll] = useState<readonly Town[]>();
  const wanted = extent !== undefined && tiles === 'default-tile' && providerOf(settings) === 'maplibre';
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    void code
      .fetched(
        () => import('virtual:towns'),
        () => {},
      )
      .then(({ default: { names, lats, lngs, thousands } }) => {
        if (left) return;
        known ??= names
          .split('\n')
          .map((name, i) => ({ name, Lat: (lats[i] ?? 0) / 1000, Lng: (lngs[i] ?? 0) / 1000, thousands: thousands[i] ?? 0 }));
        setAll(known);
      });
    return () => {
      left = true;
    };
  }, [wanted, code]);
  const { builtIn } = settings;
  const named = useMemo(() => (all && builtIn ? all.filter(isOutside(builtIn.bounds)) : all), [all, builtIn]);
  return useMemo(() => (wanted && named ? townsNear(named, extent) : undefined), [wanted, named, extent]);
}

/** Streets of an extract come with the names of its places. */
function isOutside(bounds: readonly TileBounds[]): (town: Town) => boolean {
  return ({ Lat, Lng }) => !bounds.some(({ south, north, west, east }) => Lat >= south && Lat <= north && Lng >= west && Lng <= east);
}

let known: readonly Town[] | undefined;
