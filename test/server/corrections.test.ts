/** Corrections that belong together: what one of them makes room for, or names, counts for those after it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/changes.ts';
import { beginEdit } from '../../src/contract/versions.ts';
import { ChangeHistory, type Change, type ChangeSet } from '../../src/domain/changes.ts';
import { readSlots } from '../../server/store/entities.ts';
import { rebaseOnto as rebaseIn } from './rebaseOnto.ts';
import { type Document, startTestProduct, type Answer, type TestProduct } from './product.ts';
import { editCall } from './scheduleCalls.ts';
import { smallFeed, track } from './smallFeed.ts';

let product: TestProduct;
let base: number;
let versionId: number;

const draftOf = async (of: number): Promise<number> =>
  (await product.call(beginEdit, { params: { databaseId: 'test', versionId: of } })).body['EditableDbVersionId'] ?? 0;

beforeAll(async () => {
  product = await startTestProduct();
  base = await product.version(smallFeed());
});
afterAll(() => product.close());
beforeEach(async () => {
  versionId = await draftOf(base);
});

async function edits(of: number, ...all: readonly (readonly [type: string, payload: Readonly<Record<string, unknown>>])[]): Promise<void> {
  for (const [type, payload] of all) {
    const { status, text } = await editCall(product, type, of, payload);
    expect([type, status, text]).toEqual([type, 200, expect.any(String)]);
  }
}

/** Sets of a version, oldest first. */
async function setsOf(of: number): Promise<readonly ChangeSet[]> {
  const { body } = await product.call(contract.listChangesets, { query: { databaseId: 'test', dbVersionId: of } });
  return ChangeHistory.parse(body).Sets.toReversed();
}
async function changesOf(set: ChangeSet | undefined): Promise<readonly Change[]> {
  return ChangeHistory.parse((await product.call(contract.listChanges, { query: { setId: set?.SetId ?? 0 } })).body).Changes;
}
const rebaseOnto = (from: number, onto: number) => rebaseIn(product, from, onto);
const docOf = async (of: number, kind: 'Stop' | 'Track' | 'TicketingDeepLink' | 'Agency', id: string): Promise<object | null> =>
  (await readSlots(product.store.sql.db, of, [{ kind, id }]))[0]?.doc ?? null;

const OUT = { scheduleId: 'line 2', trackId: 'out' };

describe('rebased corrections', () => {
  it('remove a stop that an earlier one has made free', async () => {
    await edits(versionId, ['transfer.remove', { transferId: 't1' }], ['track.delete', OUT], ['stop.remove', { stopId: 'd' }]);
    const { rebase, made } = await rebaseOnto(versionId, base);
    expect(rebase).toMatchObject({ KeptBack: 0 });
    expect([await docOf(versionId, 'Stop', 'd'), await docOf(made, 'Stop', 'd')]).toEqual([null, null]);
  });

  it('remove a stop with what speaks of it in one set', async () => {
    await edits(versionId, [
      'stop.merge',
      {
        goneId: 'd',
        keptId: 'lonely',
        users: [
          { kind: 'Track', id: 'line%202/out' },
          { kind: 'Transfer', id: 't1' },
        ],
      },
    ]);
    const { rebase, made } = await rebaseOnto(versionId, base);
    expect(rebase).toMatchObject({ KeptBack: 0 });
    expect(await docOf(made, 'Stop', 'd')).toBeNull();
  });

  it('name no record that is not in the other version', async () => {
    const linked = await product.version([...smallFeed(), { kind: 'TicketingDeepLink', doc: { Id: 'shop', WebUrl: 'https://tickets.example' } }]);
    const draft = await draftOf(linked);
    await edits(draft, ['agency.editField', { agencyId: 'tram', field: 'ticketingDeepLinkId', value: 'shop' }]);
    const { rebase, made } = await rebaseOnto(draft, base);
    expect(rebase.Results).toMatchObject([{ Outcome: 'noLongerFits', Reason: 'There is no ticketing deep link shop in this version.' }]);
    expect(await docOf(made, 'Agency', 'tram')).not.toHaveProperty('TicketingDeepLinkId');
    expect((await rebaseOnto(draft, linked)).rebase).toMatchObject({ Applied: 1, KeptBack: 0 });
  });

  it('make a record and name it, which is there by then', async () => {
    await edits(versionId, ['record.create', { kind: 'TicketingDeepLink', recordId: 'shop', values: { WebUrl: 'https://tickets.example' } }]);
    await edits(versionId, ['agency.editField', { agencyId: 'tram', field: 'ticketingDeepLinkId', value: 'shop' }]);
    const { rebase, made } = await rebaseOnto(versionId, base);
    expect(rebase).toMatchObject({ Applied: 2, KeptBack: 0 });
    expect(await docOf(made, 'Agency', 'tram')).toMatchObject({ TicketingDeepLinkId: 'shop' });
  });
});

