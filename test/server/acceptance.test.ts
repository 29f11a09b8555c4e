import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount } from '../../src/contract/account.ts';
import { listAgencies } from '../../src/contract/agencies.ts';
import { listDatabases } from '../../src/contract/regions.ts';
import { readSchedule } from '../../src/contract/schedules.ts';
import { createStop, editStopCoordinate } from './stopCalls.ts';
import { listVersions, readVersion } from '../../src/contract/versions.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { smallFeed, stopDoc } from './smallFeed.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

describe('agencies', () => {
  it('at most 1000 of a version are read, also where nobody says how many [E095 E282 E332]', async () => {
    const versionId = await product.version(
      Array.from({ length: 1001 }, (_, i) => ({ kind: 'Agency' as const, doc: { Id: `agency ${i}`, Name: `Agency ${i}` } })),
    );
    for (const query of [{}, { limit: 1000 }]) {
      const { body } = await product.call(listAgencies, { params: { versionId }, query });
      expect(body['Agencies']).toHaveLength(1000);
    }
    expect((await product.call(listAgencies, { params: { versionId }, query: { limit: 1001 } })).status).toBe(400);
  });

  it('tell their Id, Name, Url, FareUrl, Phone, Email, Timezone and Language [E092]', async () => {
    const doc = {
      Id: 'a',
      Name: 'A',
      Url: 'https://a.example',
      FareUrl: 'https://a.example/fares',
      Phone: '1',
      Email: 'a@a.example',
      Timezone: 'Europe/Amsterdam',
      Language: 'nl',
    };
    const versionId = await product.version([{ kind: 'Agency', doc }]);
    expect((await product.call(listAgencies, { params: { versionId } })).body).toMatchObject({ Agencies: [doc] });
  });
});

describe('databases and versions', () => {
  it('a database tells Id, Name, RegionKey, RegionName and Permissions.ReadOnly, and holds versions [E002 H001 H140 R125]', async () => {
    const { body } = await product.call(listDatabases);
    expect(body).toMatchObject({
      Databases: [
        { Id: 'shut', Name: 'Shut', RegionKey: 'testland', RegionName: 'Testland', Permissions: { ReadOnly: true } },
        { Id: 'test', Name: 'Test', RegionKey: 'testland', RegionName: 'Testland', Permissions: { ReadOnly: false } },
      ],
    });
    const ids = [await product.version([stopDoc('a')]), await product.version([stopDoc('a')])];
    const versions = (await product.call(listVersions, { params: { databaseId: 'test' } })).body['Versions'] as unknown as { Id: number }[];
    expect(versions.map(({ Id }) => Id)).toEqual(expect.arrayContaining(ids));
    expect((await product.call(listVersions, { params: { databaseId: 'shut' } })).body).toEqual({ Versions: [], More: false });
  });

  it('a database tells how many Versions it has, and which is current since when [E120]', async () => {
    const of = async (id: string): Promise<{ Versions: number; Current: unknown }> => {
      const { Databases } = (await product.call(listDatabases)).body as unknown as {
        Databases: { Id: string; Versions: number; Current: unknown }[];
      };
      const found = Databases.find(({ Id }) => Id === id);
      if (!found) throw new Error(`There is no database ${id}`);
      return found;
    };
    expect(await of('shut')).toMatchObject({ Name: 'Shut', RegionKey: 'testland', Versions: 0, Current: null, Permissions: { ReadOnly: true } });
    const { Versions: before } = await of('test');
    const versionId = await product.version([stopDoc('a')], 'published');
    expect(await of('test')).toMatchObject({
      Versions: before + 1,
      Current: { Id: versionId, Date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
    });
  });

  it('a version tells Id, Version, Source, Editable, Published, Current, Archived, Completed and Date [E121 H131]', async () => {
    const versionId = await product.version([stopDoc('a')], 'published');
    const { body } = await product.call(readVersion, { params: { versionId } });
    expect(body['Version']).toMatchObject({
      Id: versionId,
      Version: 'written by a test',
      Source: 'test',
      Editable: false,
      Published: true,
      Archived: false,
      Completed: true,
    });
    const { Current, Date: date } = body['Version'] as unknown as { Current: boolean; Date: string };
    expect(typeof Current).toBe('boolean');
    expect(date).toBe(new Date(date).toISOString());
  });
});

describe('an account', () => {
  it('tells name, email, verified and hasAccess, and whether it is read-only [E023 H012 H248 R011 R122]', async () => {
    const account = async (as: 'editor' | 'viewer' | 'norole' | 'unverified') => (await product.call(readAccount, {}, { as })).body;
    expect(await account('editor')).toEqual({
      name: 'editor@test.example',
      email: 'editor@test.example',
      verified: true,
      hasAccess: true,
      permissions: { readOnly: false, createRegions: true },
    });
    expect(await account('viewer')).toMatchObject({ hasAccess: true, permissions: { readOnly: true, createRegions: false } });
    expect(await account('norole')).toMatchObject({ hasAccess: false });
    expect(await account('unverified')).toMatchObject({ verified: false });
  });
});

describe('a schedule', () => {
  it('is read on its own, and tells Id, Name, ExternalTransportId, IsBaseSchedule and Calendar, and its tracks [E228]', async () => {
    const versionId = await product.version([
      ...smallFeed(),
      {
        kind: 'Schedule',
        doc: {
          Id: 'full',
          Name: '7',
          LongName: 'Seven',
          ExternalTransportId: 'route 7',
          IsBaseSchedule: true,
          Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-25', RunAs: 64 }] },
        },
      },
    ]);
    expect((await product.call(readSchedule, { params: { versionId, scheduleId: 'full' } })).body).toMatchObject({
      Schedule: {
        Id: 'full',
        Name: '7',
        LongName: 'Seven',
        ExternalTransportId: 'route 7',
        IsBaseSchedule: true,
        Calendar: { fromDate: '2026-01-01', Exceptions: [{ Date: '2026-12-25', RunAs: 64 }] },
      },
      Tracks: [],
    });
    expect((await product.call(readSchedule, { params: { versionId, scheduleId: 'nowhere' } })).status).toBe(404);
  });
});

describe('places on the earth', () => {
  it.each([
    [90.1, 0],
    [-90.1, 0],
    [0, 180.1],
    [0, -180.1],
  ])('a stop is neither made at nor moved to %d,%d [E165 E335 R249]', async (Lat, Lng) => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    expect((await product.call(createStop, { params: { versionId }, body: { stopId: 'n', coordinate: { Lat, Lng }, stopName: 'New' } })).status).toBe(
      400,
    );
    expect(
      (await product.call(editStopCoordinate, { params: { versionId }, body: { stopId: 'a', coordinate: { Lat, Lng } } }, { ifMatch: 0 })).status,
    ).toBe(400);
  });
});
