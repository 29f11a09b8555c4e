import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as notifications from '../../src/contract/notifications.ts';
import * as contract from '../../src/contract/regions.ts';
import { newRule } from '../../src/domain/notificationRules.ts';
import { startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

const GENERAL = { Name: 'Northland', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR' };
const BOUNDS = { NorthEast: { Lat: 53, Lng: 7 }, SouthWest: { Lat: 51, Lng: 4 } };
const body = (changes: object = {}) => ({ Key: 'north', ...GENERAL, Bounds: BOUNDS, Databases: [{ Id: 'nbus', Name: 'Buses' }], ...changes });
const { id: _id, wholeRegion: _flag, ...RULE } = { ...newRule(1, 'mia@x.org'), name: 'Failures' };

describe('regions', () => {
  it('offers countries, timezones, languages and currencies [R111 R276]', async () => {
    const { body: options } = await product.call(contract.listRegionOptions);
    expect(options).toMatchObject({
      Countries: expect.arrayContaining([{ Id: 'NL', Name: 'Netherlands' }]),
      Timezones: expect.arrayContaining([{ Id: 'Europe/Amsterdam', Name: 'Amsterdam, Europe' }]),
      Languages: expect.arrayContaining([{ Id: 'nl', Name: 'Dutch' }]),
      Currencies: expect.arrayContaining([{ Id: 'EUR', Name: 'Euro' }]),
    });
    const countries = (options['Countries'] as unknown as { Id: string }[]).map(({ Id }) => Id);
    expect(countries.filter((id) => ['DD', 'SU', 'EU', 'ZZ'].includes(id))).toEqual([]);
    expect(countries.length).toBeGreaterThan(240);
  });

  it('makes a region with its databases, once however often it is sent [R277 R005]', async () => {
    const first = await product.call(contract.createRegion, { body: body({ Key: 'North' }) }, { key: 'make' });
    const again = await product.call(contract.createRegion, { body: body({ Key: 'North' }) }, { key: 'make' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ Region: { ...GENERAL, Key: 'north', Bounds: BOUNDS, Databases: [{ Id: 'nbus', Name: 'Buses' }] } });
    expect(again.text).toBe(first.text);
    expect(product.told.filter(({ target }) => target === 'regionChanged')).toHaveLength(1);
  });

  it('is listed and read with all its fields [H273 R274 R275 R110]', async () => {
    const expected = {
      Key: 'north',
      ...GENERAL,
      Bounds: BOUNDS,
      Databases: [{ Id: 'nbus', Name: 'Buses' }],
      Permissions: { ReadOnly: false },
      Rev: 0,
    };
    const { body: list } = await product.call(contract.listRegions);
    expect((list['Regions'] as unknown as { Key: string }[]).find(({ Key }) => Key === 'north')).toEqual(expected);
    expect((await product.call(contract.readRegion, { params: { region: 'north' } })).body).toEqual({ Region: expected });
    const bounds = await product.call(contract.readBounds, { params: { region: 'north' } });
    expect(bounds.body).toEqual({ NorthEastBounds: BOUNDS.NorthEast, SouthWestBounds: BOUNDS.SouthWest });
  });

  it('tells everything that is wrong as a list of fields [R121 R328]', async () => {
    const { status, body: errors } = await product.call(contract.createRegion, {
      body: body({
        Key: 'NORTH',
        Name: 'a/b',
        CountryCode: 'XX',
        Currency: '',
        Bounds: { NorthEast: BOUNDS.SouthWest, SouthWest: BOUNDS.NorthEast },
        Databases: [
          { Id: 'NBUS', Name: '' },
          { Id: 'two', Name: '' },
          { Id: 'Two', Name: 'a/b' },
        ],
      }),
    });
    expect(status).toBe(400);
    expect(errors).toEqual([
      { Field: 'Key', Message: 'Region with this key already exists' },
      { Field: 'Name', Message: 'Name can only contain letters, numbers, spaces and special characters -_,.()' },
      { Field: 'Currency', Message: 'Currency cannot be empty' },
      { Field: 'CountryCode', Message: 'There is no country XX' },
      { Field: 'Bounds/NorthEast', Message: 'Invalid the pair of north east & south west coordinates' },
      { Field: 'Databases[0]/Id', Message: 'Database id with this key already exists' },
      { Field: 'Databases[2]/Id', Message: 'Database id with this key already added to the list' },
      { Field: 'Databases[2]/Name', Message: 'Name can only contain letters, numbers, spaces and special characters -_,.()' },
    ]);
  });

  it('changes each part by itself, and not over what somebody else has changed [R278 R279 R280]', async () => {
    const params = { region: 'north' };
    const general = await product.call(contract.updateRegionGeneral, { params, body: { ...GENERAL, Name: 'North land' } }, { ifMatch: 0 });
    expect(general.body).toMatchObject({ Region: { Name: 'North land', Rev: 1, Bounds: BOUNDS } });
    const late = await product.call(contract.updateRegionBounds, { params, body: { Bounds: BOUNDS } }, { ifMatch: 0 });
    expect(late.status).toBe(412);
    const bounds = { NorthEast: { Lat: 54, Lng: 8 }, SouthWest: { Lat: 51, Lng: 4 } };
    const moved = await product.call(contract.updateRegionBounds, { params, body: { Bounds: bounds } }, { ifMatch: 1 });
    expect(moved.body).toMatchObject({ Region: { Bounds: bounds, Rev: 2 } });
    const databases = [{ Id: 'NTRAM', Name: 'Trams' }];
    const added = await product.call(contract.updateRegionDatabases, { params, body: { Databases: databases } }, { ifMatch: 2 });
    expect(added.body).toMatchObject({
      Region: {
        Databases: [
          { Id: 'nbus', Name: 'Buses' },
          { Id: 'ntram', Name: 'Trams' },
        ],
      },
    });
    const wrong = await product.call(
      contract.updateRegionDatabases,
      {
        params,
        body: {
          Databases: [
            { Id: 'nbus', Name: 'Buses' },
            { Id: 'x', Name: '' },
          ],
        },
      },
      { ifMatch: 3 },
    );
    expect(wrong.body).toEqual([{ Field: 'Databases[1]/Id', Message: 'Id length should be 2 to 8 characters' }]);
  });

  it('finds places by their names, from three letters on [R112 R282 R223]', async () => {
    const search = async (name: string) =>
      (await product.call(contract.searchLocations, { query: { name } })).body['Locations'] as unknown as { Name: string }[];
    expect((await search('Netherlands Utrecht'))[0]).toEqual({ Name: 'Utrecht, Netherlands', Coordinate: { Lat: 52.09083, Lng: 5.12222 } });
    expect((await search('zuri'))[0]).toMatchObject({ Name: 'Zürich, Switzerland' });
    expect(await search('ut')).toEqual([]);
  });

  it('is read-only for a viewer and where it is shut', async () => {
    const { body: list } = await product.call(contract.listRegions, {}, { as: 'viewer' });
    expect((list['Regions'] as unknown as { Permissions: unknown }[]).map(({ Permissions }) => Permissions)).toEqual([
      { ReadOnly: true },
      { ReadOnly: true },
    ]);
    await product.store.createRegion({ ...GENERAL, Key: 'shutland', Name: 'Shut', Bounds: null, ReadOnly: true });
    const refused = await product.call(contract.updateRegionGeneral, { params: { region: 'shutland' }, body: GENERAL }, { ifMatch: 0 });
    expect(refused).toMatchObject({ status: 403, body: { errors: [{ message: 'You have read-only rights' }] } });
  });
});

describe('notification rules', () => {
  const query = { region: 'north' };

  it('are stored as one list; new ones get an id, and the default recipient is whoever asks [R283 R284 R117]', async () => {
    expect((await product.call(notifications.listNotificationRules, { query })).body).toEqual({
      notifications: [],
      defaultEmail: 'editor@test.example',
      permissions: { readOnly: false },
      rev: 0,
    });
    const saved = await product.call(notifications.saveNotificationRules, { query, body: [RULE] }, { ifMatch: 0 });
    expect(saved.body).toMatchObject({ notifications: [{ ...RULE, id: expect.any(String) }], rev: 1 });
    const [first] = saved.body['notifications'] as unknown as { id: string }[];
    const both = [
      { ...RULE, name: 'Second', dbIds: ['nbus'] },
      { ...RULE, id: first?.id ?? '', enabled: false },
    ];
    const again = await product.call(notifications.saveNotificationRules, { query, body: both }, { ifMatch: 1 });
    expect(again.body).toMatchObject({
      notifications: [
        { name: 'Second', dbIds: ['nbus'] },
        { id: first?.id, enabled: false },
      ],
    });
    expect((await product.call(notifications.listNotificationRules, { query }, { as: 'viewer' })).body).toMatchObject({
      permissions: { readOnly: true },
      rev: 2,
    });
  });

  it('are refused as a whole where one is wrong, or where somebody else has changed them', async () => {
    const wrong = [
      { ...RULE, recipients: [] },
      { ...RULE, name: 'failures ', dbIds: ['other'] },
    ];
    const refused = await product.call(notifications.saveNotificationRules, { query, body: wrong }, { ifMatch: 2 });
    expect(refused.body).toEqual([
      { Field: '[0]/name', Message: 'Notification name should be unique per region' },
      { Field: '[0]/recipients', Message: 'At least one recipient is required' },
      { Field: '[1]/name', Message: 'Notification name should be unique per region' },
      { Field: '[1]/databases', Message: 'There is no database other in this region.' },
    ]);
    expect((await product.call(notifications.saveNotificationRules, { query, body: [RULE] }, { ifMatch: 1 })).status).toBe(412);
  });
});
