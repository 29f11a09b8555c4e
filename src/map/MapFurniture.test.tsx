import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { MapEngine } from './engine/mapEngine.ts';
import { MapFurniture } from './MapFurniture.tsx';

it('below zoom 13 a hint says to zoom in, where there is data to click on [R340]', () => {
  expect(furniture({ zoom: 12.9 })).toContain('Zoom in closer to the map to be able to click on data');
  expect(furniture({ zoom: 13 })).not.toContain('Zoom in closer');
  expect(furniture({ zoom: 5, hasData: false })).not.toContain('Zoom in closer');
});

it('the hint of the tool in hand is shown, also beside the zoom hint', () => {
  const text = furniture({ zoom: 5, hint: 'Updating coordinates...' });
  expect(text).toContain('Updating coordinates...');
  expect(text).toContain('Zoom in closer');
});

it('our credits stay away where the provider shows its own', () => {
  expect(furniture({ zoom: 5 })).toContain('Natural Earth');
  expect(furniture({ zoom: 5, ownAttribution: true })).not.toContain('Natural Earth');
});

function furniture({
  zoom,
  hint,
  hasData = true,
  ownAttribution = false,
}: {
  zoom: number;
  hint?: string;
  hasData?: boolean;
  ownAttribution?: boolean;
}) {
  const at = { Lat: 0, Lng: 0 };
  const engine: Pick<MapEngine, 'caps' | 'view' | 'onView' | 'zoomBy'> = {
    caps: { provider: 'maplibre', ownAttribution },
    view: () => ({ center: at, zoom, bounds: { SouthWest: at, NorthEast: at } }),
    onView: () => () => {},
    zoomBy: () => {},
  };
  return renderToStaticMarkup(<MapFurniture engine={engine} hint={hint} hasData={hasData} attribution="Natural Earth" fault={undefined} />);
}
