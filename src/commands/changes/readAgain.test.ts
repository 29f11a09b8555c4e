/** What the server makes of documents is read again once one of them is another: after own edits, their undo, and those of colleagues. */
import { describe, expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { editAgencyField } from '../agencies/agencyEdits.ts';
import { editExceptions, editInterval } from '../calendars/calendarEdits.ts';
import { versionChanged } from '../notifications/versionChanged.ts';
import { editScheduleField } from '../schedules/scheduleEdits.ts';
import { openPlace } from '../shell/openPlace.ts';
import { editStopField, moveStop } from '../stops/stopEdits.ts';
import { editTimetableDays } from '../timetables/timetableEdits.ts';
import { loadNetwork } from '../tracks/loadNetwork.ts';
import { deleteTrack, deleteTrackStop, editTrackField } from '../tracks/trackEdits.ts';
import { loadValidationSummary } from '../validation/loadValidationSummary.ts';
import { loadDocuments } from './loadDocuments.ts';

const stop = { Id: 'S1', Name: 'One', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 }, WheelchairBoarding: 0 };
const track = { ScheduleId: 'L1', Id: 'a-b', Name: 'A - B', Direction: 'Forward', Visible: true, Stops: [{ StopId: 'S1' }, { StopId: 'S2' }] };
const without = { ...track, Stops: [{ StopId: 'S2' }] };
const served = {
  Stop: stop,
  Rev: 4,
  Transfers: [],
  Pathways: [],
  Schedules: [{ Id: 'L1', Name: '1', Tracks: [{ Id: 'a-b', Name: 'A - B' }] }],
  Agencies: [{ Id: 'A1', Name: 'Trams' }],
  StopNames: {},
};
const unserved = { ...served, Schedules: [], Agencies: [] };
const stopPage = '/data/db/demo/v/1/stops/S1';

/** The product with the details of a stop, which one track serves, on the screen or left for another page. */
function openServedStop({ left = false } = {}) {
  const product = openProduct(stopPage);
  const { kernel, call, calls } = product;
  call('listStops').answer({ Rev: 4, Stops: [{ Id: 'S1', Name: 'One', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 } }] });
  call('readStopDetails').answer({ Stops: [served] });
  kernel.dispatch(loadDocuments({ versionId: 1, keys: [{ kind: 'Track', id: 'L1/a-b' }] }));
  call('readDocuments').answer({ Rev: 4, Documents: [{ Kind: 'Track', Id: 'L1/a-b', Rev: 4, Doc: track, Fields: [] }] });
  if (left) kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/transfers', search: '' }));
  const readings = (name: string): number => calls.filter((one) => one.call.call === name).length;
  return {
    ...product,
    readings,
    details: () => kernel.snapshot().view.versions[1]?.stopDetails['S1'],
    takeOut: () => {
      kernel.dispatch(deleteTrackStop({ versionId: 1, scheduleId: 'L1', trackId: 'a-b', stopId: 'S1', position: 0 }));
      call('track.deleteStop').answer({ Rev: 5, Documents: [{ Kind: 'Track', Id: 'L1/a-b', Rev: 5, Doc: without, Fields: ['Stops'] }] });
    },
  };
}

const byAnna = (Edits: readonly object[]): CommandInput => ({
  type: versionChanged.type,
  payload: { VersionId: 1, Rev: 5, CommandId: null, Author: 'anna.smit@demo.example', Edits },
});

