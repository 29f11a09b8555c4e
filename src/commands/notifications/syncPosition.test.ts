/** Nobody's edit is missed: messages and answers that come late, never, or in another order. */
import { expect, test } from 'vitest';
import { openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { Version } from '../../domain/versions.ts';
import { stopRow } from '../../projections/stops.ts';
import { authorOf } from '../../projections/changedBy.ts';
import { documentOf } from '../../projections/documents.ts';
import { isBehind } from '../../projections/syncPosition.ts';
import { hear } from '../../hearLive.ts';
import { changesLeft, undoScopeOf } from '../../projections/versions.ts';
import { deleteChanges } from '../changes/switchChanges.ts';
import { cloneFare } from '../fares/fareEdits.ts';
import { editStopField } from '../stops/stopEdits.ts';
import { liveStatusChanged } from './liveStatusChanged.ts';
import { changeReceived } from './changeReceived.ts';
import { versionListed } from './versionListed.ts';
import { versionRead } from './versionRead.ts';
import { versionChanged } from './versionChanged.ts';

const ANNA = 'anna.smit@demo.example';
const stop = (Name: string) => ({ Id: 'S1', Name, Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 });
const edit = (Rev: number, Name: string, Fields = ['Name']) => ({ Kind: 'Stop', Id: 'S1', Rev, Doc: stop(Name), Fields });
const changedBy = (Rev: number, Name: string) =>
  versionChanged({ VersionId: 1, Rev, CommandId: `anna:${Rev}`, Author: ANNA, Edits: [edit(Rev, Name)] });
const own = (Rev: number) => changeReceived({ VersionId: 1, Rev, whole: true });
const overlay = (Rev: number, Name: string) => ({ Rev, Stops: [{ ...stop(Name), Rev }] });

/** A live message of somebody else's edit, as the session hears it. */
function tell(kernel: ReturnType<typeof openProduct>['kernel'], message: ReturnType<typeof changedBy>): void {
  kernel.receive(message);
  kernel.receive(own(message.payload.Rev));
}

/** A version with one stop; `calls` are the revisions since which edits were requested. */
function opened() {
  const product = openProduct('/data/db/demo/v/1/stops');
  const { kernel, calls } = product;
  return {
    ...product,
    since: () => calls.filter(({ call }) => call.call === 'listEdits').map(({ call }) => (call.input as { query: { since: number } }).query.since),
    name: () => stopRow(kernel.snapshot().view, 1, 'S1')?.Name,
    upTo: () => kernel.snapshot().base.versions[1]?.heard.upTo,
  };
}

test('an own answer does not hide what a colleague wrote before it while the live connection was down', () => {
  const { kernel, call, since, upTo } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  kernel.receive(liveStatusChanged({ status: 'disconnected', gap: false }));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'zoneId', value: 'Z', rev: 9 }));
  call('stop.editField').answer({ Rev: 11, Documents: [{ ...edit(11, 'Nine'), Doc: { ...stop('Nine'), ZoneId: 'Z' } }] });
  expect(upTo()).toBe(9);
  kernel.receive(liveStatusChanged({ status: 'connected', gap: true }));
  expect(since()).toEqual([9]);
  call('listEdits').answer({ Rev: 11, Edits: [], Changes: [], More: false });
  expect(upTo()).toBe(11);
});

test('a document that a live message brought before any data was loaded is not taken for as new as a later own answer', () => {
  const { kernel, call, since, upTo } = opened();
  tell(kernel, changedBy(1, 'One'));
  expect(upTo()).toBe(1);
  kernel.receive(liveStatusChanged({ status: 'disconnected', gap: false }));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S2', field: 'zoneId', value: 'Z', rev: 0 }));
  call('stop.editField').answer({ Rev: 7, Documents: [{ ...edit(7, 'Two'), Id: 'S2', Doc: { ...stop('Two'), Id: 'S2', ZoneId: 'Z' } }] });
  expect(upTo()).toBe(1);
  kernel.receive(liveStatusChanged({ status: 'connected', gap: true }));
  expect(since()).toEqual([1]);
  call('listEdits').answer({ Rev: 7, Edits: [{ ...edit(6, 'One'), Doc: null }], Changes: [], More: false });
  expect([upTo(), documentOf(kernel.snapshot().view, 1, 'Stop', 'S1')]).toEqual([7, undefined]);
});