describe('switching changes on', () => {
  it('is refused where a record would name what is gone, as the undo is', async () => {
    await edits(versionId, ['record.create', { kind: 'TicketingDeepLink', recordId: 'shop', values: { WebUrl: 'https://tickets.example' } }]);
    await edits(versionId, ['agency.editField', { agencyId: 'tram', field: 'ticketingDeepLinkId', value: 'shop' }]);
    const [made, named] = await setsOf(versionId);
    const switched = (set: ChangeSet | undefined, Active: boolean): Promise<Answer> =>
      product.call(contract.toggleChanges, { body: { DbVersionId: versionId, SetIds: [set?.SetId ?? 0], Active } });
    expect((await switched(named, false)).status).toBe(200);
    expect((await switched(made, false)).status).toBe(200);
    const refused = await switched(named, true);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('There is no ticketing deep link shop in this version.')]);
  });
});

describe('attached corrections', () => {
  const renumbered = (id: string): Promise<number> =>
    product.version([
      ...smallFeed().filter(({ kind, doc }) => !(kind === 'Track' && doc.ScheduleId === 'line 2') && kind !== 'Timetable'),
      withDetour(track('line 2', id, ['c', 'lonely', 'd'])),
    ]);
  /** One more stop on the way: the track is not surely the same. */
  const withDetour = ({ kind, doc }: Document): Document => ({ kind, doc: { ...doc, Name: 'c-d' } }) as Document;

  it('are rebased from the version where they were attached', async () => {
    await edits(versionId, ['track.editField', { ...OUT, field: 'name', value: 'To the harbour' }]);
    const { rebase, made } = await rebaseOnto(versionId, await renumbered('out-7'));
    expect(rebase.Results).toMatchObject([{ Outcome: 'unattached' }]);
    const attached = await product.call(contract.attachTrack, {
      body: { DbVersionId: made, ChangeIds: [rebase.Results[0]?.ChangeId ?? 0], ScheduleId: 'line 2', TrackId: 'out-7' },
    });
    expect(attached.status, attached.text).toBe(200);
    expect(await docOf(made, 'Track', 'line%202/out-7')).toMatchObject({ Name: 'To the harbour' });
    const next = await rebaseOnto(made, await renumbered('out-7'));
    expect(next.rebase).toMatchObject({ Applied: 1, KeptBack: 0 });
    expect(await docOf(next.made, 'Track', 'line%202/out-7')).toMatchObject({ Name: 'To the harbour' });
  });

  it('that were deleted are not applied', async () => {
    await edits(versionId, ['track.editField', { ...OUT, field: 'name', value: 'To the harbour' }]);
    const [set] = await setsOf(versionId);
    const [change] = await changesOf(set);
    const ids = [change?.ChangeId ?? 0];
    await product.call(contract.deleteChanges, { body: { DbVersionId: versionId, changeIds: ids } });
    const newer = await draftOf(await renumbered('out-7'));
    const attached = await product.call(contract.attachTrack, {
      body: { DbVersionId: newer, ChangeIds: ids, ScheduleId: 'line 2', TrackId: 'out-7' },
    });
    expect([attached.status, await docOf(newer, 'Track', 'line%202/out-7')]).toMatchObject([409, { Name: 'c-d' }]);
  });
});
