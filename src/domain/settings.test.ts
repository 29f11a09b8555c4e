import { describe, expect, test } from 'vitest';
import { BrowserSettings, DEFAULT_SETTINGS } from './settings.ts';

describe('what a browser remembers', () => {
  test('zooming to a track is on at first [E129 R143]', () => {
    expect(DEFAULT_SETTINGS.zoomToTrack).toBe(true);
  });

  test('the transit alignment API is not used at first [E130 R143]', () => {
    expect(DEFAULT_SETTINGS.transitAlignment).toBe(false);
  });

  test('the last pathname begins in the data area, the tiles are the default ones [R143 E349]', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({ lastPathname: '/data', tiles: 'default-tile' });
  });

  test('a browser of an older build keeps what it knew and gets the defaults for the rest', () => {
    expect(BrowserSettings.parse({ zoomToTrack: false })).toEqual({ ...DEFAULT_SETTINGS, zoomToTrack: false });
  });
});
