import type { LayerSpecification } from 'maplibre-gl';
import type { LayerGroup, SourceName } from '../engine/mapEngine.ts';
import type { MapPalette } from './palette.ts';

/** Fonts a provider has: plain and bold. */
export interface MapFonts {
  readonly regular: string[];
  readonly bold: string[];
}

/** What a layer needs to know to be drawn. */
export interface LayerStyle {
  readonly colours: MapPalette;
  readonly fonts: MapFonts;
}

/** A layer drawn by a GL provider, and the toggle it answers to; without a group it is always on. */
export interface GlDataLayer {
  readonly group?: LayerGroup;
  readonly spec: LayerSpecification & { readonly source: SourceName | 'stops' };
}
