/** The colours of the map. The background is calm and almost grey, so that the data is what one sees. */
export interface MapPalette {
  readonly theme: 'light' | 'dark';
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly coast: string;
  readonly graticule: string;
  readonly countryLabel: string;
  readonly townLabel: string;
  readonly labelHalo: string;
  readonly stop: string;
  readonly stopRing: string;
  readonly stopLabel: string;
  readonly selected: string;
  readonly highlighted: string;
  readonly hovered: string;
  /** Lines of the network that have no colour of their own. */
  readonly line: string;
  readonly track: string;
  readonly trackCasing: string;
  readonly trackNumber: string;
  readonly pathway: string;
  readonly transfer: string;
  readonly vehicle: string;
  readonly sketch: string;
  readonly comparedBefore: string;
  readonly comparedAfter: string;
}

/** The palette for each theme. */
export const palettes: Readonly<Record<'light' | 'dark', MapPalette>> = {
  light: {
    theme: 'light',
    water: '#dde6ea',
    land: '#f7f6f2',
    border: '#c3c0b8',
    coast: '#b9c6cc',
    graticule: '#d9d9d3',
    countryLabel: '#85847c',
    townLabel: '#4f4e48',
    labelHalo: '#f7f6f2',
    stop: '#0b7285',
    stopRing: '#ffffff',
    stopLabel: '#263238',
    selected: '#e8590c',
    highlighted: '#f2a900',
    hovered: '#1c7ed6',
    line: '#5c7080',
    track: '#5f3dc4',
    trackCasing: '#ffffff',
    trackNumber: '#ffffff',
    pathway: '#a61e8c',
    transfer: '#2b8a3e',
    vehicle: '#c92a2a',
    sketch: '#e8590c',
    comparedBefore: '#c92a2a',
    comparedAfter: '#2b8a3e',
  },
  dark: {
    theme: 'dark',
    water: '#151b20',
    land: '#22272c',
    border: '#424b52',
    coast: '#38444c',
    graticule: '#2d353b',
    countryLabel: '#8b979f',
    townLabel: '#b9c2c8',
    labelHalo: '#1b2024',
    stop: '#3bc9db',
    stopRing: '#12171a',
    stopLabel: '#e3e8eb',
    selected: '#ff922b',
    highlighted: '#ffe066',
    hovered: '#74c0fc',
    line: '#7d8f9c',
    track: '#b197fc',
    trackCasing: '#12171a',
    trackNumber: '#12171a',
    pathway: '#f783ce',
    transfer: '#69db7c',
    vehicle: '#ff8787',
    sketch: '#ff922b',
    comparedBefore: '#ff8787',
    comparedAfter: '#69db7c',
  },
};
