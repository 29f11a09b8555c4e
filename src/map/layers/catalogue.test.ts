import { expect, test } from 'vitest';
import { layerCatalogue } from './catalogue.ts';

test('the map has layers for stops, pathways, transfers, realtime, track and track direction [E066]', () => {
  const ids = layerCatalogue.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['stops', 'pathways', 'transfers', 'realtime', 'track', 'trackDirection']));
  expect(new Set(ids).size).toBe(ids.length);
});

/** The stops, patched one by one, and what follows the pointer between two frames. */
const FED_BESIDE = ['stops', 'stop-marks', 'preview'];

test('every drawn layer reads a source that its own declaration fills, or one that the map feeds beside the layers', () => {
  const colours = new Proxy({}, { get: () => '#000000' }) as never;
  for (const layer of layerCatalogue) {
    const drawn = layer.layers({ colours, fonts: { regular: ['a'], bold: ['b'] } });
    for (const { source } of drawn) expect([...Object.keys(layer.sources), ...FED_BESIDE], `${layer.id} draws ${source}`).toContain(source);
  }
});
