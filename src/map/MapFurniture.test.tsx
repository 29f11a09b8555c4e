import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { MapEngine } from './engine/mapEngine.ts';
import { MapFurniture } from './MapFurniture.tsx';

it('the hint of the tool in hand is shown; to zoom in is said only after a click', () => {
  const text = furniture({ zoom: 5, hint: 'Updating coordinates...' });
  expect(text).toContain('Updating coordinates...');
  expect(text).not.toContain('Zoom in closer');
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
  const engine: Pick<MapEngine, 'caps' | 'view' | 'onView' | 'onPointer' | 'zoomBy'> = {
    caps: { provider: 'maplibre', ownAttribution },
    view: () => ({ center: at, zoom, bounds: { SouthWest: at, NorthEast: at } }),
    onView: () => () => {},
    onPointer: () => () => {},
    zoomBy: () => {},
  };
  return renderToStaticMarkup(<MapFurniture engine={engine} hint={hint} hasData={hasData} attribution="Natural Earth" fault={undefined} />);
}
