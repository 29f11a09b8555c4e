import { describe, expect, test } from 'vitest';
import { openProduct } from '../../test/builders/productKernel.ts';
import { clearErrors } from '../kernel/builtIn.ts';
import type { CommandInput } from '../kernel/command.ts';
import { initialState, type AppState, type Load } from '../projections/state.ts';
import { loadAgencies } from './agencies/loadAgencies.ts';
import { loadSchedules } from './schedules/loadSchedules.ts';
import { loadStopDetails } from './stops/loadStopDetails.ts';
import { loadStops } from './stops/loadStops.ts';
import { loadPathways } from './pathways/loadPathways.ts';
import { loadTransfers } from './transfers/loadTransfers.ts';
import { loadValidationRule } from './validation/loadValidationRule.ts';
import { loadValidationSummary } from './validation/loadValidationSummary.ts';
import { loadVersion } from './versions/loadVersion.ts';
import { loadAccount } from './account/loadAccount.ts';
import { awaitedReads, lineReturned } from './shell/lineReturned.ts';
import { openPlace } from './shell/openPlace.ts';

interface Case {
  readonly name: string;
  readonly input: CommandInput;
  readonly slot: (view: AppState) => Load<unknown> | undefined;
  readonly reply: unknown;
}

const stop = { Id: 'S1', Name: 'One', Type: 0, Coordinate: { Lat: 1, Lng: 2 } };
const LOADS: readonly Case[] = [
  { name: 'listStops', input: loadStops({ versionId: 1 }), slot: (view) => view.versions[1]?.stops, reply: { Rev: 0, Stops: [stop] } },
  { name: 'readVersion', input: loadVersion({ versionId: 1 }), slot: (view) => view.versions[1]?.counts, reply: undefined },
  { name: 'listAgencies', input: loadAgencies({ versionId: 1 }), slot: (view) => view.versions[1]?.agencies, reply: { Agencies: [{ Id: 'A' }] } },
  {
    name: 'listSchedules',
    input: loadSchedules({ versionId: 1 }),
    slot: (view) => view.versions[1]?.schedules,
    reply: { Schedules: [], TooManyResultsForSearch: false },
  },
  {
    name: 'readStopDetails',
    input: loadStopDetails({ versionId: 1, stopId: 'S1' }),
    slot: (view) => view.versions[1]?.stopDetails['S1'],
    reply: { Stops: [{ Stop: { ...stop, WheelchairBoarding: 0 }, Rev: 0, Transfers: [], Pathways: [], Schedules: [], Agencies: [], StopNames: {} }] },
  },
];
const answered = LOADS.filter(({ reply }) => reply !== undefined);

