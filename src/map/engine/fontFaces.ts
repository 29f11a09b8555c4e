import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2?url';
import cyrillic600 from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff2?url';
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2?url';
import greek600 from '@fontsource/noto-sans/files/noto-sans-greek-600-normal.woff2?url';
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url';
import latin600 from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url';
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2?url';
import latinExt600 from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff2?url';
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff2?url';
import vietnamese600 from '@fontsource/noto-sans/files/noto-sans-vietnamese-600-normal.woff2?url';

/** The fonts of the map, from our own files; scripts not among them fall back to the fonts of the machine. */
export function fontFaces(origin: string): Record<string, { url: string; 'unicode-range': string[] }[]> {
  const faces = (files: Readonly<Record<keyof typeof ranges, string>>) => [
    face(files.latin, ranges.latin, origin),
    face(files.latinExt, ranges.latinExt, origin),
    face(files.greek, ranges.greek, origin),
    face(files.cyrillic, ranges.cyrillic, origin),
    face(files.vietnamese, ranges.vietnamese, origin),
  ];
  return {
    'Noto Sans Regular': faces({ latin, latinExt, greek, cyrillic, vietnamese }),
    'Noto Sans Bold': faces({ latin: latin600, latinExt: latinExt600, greek: greek600, cyrillic: cyrillic600, vietnamese: vietnamese600 }),
  };
}

/** As the font package lists them in its unicode.json. */
const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  latinExt:
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
} as const;

// The map's worker has no page to resolve a relative address against, so addresses are made absolute here.
function face(url: string, range: string, origin: string): { url: string; 'unicode-range': string[] } {
  return { url: new URL(url, origin).href, 'unicode-range': range.split(',') };
}
