/** Where the code of the map's worker threads is. */
import mapLibreWorkerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
// oxlint-disable-next-line import/default -- the address that Vite gives it
import lineStretchesWorkerUrl from './sources/lineStretches.worker.ts?worker&url';
// oxlint-disable-next-line import/default -- the address that Vite gives it
import stopTilesWorkerUrl from './sources/stopTiles.worker.ts?worker&url';

export { lineStretchesWorkerUrl, mapLibreWorkerUrl, stopTilesWorkerUrl };
