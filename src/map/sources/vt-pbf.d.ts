// The package has no types of its own; this is the part in use, as its readme and source describe it.
declare module 'vt-pbf' {
  interface TileFeature {
    readonly id?: number;
    readonly type: 1 | 2 | 3;
    readonly geometry: readonly (readonly [number, number])[];
    readonly tags: Readonly<Record<string, string | number | boolean>>;
  }
  export function fromGeojsonVt(
    layers: Readonly<Record<string, { readonly features: readonly TileFeature[] }>>,
    options?: { readonly version?: number; readonly extent?: number },
  ): Uint8Array;
}
