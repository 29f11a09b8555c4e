import { describe, expect, test } from 'vitest';
import { databases, openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { Version, type VersionAct } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { failuresOf, refusalIn, actsUnderWay } from '../../projections/versionLife.ts';
import { versionOf as listedVersion } from '../../projections/versions.ts';
import { versionFailed } from '../notifications/versionFailed.ts';
import { versionListed } from '../notifications/versionListed.ts';
import { versionRemoved } from '../notifications/versionRemoved.ts';
import { openPlace } from '../shell/openPlace.ts';
import { loadValidationSummary } from '../validation/loadValidationSummary.ts';
import { archiveVersion } from './archiveVersion.ts';
import { beginEdit } from './beginEdit.ts';
import { cloneVersion } from './cloneVersion.ts';
import { deleteDraft } from './deleteDraft.ts';
import { dismissVersionFailure } from './dismissVersionFailure.ts';
import { cancelDownload, downloadProgressed, downloadVersion } from './downloadVersion.ts';
import { finishEdit } from './finishEdit.ts';
import { publishVersion } from './publishVersion.ts';
import { storeVersion } from './storeVersion.ts';
import { unArchiveVersion } from './unArchiveVersion.ts';
import { CONTROL_OF_ACT, retryOf } from './versionActs.ts';

/** The database with a finished version 1, a draft 2 made from it, and an archived version 3. */
function opened(path = '/data/db/demo', { readOnly = false } = {}) {
  const product = openProduct(path, { readOnly });
  const { kernel, call } = product;
  call('listDatabases').answer(databases());
  call('listVersions').answer({ Versions: [versionOf(3, { Archived: true }), versionOf(2, { Editable: true, ParentId: 1 }), versionOf(1)] });
  const version = (id: number): Version => {
    const found = listedVersion(kernel.snapshot().view, id);
    if (!found) throw new Error(`There is no version ${id}`);
    return found;
  };
  return {
    ...product,
    version,
    working: (id: number) => actsUnderWay(kernel.snapshot().view, version(id)).map(({ act }) => act),
    failed: (id: number) => failuresOf(kernel.snapshot().view, id).map(({ act, messages }) => [act, ...messages]),
    listed: (id: number, changes: object) =>
      kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse(versionOf(id, { ...changes })) })),
    path: () => kernel.snapshot().view.location.path,
    notices: () => kernel.snapshot().view.notices.map(({ text }) => text),
  };
}

const on = (versionId: number) => ({ databaseId: 'demo', versionId });
const ACTS: readonly {
  readonly act: VersionAct;
  readonly call: string;
  readonly id: number;
  readonly input: CommandInput;
  readonly reply: (id: number) => unknown;
}[] = [
  {
    act: 'beginEdit',
    call: 'beginEdit',
    id: 1,
    input: beginEdit(on(1)),
    reply: () => ({ EditableDbVersionId: 9, Version: versionOf(9, { Editable: true }) }),
  },
  { act: 'finishEdit', call: 'finishEdit', id: 2, input: finishEdit(on(2)), reply: () => ({ Version: versionOf(2) }) },
  {
    act: 'clone',
    call: 'cloneVersion',
    id: 1,
    input: cloneVersion({ ...on(1), name: 'Summer' }),
    reply: () => ({ EditableDbVersionId: 9, Version: versionOf(9, { Editable: true, Version: 'Summer' }) }),
  },
  { act: 'publish', call: 'publishVersion', id: 1, input: publishVersion(on(1)), reply: () => ({ Version: versionOf(1, { Published: true }) }) },
  { act: 'store', call: 'storeVersion', id: 1, input: storeVersion(on(1)), reply: () => ({ Version: versionOf(1, { Stored: true }) }) },
  { act: 'archive', call: 'archiveVersion', id: 1, input: archiveVersion(on(1)), reply: () => ({ Version: versionOf(1, { Archived: true }) }) },
  { act: 'unArchive', call: 'unArchiveVersion', id: 3, input: unArchiveVersion(on(3)), reply: () => ({ Version: versionOf(3) }) },
  { act: 'download', call: 'downloadVersion', id: 1, input: downloadVersion(on(1)), reply: () => ({ fileName: 'v1.json.gz', bytes: 7 }) },
];

