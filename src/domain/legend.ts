/** What an entry of the map's legend shows beside its words. */
export type Swatch =
  | { readonly kind: 'lines'; readonly colours: readonly string[]; readonly width: number; readonly dashed?: boolean; readonly casing?: string }
  | {
      readonly kind: 'dot';
      readonly colour: string;
      readonly radius: number;
      readonly ring?: string;
      readonly core?: string;
      readonly faint?: boolean;
      readonly label?: string;
      readonly labelColour?: string;
    }
  | { readonly kind: 'arrow'; readonly both: boolean; readonly colour: string };

/** A line of the legend; its text is its key. */
export interface LegendEntry {
  readonly swatch: Swatch;
  readonly text: string;
}
