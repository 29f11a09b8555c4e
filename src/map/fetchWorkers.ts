/** The map's worker threads, fetched before it opens: a map whose worker could not be fetched would stay empty for ever. */
import mapLibreWorkerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import stopTilesWorkerUrl from './sources/stopTiles.worker.ts?worker&url';

export { mapLibreWorkerUrl, stopTilesWorkerUrl };

/** Puts their code into the browser's cache. Rejects where the server cannot be reached. */
export async function fetchWorkers(): Promise<void> {
  await Promise.all(
    [mapLibreWorkerUrl, stopTilesWorkerUrl].map(async (url) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`The map's worker is answered ${answer.status}`);
      await answer.arrayBuffer();
    }),
  );
}