/** Both lists hold what they should of these acts. */
function keepsBoth(...acts: readonly VersionAct[]): void {
  for (const { act, call, id, input, reply } of ACTS.filter((one) => acts.includes(one.act))) {
    test(`${act} stands in the processing list of its version alone, until it is answered`, () => {
      const product = opened();
      product.kernel.dispatch(input);
      for (const other of [1, 2, 3]) expect(product.working(other)).toEqual(other === id ? [act] : []);
      product.call(call).answer(reply(id));
      expect(product.working(id)).toEqual([]);
      expect(product.failed(id)).toEqual([]);
    });

    test(`${act} that failed stands in the failed list of its version alone, with the server’s words, until it is tried again`, () => {
      const product = opened();
      const before = product.version(id);
      product.kernel.dispatch(input);
      product.call(call).fail({ messages: ['The disk is full'] });
      for (const other of [1, 2, 3]) expect(product.failed(other)).toEqual(other === id ? [[act, 'The disk is full']] : []);
      expect(product.version(id)).toEqual(before);

      const [failure] = product.kernel.snapshot().view.versionFailures;
      if (!failure) throw new Error('Nothing stands in the failed list');
      product.kernel.dispatch(retryOf(failure));
      expect(product.call(call).call).toEqual(product.calls.find(({ call: made }) => made.call === call)?.call);
      expect([product.working(id), product.failed(id)]).toEqual([[act], []]);
      product.call(call).answer(reply(id));
      expect(product.failed(id)).toEqual([]);
    });
  }
}

describe('the processing list and the failed list of a version', () => {
  describe('of finishing an edit [H185 H343]', () => {
    keepsBoth('finishEdit');
  });
  describe('of cloning [H186 H342]', () => {
    keepsBoth('clone');
  });
  describe('of un-archiving [H187]', () => {
    keepsBoth('unArchive');
  });
  describe('of downloading [H188 H344]', () => {
    keepsBoth('download');
  });
  describe('of every other act', () => {
    keepsBoth('beginEdit', 'publish', 'store', 'archive');
  });

  test('what failed can be dismissed, each act by itself', () => {
    const { kernel, call, failed } = opened();
    for (const [input, name] of [
      [publishVersion(on(1)), 'publishVersion'],
      [storeVersion(on(1)), 'storeVersion'],
    ] as const) {
      kernel.dispatch(input);
      call(name).fail();
    }
    kernel.dispatch(dismissVersionFailure({ versionId: 1, act: 'publish' }));
    expect(failed(1)).toEqual([['store', 'No']]);
  });

  test('the same act is not begun twice, and its control says that it is under way', () => {
    const { kernel, calls } = opened('/data/db/demo/v/1');
    kernel.dispatch(beginEdit(on(1)));
    kernel.dispatch(beginEdit(on(1)));
    expect(calls.filter(({ call }) => call.call === 'beginEdit')).toHaveLength(1);
    const { view } = kernel.snapshot();
    expect(CONTROL_OF_ACT.beginEdit.definition.action?.payload(view, kernel.snapshot())).toEqual({ why: 'Beginning edit…' });
  });
});

