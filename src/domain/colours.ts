/** Colours of lines as feeds give them, and how well they are seen on what lies behind them. */

/** `#rrggbb` of a colour as GTFS writes it, with or without its sign; undefined where it is none. */
export function hexColour(color: string | undefined): string | undefined {
  const found = /^#?([0-9a-f]{6})$/i.exec(color ?? '');
  return found ? `#${found[1]}` : undefined;
}

/** Contrast of two colours (`#rrggbb`) by WCAG 2: 1 where they are the same, 21 of black and white. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Black or white, whichever is read better on the colour. */
export function readableOn(background: string): '#ffffff' | '#000000' {
  return contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000';
}

/** The colour, mixed with as much white or black as it takes to be seen on a ground with that contrast. */
export function seenOn(color: string, ground: string, least: number): string {
  const towards = partsOf(readableOn(ground));
  const from = partsOf(color);
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = hexOf(from.map((part, at) => part + ((towards[at] ?? 0) - part) * share));
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return hexOf(towards);
}

/** Relative luminance by WCAG 2. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(color).map((of255) => {
    const part = of255 / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hexOf(parts: readonly number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