describe('the lines of a stop', () => {
  test('are read again when an own edit takes it out of a track, and when that is undone', () => {
    const { kernel, call, readings, details, takeOut } = openServedStop();
    takeOut();
    expect(readings('readStopDetails')).toBe(2);
    call('readStopDetails').answer({ Stops: [unserved] });
    expect(details()).toMatchObject({ status: 'succeeded', value: { Schedules: [] } });
    kernel.undo('version/1');
    call('revertChangeset').answer({ Rev: 6, Documents: [{ Kind: 'Track', Id: 'L1/a-b', Rev: 6, Doc: track, Fields: ['Stops'] }] });
    expect(readings('readStopDetails')).toBe(3);
  });

  test('are read again when the stop is looked at next, and stay until they are here', () => {
    const { kernel, readings, details, takeOut } = openServedStop({ left: true });
    takeOut();
    expect(readings('readStopDetails')).toBe(1);
    expect(details()).toMatchObject({ status: 'idle', value: { Schedules: [{ Id: 'L1' }] } });
    kernel.dispatch(openPlace({ path: stopPage, search: '' }));
    expect(readings('readStopDetails')).toBe(2);
  });

  test.each([
    ['an edit of a track that serves it', { Kind: 'Track', Id: 'L1/a-b', Rev: 5, Doc: without, Fields: ['Stops'] }],
    ['a track that is too large for a live message', { Kind: 'Track', Id: 'L1/x', Rev: 5, Doc: null, Large: true, Fields: ['Stops'] }],
    ['a new track to it', { Kind: 'Track', Id: 'L2/x', Rev: 5, Doc: { ...track, ScheduleId: 'L2', Id: 'x' }, Fields: ['Id', 'Stops'] }],
    ['a removed track', { Kind: 'Track', Id: 'L1/a-b', Rev: 5, Doc: null, Fields: ['Id', 'Stops'] }],
    ['another name of its line', { Kind: 'Schedule', Id: 'L1', Rev: 5, Doc: null, Large: true, Fields: ['Name'] }],
    ['another name of its agency', { Kind: 'Agency', Id: 'A1', Rev: 5, Doc: { Id: 'A1', Name: 'City trams' }, Fields: ['Name'] }],
  ])('are read again after %s by a colleague', (_what, edit) => {
    const { kernel, readings, details } = openServedStop();
    kernel.receive(byAnna([edit]));
    expect(readings('readStopDetails')).toBe(2);
    expect(details()?.status).toBe('loading');
  });

  test.each([
    ['the direction of its track', { Kind: 'Track', Id: 'L1/a-b', Rev: 5, Doc: { ...track, Direction: 'Backward' }, Fields: ['Direction'] }],
    ['a track elsewhere', { Kind: 'Track', Id: 'L2/x', Rev: 5, Doc: { ...without, ScheduleId: 'L2', Id: 'x' }, Fields: ['Id', 'Stops'] }],
    ['another line', { Kind: 'Schedule', Id: 'L2', Rev: 5, Doc: null, Large: true, Fields: ['Name'] }],
  ])('are not read again after %s', (_what, edit) => {
    const { kernel, readings } = openServedStop();
    kernel.receive(byAnna([edit]));
    expect(readings('readStopDetails')).toBe(1);
  });

  test('that are being read when a colleague changes a track are asked for again', () => {
    const { kernel, call } = openProduct(stopPage);
    const before = call('readStopDetails');
    kernel.receive(byAnna([{ Kind: 'Track', Id: 'L1/a-b', Rev: 5, Doc: without, Fields: ['Stops'] }]));
    expect([before.aborted(), call('readStopDetails').aborted()]).toEqual([true, false]);
  });
});

test('texts to translate are read again after a name is another, not after a stop has moved', () => {
  const { kernel, call, calls } = openProduct('/data/db/demo/v/1/translations');
  const readings = (): number => calls.filter((one) => one.call.call === 'listSourceTexts').length;
  call('listStops').answer({ Rev: 4, Stops: [{ Id: 'S1', Name: 'One', Type: 0, Coordinate: { Lat: 52.1, Lng: 5.1 } }] });
  call('listSourceTexts').answer({ Texts: [] });
  kernel.receive(byAnna([{ Kind: 'Stop', Id: 'S1', Rev: 5, Doc: { ...stop, Coordinate: { Lat: 52, Lng: 5 } }, Fields: ['Coordinate'] }]));
  kernel.dispatch(moveStop({ versionId: 1, stopId: 'S1', coordinate: { Lat: 52.2, Lng: 5.2 } }));
  call('stop.move').answer({ Rev: 6 });
  expect(readings()).toBe(1);
  kernel.receive(byAnna([{ Kind: 'Stop', Id: 'S1', Rev: 7, Doc: { ...stop, Name: 'Uno' }, Fields: ['Name'] }]));
  expect(readings()).toBe(2);
  call('listSourceTexts').answer({ Texts: [] });
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Ein' }));
  call('stop.editField').answer({ Rev: 8 });
  expect(readings()).toBe(3);
});

