// The package has no types of its own; this is the part in use, as its API.md describes it.
declare module '@mapbox/mapbox-gl-draw' {
  export default class MapboxDraw {
    constructor(options: { readonly displayControlsDefault: boolean });
    add(feature: import('geojson').Feature): string[];
    changeMode(mode: 'direct_select', options: { readonly featureId: string }): void;
    onAdd(map: unknown): HTMLElement;
    onRemove(map: unknown): void;
  }
}
