import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { cssVariables, MENU_HEIGHT, theme } from './theme.ts';

describe('colours', () => {
  test.each(['light', 'dark'] as const)(
    'are primary teal, red for errors, green for done, blue for running, orange for warnings, in %s [E353 H371 R370]',
    (scheme) => {
      expect(theme.primaryColor).toBe('teal');
      const colours: Readonly<Record<string, string>> = cssVariables({ ...DEFAULT_THEME })[scheme];
      const hues = {
        '--dmp-accent': [150, 175],
        '--mantine-color-error': [-15, 15],
        '--dmp-done': [110, 145],
        '--dmp-running': [195, 225],
        '--dmp-warning': [15, 40],
      } as const;
      for (const [name, [from, to]] of Object.entries(hues)) {
        const hue = hueOf(colours[name] ?? '');
        expect(hue, `${name} ${colours[name]}`).toBeGreaterThanOrEqual(from);
        expect(hue, `${name} ${colours[name]}`).toBeLessThanOrEqual(to);
      }
    },
  );
});

test('select menus are at most 260 px high [R352]', () => {
  expect(MENU_HEIGHT).toBe(260);
  expect(theme.components?.['Select']?.defaultProps).toMatchObject({ maxDropdownHeight: 260 });
});

/** Degrees on the colour circle, reds from -180 on below 0. */
function hueOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (most === least) return Number.NaN;
  const part = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
  return part * 60;
}

test('what is typed into a choice that can be searched takes the place of what is chosen', () => {
  const { onFocus, onClick } = (theme.components?.['Select']?.defaultProps ?? {}) as Record<string, (event: unknown) => void>;
  let selected = 0;
  const event = (readOnly: boolean) => ({ currentTarget: { readOnly, select: () => (selected += 1) } });
  for (const act of [onFocus, onClick]) {
    act?.(event(false));
    act?.(event(true));
  }
  expect(selected).toBe(2);
});
