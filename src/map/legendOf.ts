/** What the map shows at present, in words: each layer that is on and has something to show says what its marks mean. */
import { isLayerOn, layerCatalogue } from './layers/catalogue.ts';
import type { LegendEntry } from '../domain/legend.ts';
import { toggleOf } from './layers/mapLayer.ts';
import { palettes } from './layers/palette.ts';
import type { MapPicture } from './mapPicture.ts';

/** The entries from the highest layer down, as one sees them. */
export function legendOf(picture: MapPicture, zoom: number): readonly LegendEntry[] {
  const colours = palettes[picture.theme];
  return layerCatalogue.toReversed().flatMap((layer) => {
    const toggle = toggleOf(layer);
    if (!layer.legend || (toggle !== undefined && !isLayerOn(toggle, picture.layers))) return [];
    const data = layer.read ? layer.read(picture) : picture.data[layer.id];
    return layer.legend(data, { picture, zoom, colours });
  });
}