describe('acts that go on after their answer', () => {
  test('an archived version is being archived until the live message tells the end [H179 H132]', () => {
    const { kernel, call, version, working, listed, notices } = opened();
    kernel.dispatch(archiveVersion(on(1)));
    expect(version(1)).toMatchObject({ Completed: false, Saving: 'archiving' });
    call('archiveVersion').answer({ Version: versionOf(1, { Completed: false, Saving: 'archiving' }) });
    expect(working(1)).toEqual(['archive']);
    expect(notices()).toEqual([]);
    listed(1, { Archived: true });
    expect(working(1)).toEqual([]);
    expect(notices()).toEqual(['“v1” is archived']);
  });

  test('what is brought back can be read as soon as it is there, and asks for its pages by itself [H180]', () => {
    const { kernel, call, calls, listed } = opened('/data/db/demo/v/3/stops');
    const asked = (name: string): number => calls.filter(({ call: made }) => made.call === name).length;
    call('listStops').fail({ status: 409, messages: ['This version is archived'] });
    expect(kernel.snapshot().errors).toEqual([]);
    kernel.dispatch(unArchiveVersion(on(3)));
    call('unArchiveVersion').answer({ Version: versionOf(3, { Archived: true, Completed: false, Saving: 'unArchiving' }) });
    const before = asked('listStops');
    listed(3, {});
    expect(asked('listStops')).toBe(before + 1);
  });

  test('what was loaded of a version is let go when it is archived, and read again when it is back', () => {
    const { kernel, call, calls, listed } = opened('/data/db/demo/v/1/stops');
    const data = () => kernel.snapshot().view.versions[1];
    call('listStops').answer({ Rev: 0, Stops: [] });
    call('readVersion').answer({ Version: versionOf(1), Counts: { Stop: 12 } });
    listed(1, { Completed: false, Saving: 'archiving' });
    expect([data()?.stops.value, data()?.counts.value]).toEqual([null, null]);
    call('readVersion').answer({ Version: versionOf(1, { Archived: true }), Counts: {} });
    listed(1, {});
    const asked = calls.map((held) => held.call.call);
    expect(asked.slice(asked.lastIndexOf('readVersion'))).toEqual(expect.arrayContaining(['readVersion', 'listStops']));
    expect(data()?.counts).toMatchObject({ status: 'loading', value: null });
  });

  test('an archiving that failed puts the version back with its pages, and says why', () => {
    const { kernel, call, calls, version, working, failed } = opened('/data/db/demo/v/1/stops');
    const asked = (): number => calls.filter((held) => held.call.call === 'listStops').length;
    call('listStops').answer({ Rev: 0, Stops: [] });
    kernel.dispatch(archiveVersion(on(1)));
    call('archiveVersion').answer({ Version: versionOf(1, { Completed: false, Saving: 'archiving' }) });
    const before = asked();
    kernel.receive(versionFailed({ DatabaseId: 'demo', VersionId: 1, Act: 'archive', Message: 'The object store cannot be reached' }));
    expect(asked()).toBe(before + 1);
    expect(version(1)).toMatchObject({ Completed: true, Saving: null });
    expect(working(1)).toEqual([]);
    expect(failed(1)).toEqual([['archive', 'The object store cannot be reached']]);
  });

  test('an answer that comes after the message of the end does not bring the past back', () => {
    const { kernel, call, version, working, listed } = opened();
    kernel.dispatch(archiveVersion(on(1)));
    listed(1, { Archived: true });
    call('archiveVersion').answer({ Version: versionOf(1, { Completed: false, Saving: 'archiving' }) });
    expect(version(1)).toMatchObject({ Archived: true, Completed: true });
    expect(working(1)).toEqual([]);
  });

  test('a reading that was under way when the message came is asked for again: its answer might be of before', () => {
    const { kernel, call, listed, version } = opened('/data/db/demo/v/1');
    const older = call('readVersion');
    listed(1, { Archived: true });
    expect(older.aborted()).toBe(true);
    older.answer({ Version: versionOf(1, { Saving: 'archiving' }), Counts: {} });
    expect(version(1)).toMatchObject({ Archived: true, Saving: null });
    call('readVersion').answer({ Version: versionOf(1, { Archived: true }), Counts: {} });
    expect(version(1)).toMatchObject({ Archived: true, Saving: null });
    expect(kernel.snapshot().errors).toEqual([]);
  });

  test('what others archive is seen as such', () => {
    const { listed, working } = opened();
    listed(1, { Completed: false, Saving: 'archiving' });
    expect(working(1)).toEqual(['archive']);
  });
});

describe('deleting a draft', () => {
  test('leads from the draft to the version it was made from, and takes it off the list', () => {
    const { kernel, call, path, notices } = opened('/data/db/demo/v/2/stops');
    kernel.dispatch(deleteDraft(on(2)));
    call('deleteDraft').answer({ DbVersionId: 2 });
    expect(path()).toBe('/data/db/demo/v/1');
    expect(listedVersion(kernel.snapshot().view, 2)).toBeUndefined();
    expect(notices()).toEqual(['Draft “v2” was deleted']);
  });

  test('leads to the database where the version it was made from is not there', () => {
    const { kernel, call, path, listed } = opened('/data/db/demo/v/2');
    listed(2, { Editable: true, ParentId: 77 });
    kernel.dispatch(deleteDraft(on(2)));
    call('deleteDraft').answer({ DbVersionId: 2 });
    expect(path()).toBe('/data/db/demo');
  });

  test('by a colleague leads whoever looks at it there too, and says why; others stay where they are', () => {
    const looking = opened('/data/db/demo/v/2/stops');
    looking.kernel.receive(versionRemoved({ DatabaseId: 'demo', VersionId: 2 }));
    expect(looking.path()).toBe('/data/db/demo/v/1');
    expect(looking.notices()).toEqual(['Draft “v2” was deleted']);
    const elsewhere = opened('/data/db/demo/v/1');
    elsewhere.kernel.receive(versionRemoved({ DatabaseId: 'demo', VersionId: 2 }));
    expect([elsewhere.path(), elsewhere.notices()]).toEqual(['/data/db/demo/v/1', []]);
  });

  test('the copy of a version opens under its own name [H183]', () => {
    const { kernel, call, path } = opened('/data/db/demo/v/1/agencies');
    kernel.dispatch(cloneVersion({ ...on(1), name: 'Summer' }));
    expect(call('cloneVersion').call.input).toEqual({ params: on(1), body: { Name: 'Summer' } });
    call('cloneVersion').answer({ EditableDbVersionId: 9, Version: versionOf(9, { Editable: true, Version: 'Summer' }) });
    expect(path()).toBe('/data/db/demo/v/9/agencies');
  });
});

