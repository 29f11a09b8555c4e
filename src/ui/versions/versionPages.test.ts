import { describe, expect, test } from 'vitest';
import { VERSION_PAGES } from '../../domain/locations.ts';
import { neighbourPage, PAGE_TITLES } from './versionPages.ts';

describe('the pages of a version', () => {
  test('next goes through Schedules, Fares, Stops, Translations, Agencies and begins again', () => {
    const seen = ['schedules'];
    for (let i = 0; i < 5; i++) seen.push(neighbourPage(seen.at(-1), 1, VERSION_PAGES) ?? '');
    expect(seen).toEqual(['schedules', 'fares', 'stops', 'translations', 'agencies', 'schedules']);
    expect(VERSION_PAGES.map((page) => PAGE_TITLES[page])).toEqual(['Schedules', 'Fares', 'Stops', 'Translations', 'Agencies']);
  });

  test('previous goes the other way round', () => {
    expect(neighbourPage('schedules', -1, VERSION_PAGES)).toBe('agencies');
    expect(neighbourPage('stops', -1, VERSION_PAGES)).toBe('fares');
  });

  test('from the version itself, next is the first page and previous the last', () => {
    expect(neighbourPage(undefined, 1, ['schedules', 'stops'])).toBe('schedules');
    expect(neighbourPage(undefined, -1, ['schedules', 'stops'])).toBe('stops');
    expect(neighbourPage(undefined, 1, [])).toBeUndefined();
  });
});