test('an own answer that is older than what is loaded brings back nothing that a colleague has removed since', () => {
  const { kernel, call, since, upTo } = opened();
  const name = () => stopRow(kernel.snapshot().view, 1, 'S2')?.Name;
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S2', field: 'zoneId', value: 'Z', rev: 4 }));
  call('listStops').answer(overlay(10, 'Ten'));
  const S2 = { ...edit(5, 'Two'), Id: 'S2', Doc: { ...stop('Two'), Id: 'S2', ZoneId: 'Z' } };
  call('stop.editField').answer({ Rev: 5, Documents: [S2] });
  expect([upTo(), since()]).toEqual([5, [5]]);
  call('listEdits').answer({ Rev: 10, Edits: [{ ...S2, Rev: 7, Doc: null }], Changes: [], More: false });
  expect([upTo(), name()]).toEqual([10, undefined]);
});

test('an own edit whose answer comes after a later edit of the same field does not bring its value back', () => {
  const { kernel, call } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'zoneId', value: 'Z', rev: 9 }));
  const theirs = { ...edit(11, 'Nine', ['ZoneId']), Doc: { ...stop('Nine'), ZoneId: 'Q' } };
  tell(kernel, versionChanged({ VersionId: 1, Rev: 11, CommandId: 'anna:11', Author: ANNA, Edits: [theirs] }));
  call('stop.editField').answer({ Rev: 10 });
  expect(documentOf(kernel.snapshot().view, 1, 'Stop', 'S1')?.ZoneId).toBe('Q');
});

test('edits that were missed before an own one are loaded too when a change set is deleted after it', () => {
  const { kernel, call, since } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'zoneId', value: 'Z', rev: 9 }));
  call('stop.editField').answer({ Rev: 12, Documents: [edit(12, 'Nine')] });
  kernel.dispatch(deleteChanges({ versionId: 1, changeIds: [], setId: 7 }));
  call('deleteChanges').answer({ Rev: 13, Conflicts: [], Switched: [7], TakenBack: [] });
  expect(since()).toEqual([9]);
});

test('an own answer that a message has overtaken fetches nothing where its documents were here', () => {
  const { kernel, call, since, upTo } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  tell(kernel, changedBy(10, 'Ten'));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'zoneId', value: 'Z', rev: 10 }));
  kernel.receive(own(11));
  tell(kernel, changedBy(12, 'Twelve'));
  call('stop.editField').answer({ Rev: 11, Documents: [edit(11, 'Ten')] });
  expect([upTo(), since()]).toEqual([12, []]);
});

test.each([
  ['was not here', false],
  ['had been removed', true],
])('an own edit is not computed from a document that was changed after it: what %s before is loaded', (_what, isRemoved) => {
  const { kernel, call, since } = opened();
  const fare = (Rev: number, Id: string, Price: string) => ({
    Kind: 'Fare',
    Id,
    Rev,
    Doc: { Id, Price, Currency: 'EUR', Rules: [] },
    Fields: ['Price'],
  });
  const says = (Rev: number, Edits: Parameters<typeof versionChanged>[0]['Edits']) =>
    versionChanged({ VersionId: 1, Rev, CommandId: `anna:${Rev}`, Author: ANNA, Edits });
  const clone = () => documentOf(kernel.snapshot().view, 1, 'Fare', 'F7');
  tell(kernel, says(3, [fare(3, 'F1', '2.00'), ...(isRemoved ? [{ ...fare(3, 'F7', ''), Doc: null }] : [])]));
  kernel.dispatch(cloneFare({ versionId: 1, fareId: 'F1', newId: 'F7' }));
  kernel.receive(own(4));
  tell(kernel, says(5, [fare(5, 'F1', '3.00')]));
  call('fare.clone').answer({ Rev: 4 });
  expect(clone()).toBeUndefined();
  const made = fare(4, 'F7', '2.00');
  if (isRemoved) call('listEdits').answer({ Rev: 5, Edits: [made, fare(5, 'F1', '3.00')], Changes: [], More: false });
  else call('readDocuments').answer({ Rev: 5, Documents: [made] });
  expect([clone()?.Price, since()]).toEqual(['2.00', isRemoved ? [3] : []]);
});