describe('the list of lines, the lines of the map and the validation summary', () => {
  const of = { versionId: 1, scheduleId: 'L1', trackId: 'a-b' };

  function openLists() {
    const product = openProduct('/data/db/demo/v/1/schedules');
    const { kernel, call, calls } = product;
    kernel.dispatch(loadNetwork({ versionId: 1, zoom: 11 }));
    kernel.dispatch(loadValidationSummary({ versionId: 1 }));
    const row = { Id: 'L1', Name: '1', FromDate: '2026-01-01', ToDate: '2026-12-31', IsBaseSchedule: false, TrackCount: 1 };
    call('listSchedules').answer({ Schedules: [row], TooManyResultsForSearch: false });
    call('readNetwork').answer({ Rev: 4, Lines: [], Shapes: [] });
    const count = (): readonly number[] =>
      ['listSchedules', 'readNetwork', 'readValidationSummary'].map((name) => calls.filter((one) => one.call.call === name).length);
    return { ...product, count };
  }

  test.each<readonly [string, CommandInput, 'drawn' | 'not drawn']>([
    ['the name of a line', editScheduleField({ versionId: 1, scheduleIds: ['L1'], field: 'Name', value: 'One' }), 'drawn'],
    ['the address of a line', editScheduleField({ versionId: 1, scheduleIds: ['L1'], field: 'Url', value: 'https://x.example' }), 'not drawn'],
    ['the first and the last date', editInterval({ versionId: 1, scheduleIds: ['L1'], from: '2026-02-01', to: '2026-12-31' }), 'not drawn'],
    ['a date that differs', editExceptions({ versionId: 1, scheduleIds: ['L1'], dates: [{ Date: '2026-12-24', RunAs: 64 }] }), 'not drawn'],
    ['the stops of a track', deleteTrackStop({ ...of, stopId: 'S1', position: 0 }), 'drawn'],
    ['the name of a track', editTrackField({ ...of, field: 'name', value: 'There' }), 'not drawn'],
    ['a whole track', deleteTrack(of), 'drawn'],
  ])('are read again after an edit of %s, and after its undo; the map where it draws that [E150]', (_what, edit, drawn) => {
    const { kernel, call, count } = openLists();
    kernel.dispatch(edit);
    call(edit.type).answer({ Rev: 5, Documents: [] });
    expect(count()).toEqual([2, drawn === 'drawn' ? 2 : 1, 2]);
    kernel.undo('version/1');
    call('revertChangeset').answer({ Rev: 6, Documents: [] });
    expect(count()).toEqual([3, drawn === 'drawn' ? 3 : 1, 3]);
  });

  test('count the tracks that a colleague has made and removed; the list is read once for an own one', () => {
    const { kernel, call, count } = openLists();
    kernel.receive(byAnna([{ Kind: 'Track', Id: 'L1/x', Rev: 5, Doc: { ...track, Id: 'x' }, Fields: ['Id', 'Name', 'Stops'] }]));
    expect(count()).toEqual([2, 1, 1]);
    call('listSchedules').answer({ Schedules: [], TooManyResultsForSearch: false });
    kernel.receive(byAnna([{ Kind: 'Track', Id: 'L1/x', Rev: 6, Doc: { ...track, Id: 'x', Name: 'X' }, Fields: ['Name'] }]));
    expect(count()).toEqual([2, 1, 1]);
    kernel.dispatch(deleteTrack({ ...of, trackId: 'x' }));
    call('track.delete').answer({ Rev: 7, Documents: [{ Kind: 'Track', Id: 'L1/x', Rev: 7, Doc: null, Fields: [] }] });
    expect(count()).toEqual([3, 2, 2]);
  });

  test('the lines of the map are to be read again after a colleague has changed what they draw, and are shown until then', () => {
    const { kernel, call, count } = openLists();
    const lines = () => kernel.snapshot().view.versions[1]?.overlays.network[11];
    kernel.receive(byAnna([{ Kind: 'Track', Id: 'L1/x', Rev: 5, Doc: { ...track, Id: 'x' }, Fields: ['Name'] }]));
    expect(lines()).toMatchObject({ status: 'succeeded' });
    kernel.receive(byAnna([{ Kind: 'Track', Id: 'L1/x', Rev: 6, Doc: { ...without, Id: 'x' }, Fields: ['Stops'] }]));
    expect(lines()).toMatchObject({ status: 'idle', value: { Rev: 4, Lines: [], Shapes: [] } });
    expect(count()[1]).toBe(1);
    // an own edit does not wait
    kernel.dispatch(deleteTrack({ ...of, trackId: 'x' }));
    call('track.delete').answer({ Rev: 7, Documents: [{ Kind: 'Track', Id: 'L1/x', Rev: 7, Doc: null, Fields: [] }] });
    expect([count()[1], lines()?.status]).toEqual([2, 'loading']);
    // and what is being read is requested again
    kernel.receive(byAnna([{ Kind: 'Schedule', Id: 'L1', Rev: 8, Doc: null, Large: true, Fields: ['Color'] }]));
    expect([count()[1], lines()?.status]).toEqual([3, 'loading']);
  });

  test('are not read again after an edit of times, or of an agency but for the summary', () => {
    const { kernel, call, count } = openLists();
    kernel.dispatch(editTimetableDays({ ...of, number: 1, days: 31 }));
    call('timetable.editDays').answer({ Rev: 5, Documents: [] });
    expect(count()).toEqual([1, 1, 1]);
    kernel.dispatch(editAgencyField({ versionId: 1, agencyId: 'A1', field: 'name', value: 'Trams' }));
    call('agency.editField').answer({ Rev: 6, Documents: [] });
    expect(count()).toEqual([1, 1, 2]);
  });
});
