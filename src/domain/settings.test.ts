import { describe, expect, test } from 'vitest';
import { BrowserSettings, DEFAULT_SETTINGS, settingsAfterLogOut } from './settings.ts';

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

  test('pipeline tags are expanded at first [E131 H161]', () => {
    expect(DEFAULT_SETTINGS.pipelineTagsExpanded).toBe(true);
  });

  test('the five newest tags are kept, no more [E132 H162]', () => {
    expect(BrowserSettings.safeParse({ recentPipelineTags: ['a', 'b', 'c', 'd', 'e'] }).success).toBe(true);
    expect(BrowserSettings.safeParse({ recentPipelineTags: ['a', 'b', 'c', 'd', 'e', 'f'] }).success).toBe(false);
  });

  test('every setting of the specification is one of a browser [E128 H160]', () => {
    expect(Object.keys(BrowserSettings.shape)).toEqual(
      expect.arrayContaining([
        'zoomToTrack',
        'transitAlignment',
        'comparerHelperSeen',
        'pipelineRegions',
        'exportRegions',
        'lastPathname',
        'pipelineTagsExpanded',
        'recentPipelineTags',
      ]),
    );
  });

  test('after log-out how things look is remembered, and nothing of what was looked at', () => {
    const left = settingsAfterLogOut(
      BrowserSettings.parse({
        colorScheme: 'dark',
        lastPathname: '/data/db/demo/v/7',
        recentPipelineTags: ['secret'],
        pipelineRegions: { secret: true },
      }),
    );
    expect(left).toEqual({ ...DEFAULT_SETTINGS, colorScheme: 'dark' });
  });

  test('a browser of an older build keeps what it knew and gets the defaults for the rest', () => {
    expect(BrowserSettings.parse({ zoomToTrack: false })).toEqual({ ...DEFAULT_SETTINGS, zoomToTrack: false });
  });
});