test('edits that were read before any data was loaded are what is here: those after them are missing', () => {
  const { kernel, call, since, upTo } = opened();
  kernel.receive(versionChanged({ VersionId: 1, Rev: 9, CommandId: 'anna:9', Author: ANNA, Edits: null }));
  expect([since(), upTo()]).toEqual([[0], null]);
  call('listEdits').answer({ Rev: 4, Edits: [edit(4, 'Four')], Changes: [], More: true });
  expect([since(), upTo()]).toEqual([[0, 4], 4]);
});

test('a message that arrives while the overlay of the revision before it loads is fetched again', () => {
  const { kernel, call, since, name } = opened();
  tell(kernel, changedBy(10, 'Ten'));
  call('listStops').answer(overlay(9, 'Nine'));
  expect(since()).toEqual([9]);
  call('listEdits').answer({ Rev: 10, Edits: [edit(10, 'Ten')], Changes: [], More: false });
  expect(name()).toBe('Ten');
});

test('what a colleague wrote after a list was read, and before the live connection was there, is fetched also where no stop was read', () => {
  const { kernel, since, upTo } = opened();
  kernel.receive(versionRead({ versionId: 1, rev: 9 }));
  kernel.receive(versionRead({ versionId: 1, rev: 11 }));
  expect([upTo(), since()]).toEqual([9, []]);
  kernel.receive(liveStatusChanged({ status: 'connected', gap: true }));
  expect(since()).toEqual([9]);
});

test('catching up with a version that is just being saved is no error, and is repeated when the version is readable again', () => {
  const { kernel, call, since, name } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  kernel.receive(liveStatusChanged({ status: 'connected', gap: true }));
  call('listEdits').fail({ status: 409, messages: ['This version is still being saved'] });
  expect(kernel.snapshot().errors).toEqual([]);
  kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse(versionOf(1, { Rev: 9 })) }));
  expect(since(), 'nothing is missing').toEqual([9]);
  kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse(versionOf(1, { Rev: 10 })) }));
  expect(since()).toEqual([9, 9]);
  call('listEdits').answer({ Rev: 10, Edits: [edit(10, 'Ten')], Changes: [], More: false });
  expect(name()).toBe('Ten');
});

test('what an own edit did to the findings is learnt by catching up where it was checked before the live connection was there', () => {
  const { kernel, call } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  const id = kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Two  spaces', rev: 9 }));
  call('stop.editField').answer({ Rev: 10, Documents: [edit(10, 'Two  spaces')] });
  kernel.receive(liveStatusChanged({ status: 'connected', gap: true }));
  const change = { Author: 'me@demo.example', Edits: [{ Kind: 'Stop', Id: 'S1', Fields: ['Name'] }] };
  call('listEdits').answer({
    Rev: 11,
    Edits: [edit(11, 'Two  spaces')],
    Changes: [
      { ...change, Rev: 10, CommandId: id, Effect: { Errors: 0, Warnings: 1 } },
      { ...change, Rev: 11, CommandId: 'anna:1' },
    ],
    More: false,
  });
  expect(kernel.snapshot().view.versions[1]?.validation.effects).toEqual({ [id]: { errors: 0, warnings: 1 } });
});

test('after an answer that is older than the sync position the edits since then are loaded', () => {
  const { kernel, call, since } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  kernel.receive(versionRead({ versionId: 1, rev: 8 }));
  call('listEdits').answer({ Rev: 9, Edits: [], Changes: [], More: false });
  tell(kernel, changedBy(10, 'Ten'));
  kernel.receive(versionRead({ versionId: 1, rev: 9 }));
  call('listEdits').answer({ Rev: 10, Edits: [], Changes: [], More: false });
  kernel.receive(versionRead({ versionId: 1, rev: 10 }));
  expect(since()).toEqual([8, 9]);
});

test('a dropped message is noticed at the next one, also at the own; messages in order fetch nothing', () => {
  const { kernel, call, since, name, upTo } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  tell(kernel, changedBy(10, 'Ten'));
  kernel.receive(own(11));
  expect([since(), upTo()]).toEqual([[], 11]);
  kernel.receive(own(13));
  expect([since(), upTo()]).toEqual([[11], 11]);
  call('listEdits').answer({ Rev: 13, Edits: [edit(12, 'Twelve')], Changes: [], More: false });
  expect([name(), upTo()]).toEqual(['Twelve', 13]);
  tell(kernel, changedBy(12, 'Twelve'));
  tell(kernel, changedBy(14, 'Fourteen'));
  expect([since(), upTo(), name()]).toEqual([[11], 14, 'Fourteen']);
});