describe('everything that is loaded', () => {
  test('is idle before anybody asks for it [E133 H163 R144]', () => {
    expect([initialState.regions.status, initialState.databases.status]).toEqual(['idle', 'idle']);
    expect(openProduct('/data/db/demo/v/1').kernel.snapshot().view.versions[1]?.schedules.status).toBe('idle');
  });

  test.each(answered)(
    '$name is loading while it is asked for, and succeeded with its result in place of the old one [E133 E298 H163 R144 R317]',
    ({ name, input, slot, reply }) => {
      const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
      kernel.dispatch(input);
      expect(slot(kernel.snapshot().view)?.status).toBe('loading');
      call(name).answer(reply);
      const first = slot(kernel.snapshot().view);
      expect(first).toMatchObject({ status: 'succeeded', messages: [] });
      kernel.dispatch(input);
      expect(slot(kernel.snapshot().view)).toMatchObject({ status: 'loading', value: first?.value });
      call(name).answer(reply);
      expect(slot(kernel.snapshot().view)?.value).not.toBe(first?.value);
    },
  );

  test.each(LOADS)('$name that fails is marked as failed [E299 E316]', ({ name, input, slot }) => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
    kernel.dispatch(input);
    call(name).fail({ messages: ['Out of order'] });
    expect(slot(kernel.snapshot().view)).toMatchObject({ status: 'failed', messages: ['Out of order'] });
  });

  test.each(LOADS)('$name that fails stands in the list of errors with url, method and message [E310 H335 R123]', ({ name, input }) => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
    kernel.dispatch(input);
    call(name).fail({ messages: ['Out of order'], url: `/storage/${name}`, method: 'GET' });
    expect(kernel.snapshot().errors).toMatchObject([{ url: `/storage/${name}`, method: 'GET', messages: ['Out of order'] }]);
  });

  /** A load, and the same again while it is under way. */
  const askedTwice = ({ name, input }: (typeof answered)[number]) => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
    kernel.dispatch(input);
    const older = call(name);
    kernel.dispatch(input);
    return { kernel, older, newer: call(name) };
  };

  test.each(answered)('$name is superseded by a newer request: the older one is aborted [E134 R201]', (load) => {
    const { older, newer } = askedTwice(load);
    expect(newer).not.toBe(older);
    expect([older.aborted(), newer.aborted()]).toEqual([true, false]);
  });

  test.each(answered)('$name that was superseded changes nothing when its answer comes late [E300 H195 R202]', (load) => {
    const { kernel, older, newer } = askedTwice(load);
    older.answer(load.reply);
    expect(load.slot(kernel.snapshot().view)?.status).toBe('loading');
    newer.answer(load.reply);
    expect(load.slot(kernel.snapshot().view)?.status).toBe('succeeded');
  });

  test.each(answered)('$name that was superseded tells no error when it fails late [E311 H334 R318 R327]', (load) => {
    const { kernel, older } = askedTwice(load);
    older.fail();
    expect(load.slot(kernel.snapshot().view)?.status).toBe('loading');
    expect(kernel.snapshot().errors).toEqual([]);
  });

  test('of a version that is not there fails, and the list of errors says so once until it is cleared', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
    const missing = { status: 404, messages: ['There is no version 1.'], method: 'GET' };
    for (const { name, input, slot } of LOADS) {
      kernel.dispatch(input);
      call(name).fail({ ...missing, url: `/storage/${name}` });
      expect(slot(kernel.snapshot().view)?.status).toBe('failed');
    }
    expect(kernel.snapshot().errors).toMatchObject([{ messages: ['There is no version 1.'], url: '/storage/listStops' }]);
    kernel.dispatch(loadStopDetails({ versionId: 1, stopId: 'S1' }));
    call('readStopDetails').fail({ ...missing, messages: ['There is no stop S1.'] });
    expect(kernel.snapshot().errors).toHaveLength(2);
    kernel.dispatch(clearErrors());
    kernel.dispatch(loadStops({ versionId: 1 }));
    call('listStops').fail(missing);
    expect(kernel.snapshot().errors).toHaveLength(1);
  });

  test.each([
    ['readValidationSummary', () => loadValidationSummary({ versionId: 1 })],
    ['readValidationRule', (n: number) => loadValidationRule({ versionId: 1, ruleId: 200 + n, fresh: false })],
    ['listTransfers', () => loadTransfers({ versionId: 1 })],
    ['listPathways', () => loadPathways({ versionId: 1 })],
  ])('%s: a newer request aborts the earlier one, and its late answer or failure changes nothing [E135]', (name, input) => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops');
    kernel.dispatch(input(1));
    const earlier = call(name);
    kernel.dispatch(input(2));
    expect(call(name)).not.toBe(earlier);
    expect([earlier.aborted(), call(name).aborted()]).toEqual([true, false]);
    const before = kernel.snapshot().view;
    earlier.fail({ status: 500, messages: ['Late'] });
    expect(kernel.snapshot().view).toBe(before);
    expect(kernel.snapshot().errors).toEqual([]);
  });

  test('an answer for a version that was left is ignored [R202]', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops');
    const late = call('listStops');
    kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/stops', search: '' }));
    late.answer({ Rev: 0, Stops: [stop] });
    const { view, errors } = kernel.snapshot();
    expect(Object.keys(view.versions)).toEqual(['2']);
    expect(view.versions[2]?.stops).toMatchObject({ status: 'loading', value: null });
    expect(errors).toEqual([]);
  });
});