describe('downloading', () => {
  test('shows how far it is, and forgets it at the end [H184]', () => {
    const { kernel, call, notices } = opened();
    kernel.dispatch(downloadVersion(on(1)));
    kernel.receive(downloadProgressed({ versionId: 1, done: 500, total: 1000 }));
    expect(kernel.snapshot().view.downloads).toEqual({ 1: { done: 500, total: 1000 } });
    call('downloadVersion').answer({ fileName: 'v1.json.gz', bytes: 1000 });
    expect(kernel.snapshot().view.downloads).toEqual({});
    expect(notices()).toEqual(['Downloaded v1.json.gz']);
  });

  test('that is cancelled is neither under way nor failed', () => {
    const { kernel, call, working, failed, notices } = opened();
    kernel.dispatch(downloadVersion(on(1)));
    kernel.dispatch(cancelDownload({ versionId: 1 }));
    expect(call('cancelDownload').call.input).toEqual({ versionId: 1 });
    call('downloadVersion').answer({ cancelled: true });
    expect([working(1), failed(1), notices()]).toEqual([[], [], []]);
  });
});

describe('rights', () => {
  test('a reader may download and nothing else, in the words for readers [E191 E193]', () => {
    const { kernel } = opened('/data/db/demo/v/1', { readOnly: true });
    const state = kernel.snapshot();
    const acts = ['archive', 'beginEdit', 'clone', 'deleteDraft', 'download', 'finishEdit', 'makeCurrent', 'publish', 'store', 'unArchive'];
    expect(Object.keys(CONTROL_OF_ACT).toSorted()).toEqual(acts);
    for (const [act, command] of Object.entries(CONTROL_OF_ACT)) {
      expect(command.definition.action?.payload(state.view, state), act).toEqual(act === 'download' ? on(1) : { why: 'You have read-only rights' });
    }
    kernel.dispatch(publishVersion(on(1)));
    expect(kernel.snapshot().errors).toMatchObject([{ kind: 'refused', messages: ['You have read-only rights'] }]);
  });
});

describe('a long list of versions', () => {
  test('is read to its end, page by page, by itself', () => {
    const { kernel, call, calls } = openProduct('/data/db/demo');
    const page = (from: number): unknown[] => Array.from({ length: 500 }, (_, i) => versionOf(from - i));
    call('listVersions').answer({ Versions: page(1200), More: true });
    expect(call('listVersions').call.input).toEqual({ params: { databaseId: 'demo' }, query: { before: 701 } });
    call('listVersions').answer({ Versions: page(700), More: true });
    call('listVersions').fail({ messages: ['Away'] });
    expect(kernel.snapshot().view.versionTails['demo']).toMatchObject({ status: 'failed', value: 201, messages: ['Away'] });
    expect(kernel.snapshot().view.versionLists['demo']?.value).toHaveLength(1000);
    expect(calls.filter((held) => held.call.call === 'listVersions')).toHaveLength(3);
  });

  test('does not forget where one is: going elsewhere and back asks for nothing twice', () => {
    const { kernel, call, calls } = openProduct('/data/db/demo');
    call('listVersions').answer({ Versions: [versionOf(1)], More: false });
    kernel.dispatch(openPlace({ path: '/data', search: '' }));
    kernel.dispatch(openPlace({ path: '/data/db/demo', search: '' }));
    expect(calls.filter((held) => held.call.call === 'listVersions')).toHaveLength(1);
  });
});

test('a version with errors is not published where its region refuses that: known once the findings are', () => {
  const product = opened('/data/db/demo/v/1');
  const why = (): unknown => refusalIn(product.kernel.snapshot().view, 'publish', product.version(1));
  const region = { Key: 'r', Name: 'R', CountryCode: '', LanguageCode: '', Timezone: '', Currency: '', Bounds: null, Databases: [] };
  product.call('listRegions').answer({ Regions: [{ ...region, Permissions: { ReadOnly: false }, RefusesErrors: true }] });
  expect(why()).toBeUndefined();
  product.kernel.dispatch(loadValidationSummary({ versionId: 1 }));
  const group = { GroupName: 'Stops', Errors: 2, Warnings: 1, ValidationsByRule: [], ValidationsByEntity: [], EntitiesCount: 0 };
  product.call('readValidationSummary').answer({ Rev: 0, ValidatedRev: 0, Checking: false, Groups: [group] });
  expect(why()).toBe('This region does not publish versions with errors: 2 errors');
  product.kernel.dispatch(publishVersion(on(1)));
  expect(product.calls.filter(({ call }) => call.call === 'publishVersion')).toEqual([]);
});