test('messages in another order end where the right order ends', () => {
  const { kernel, call, name, upTo } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  for (const rev of [12, 11, 10]) tell(kernel, changedBy(rev, `rev ${rev}`));
  call('listEdits').answer({ Rev: 12, Edits: [edit(12, 'rev 12')], Changes: [], More: false });
  expect([name(), upTo()]).toEqual(['rev 12', 12]);
});

test('edits learnt by catching up mark undo entries stale and name their author; what was made on top of them stays', () => {
  const { kernel, call } = opened();
  const scope = undoScopeOf(1);
  const stale = () => kernel.entries(scope).map((line) => line.stale);
  const rename = (to: string, rev: number, answered: number): string => {
    const id = kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: to, rev }));
    call('stop.editField').answer({ Rev: answered, Documents: [edit(answered, to)] });
    return id;
  };
  call('listStops').answer(overlay(9, 'Nine'));
  const first = rename('Mine', 9, 10);
  const onTop = rename('Mine again', 11, 12);
  kernel.receive(liveStatusChanged({ status: 'connected', gap: true }));
  call('listEdits').answer({
    Rev: 12,
    Edits: [edit(12, 'Mine again')],
    Changes: [
      { Rev: 10, Author: 'me@demo.example', CommandId: first, Edits: [{ Kind: 'Stop', Id: 'S1', Fields: ['Name'] }] },
      { Rev: 11, Author: ANNA, CommandId: 'anna:1', Edits: [{ Kind: 'Stop', Id: 'S1', Fields: ['Name', 'ZoneId'] }] },
      { Rev: 12, Author: 'me@demo.example', CommandId: onTop, Edits: [{ Kind: 'Stop', Id: 'S1', Fields: ['Name'] }] },
    ],
    More: false,
  });
  expect(stale()).toEqual([undefined, 'Anna Smit changed this']);
  expect(authorOf(kernel.snapshot().view, 1, ['stop/S1/ZoneId'])).toBe('Anna Smit');
});

test('the changes that are left of a version: those of a colleague count at once, those that are undone do not', () => {
  const { kernel, call } = opened();
  const left = () => changesLeft(kernel.snapshot().view, 1);
  call('listStops').answer(overlay(1, 'One'));
  expect(left()).toBe(1);
  tell(kernel, changedBy(2, 'Two'));
  expect(left()).toBe(2);
  const { payload } = changedBy(3, 'One');
  tell(kernel, versionChanged({ ...payload, Undone: 2 }));
  expect(left()).toBe(1);
  tell(kernel, changedBy(4, 'Two'));
  expect(left()).toBe(2);
});

test('a revision that the server says and no message told is fetched once', () => {
  const { kernel, call, since, name } = opened();
  const says = (Rev: number): boolean => {
    const behind = isBehind(kernel.snapshot().view, 1, Rev);
    if (behind) kernel.receive(changeReceived({ VersionId: 1, Rev, whole: false }));
    return behind;
  };
  expect(says(9)).toBe(false);
  call('listStops').answer(overlay(9, 'Nine'));
  expect([says(9), says(10), says(10), says(10)]).toEqual([false, true, false, false]);
  expect(since()).toEqual([9]);
  call('listEdits').answer({ Rev: 10, Edits: [edit(10, 'Ten')], Changes: [], More: false });
  expect(name()).toBe('Ten');
  expect([says(10), since()]).toEqual([false, [9]]);
});

test('an own edit that an earlier run has made and whose record was lost, as on a full disk, is loaded', () => {
  const { kernel, call, since, name } = opened();
  call('listStops').answer(overlay(9, 'Nine'));
  const restored = { ...kernel, ownIds: `${kernel.header.session}:run2.` };
  const told = (Rev: number, CommandId: string) =>
    hear(restored, { type: 'live.versionChanged', payload: { VersionId: 1, Rev, CommandId, Author: ANNA, Edits: [edit(Rev, 'Told')] } });
  told(10, `${kernel.header.session}:run2.90`);
  expect(since()).toEqual([]);
  told(11, `${kernel.header.session}:80`);
  expect(since()).toEqual([10]);
  call('listEdits').answer({ Rev: 11, Edits: [edit(11, 'Told')], Changes: [], More: false });
  expect(name()).toBe('Told');
});