describe('reads that fail while the line is down', () => {
  const NO_LINE = { status: 0, messages: ['The server cannot be reached.'], method: 'GET' };
  /** Reads of a version, none of which reaches the server. */
  const cutOff = () => {
    const product = openProduct('/data/db/demo/v/1/stops/S1');
    const { kernel, call, calls } = product;
    kernel.dispatch(loadTransfers({ versionId: 1 }));
    kernel.dispatch(loadAgencies({ versionId: 1 }));
    call('listTransfers').fail(NO_LINE);
    call('listAgencies').fail(NO_LINE);
    return {
      ...product,
      errors: () => kernel.snapshot().errors.map(({ type, status }) => [type, status]),
      awaited: () => awaitedReads(kernel.snapshot()),
      /** The calls that are made when the line is back. */
      madeAgain: () => {
        const before = calls.length;
        kernel.receive(lineReturned({}));
        return calls.slice(before).map(({ call: { call: name } }) => name);
      },
    };
  };

  test.each([
    [502, 'line'],
    [503, 'server'],
  ])('wait as well when a proxy answers %i instead', (status, waitsFor) => {
    const { kernel, call } = openProduct('/data/db/demo/v/1/stops/S1');
    kernel.dispatch(loadTransfers({ versionId: 1 }));
    call('listTransfers').fail({ status, messages: ['Bad Gateway'], method: 'GET' });
    expect(awaitedReads(kernel.snapshot())).toBe(waitsFor);
  });

  test.each([404, 500])('are made once more when it is back: one that is answered %i then has failed, and the error is shown', (status) => {
    const { call, madeAgain, awaited, errors } = cutOff();
    expect([awaited(), madeAgain()]).toEqual(['line', ['listTransfers', 'listAgencies']]);
    call('listTransfers').fail({ status, messages: ['No.'] });
    call('listAgencies').answer({ Agencies: [] });
    expect(errors()).toEqual([['transfer.loadAll', status]]);
    expect([awaited(), madeAgain()]).toEqual(['nothing', []]);
  });

  test('are not made again where the answer cannot be understood: the next one would be no better', () => {
    const { call, madeAgain, awaited } = cutOff();
    madeAgain();
    call('listTransfers').answer({ Transfers: 'none' });
    call('listAgencies').answer('<html>');
    expect([awaited(), madeAgain()]).toEqual(['nothing', []]);
  });

  test('are made again as often as the line is cut', () => {
    const { call, madeAgain, awaited } = cutOff();
    madeAgain();
    call('listTransfers').answer({ Transfers: [] });
    call('listAgencies').fail({ ...NO_LINE, status: 503 });
    expect([awaited(), madeAgain()]).toEqual(['server', ['listAgencies']]);
  });

  test('are not begun again while they are under way already', () => {
    const { kernel, call, madeAgain, awaited } = cutOff();
    kernel.dispatch(loadTransfers({ versionId: 1 }));
    expect([awaited(), madeAgain()]).toEqual(['line', ['listAgencies']]);
    // How they end will tell whether there is anything to wait for.
    expect([awaited(), madeAgain()]).toEqual([undefined, []]);
    expect([call('listTransfers').aborted(), call('listAgencies').aborted()]).toEqual([false, false]);
    call('listTransfers').fail(NO_LINE);
    expect(awaited()).toBe('line');
  });

  test('are forgotten where nobody waits for them any more', () => {
    const { kernel, call, madeAgain } = cutOff();
    kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/stops', search: '' }));
    madeAgain();
    call('listTransfers').fail(NO_LINE);
    call('listAgencies').fail({ status: 404, messages: ['There is no version 1.'] });
    expect(madeAgain().filter((name) => name === 'listTransfers' || name === 'listAgencies')).toEqual([]);
  });

  test('of the account too end with an answer, be it a failure', () => {
    const { kernel, call, calls } = openProduct('/data/db/demo');
    kernel.dispatch(loadAccount({}));
    call('readAccount').fail(NO_LINE);
    kernel.receive(lineReturned({}));
    kernel.receive(lineReturned({}));
    call('readAccount').fail({ status: 403, messages: ['No.'] });
    kernel.receive(lineReturned({}));
    expect(calls.filter((one) => one.call.call === 'readAccount')).toHaveLength(3);
    expect(kernel.snapshot().view.session).toMatchObject({ status: 'failed', message: 'No.' });
  });
});
