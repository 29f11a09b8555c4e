import { describe, expect, test } from 'vitest';
import { mergeAgencies, withMergedAgencies } from './agencyMerging.ts';

const agency = (Id: string, Name = Id) => ({ Id, Name, Url: `https://${Id.toLowerCase()}.example/` });
const rule = (agencyIds: string[], mergedAgencyId: string, mergedAgencyName = '') => ({ id: '1', agencyIds, mergedAgencyId, mergedAgencyName });

describe('agency merging', () => {
  test('makes one agency where the first of its own stood, with the fields of the first [H141]', () => {
    const { agencies, became, idle } = mergeAgencies(
      [agency('A'), agency('B', 'Buses'), agency('C'), agency('D')],
      [rule(['D', 'B'], 'CITY', 'City')],
    );
    expect(agencies).toEqual([agency('A'), { ...agency('D'), Id: 'CITY', Name: 'City' }, agency('C')]);
    expect([...became]).toEqual([
      ['D', 'CITY'],
      ['B', 'CITY'],
    ]);
    expect(idle).toEqual([]);
  });

  test('keeps an agency that has the id already, once, and its name where none is given', () => {
    const { agencies } = mergeAgencies([agency('B'), agency('A', 'Trams')], [rule(['B'], 'A')]);
    expect(agencies).toEqual([{ ...agency('A', 'Trams') }]);
  });

  test('tells of a rule none of whose agencies is there', () => {
    expect(mergeAgencies([agency('A')], [rule(['X'], 'Y')])).toEqual({ agencies: [agency('A')], became: new Map(), idle: [rule(['X'], 'Y')] });
  });

  test('names the merged agency wherever one of its own was named, and drops the translations of those that go', () => {
    const became = new Map([['B', 'CITY']]);
    const identifier = { Id: 'i', TicketingStopId: 't', StopId: 's', AgencyId: 'B' };
    expect(withMergedAgencies('TicketingIdentifier', identifier, became)).toEqual({ ...identifier, AgencyId: 'CITY' });
    expect(withMergedAgencies('TicketingIdentifier', { ...identifier, AgencyId: 'A' }, became)).toEqual({ ...identifier, AgencyId: 'A' });
    const fare = { Id: 'f', Price: '1', Currency: 'EUR', Rules: [], Extra: { agency_id: 'B' } } as never;
    expect(withMergedAgencies('Fare', fare, became)).toMatchObject({ Extra: { agency_id: 'CITY' } });
    const translation = {
      Id: 't',
      CategoryName: 'agency',
      FieldName: 'agency_name',
      LanguageName: 'de',
      Translation: 'Busse',
      RecordId: 'B',
    } as never;
    expect(withMergedAgencies('Translation', translation, became)).toBeUndefined();
  });
});
