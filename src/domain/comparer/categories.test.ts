import { describe, expect, it } from 'vitest';
import { placeOf } from '../locations.ts';
import { DIFF_CATEGORIES, DIFF_PAGES, diffCategory, firstPage, hasPropertyFilter, VEHICLE_EXTENSIONS } from './categories.ts';
import { propertyTitle } from './fields.ts';

const titlesUnder = (parent: string | undefined): readonly string[] =>
  DIFF_CATEGORIES.filter((one) => one.parent === parent && !one.whereUsed).map(({ title }) => title);
const filterOf = (section: string): readonly string[] => (diffCategory(section)?.properties ?? []).map(propertyTitle);

describe('what is compared', () => {
  it('is grouped into the categories, Vehicle Extensions beside those with entries of their own [H057]', () => {
    expect([...titlesUnder(undefined), VEHICLE_EXTENSIONS.title].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'Agencies',
      'Attributions',
      'Fares',
      'Feeds',
      'Levels',
      'Pathways',
      'Schedules',
      'Stops',
      'Ticketing Deep Links',
      'Ticketing Identifiers',
      'Transfers',
      'Translations',
      'Vehicle Extensions',
    ]);
  });

  it('schedules have Calendar, Tracks and Timetables [H058]', () => {
    expect(titlesUnder('schedules')).toEqual(['Calendar', 'Tracks', 'Timetables']);
  });

  it('fares have Conditions, Transports and Prior Ride Conditions; vehicle extensions Boardings, Categories and Couplings [H059 H060]', () => {
    expect(titlesUnder('fares')).toEqual(['Conditions', 'Transports', 'Prior Ride Conditions']);
    expect(titlesUnder('vehicle-extensions')).toEqual(['Boardings', 'Categories', 'Couplings']);
  });

  it('has these route sections [H061]', () => {
    const sections =
      'schedules fares stops pathways transfers agencies attributions ticketing-deep-links ticketing-identifiers translations feeds'.split(' ');
    for (const section of sections) {
      expect(diffCategory(section), section).toBeDefined();
      expect(placeOf(`/comparer/demo/3/8/${section}`)).toEqual({ section: 'comparer', databaseId: 'demo', from: 3, to: 8, category: section });
    }
  });

  it('has the pages Changed, Added and Removed, and begins with the first that has entries [H062]', () => {
    expect(DIFF_PAGES).toEqual(['changed', 'added', 'removed']);
    expect(firstPage({ changed: 1, added: 1, removed: 1 })).toBe('changed');
    expect(firstPage({ changed: 0, added: 1, removed: 1 })).toBe('added');
    expect(firstPage({ changed: 0, added: 0, removed: 1 })).toBe('removed');
  });
});

describe('the property filter', () => {
  it('is unavailable for the transports of fares alone [H067]', () => {
    expect(DIFF_CATEGORIES.filter((one) => !hasPropertyFilter(one)).map(({ section }) => section)).toEqual(['fares/transports']);
  });

  it('of vehicle extensions lists the name of categories, and the parts of boardings and couplings [H070 H071 H072]', () => {
    expect(filterOf('vehicle-extensions/categories')).toEqual(['Name']);
    expect(filterOf('vehicle-extensions/boardings')).toEqual(['Boarding Area ID', 'Vehicle Category ID', 'Child Sequence', 'Grand Child Sequence']);
    expect(filterOf('vehicle-extensions/couplings')).toEqual(['Parent ID', 'Child ID', 'Child Sequence', 'Child Label']);
  });

  it('of fare conditions knows what a fare is valid after, by fare groups and by stops [H073 H074]', () => {
    expect(filterOf('fares/prior-ride-conditions')).toContain('Fare Groups This Fare Is Valid After');
    expect(filterOf('fares/prior-ride-conditions')).toContain('Stops This Fare Is Valid After');
  });
});
