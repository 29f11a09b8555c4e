import { describe, expect, test } from 'vitest';
import { openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { versionListed } from '../../commands/notifications/versionListed.ts';
import { editStopField } from '../../commands/stops/stopEdits.ts';
import { Version } from '../../domain/versions.ts';
import type { HistoryEntry, KernelState } from '../../kernel/state.ts';
import { type AppState, initialState } from '../../projections/state.ts';
import { hasIcon } from '../parts/icons.ts';
import { fuzzyFilter } from './fuzzy.ts';
import { furtherWords, paletteItems, taskItems } from './paletteItems.ts';
import { allActions, historyActions } from './shellActions.ts';

const stateAt = (path: string, undo: readonly HistoryEntry[] = []): KernelState<AppState> => {
  const view: AppState = { ...initialState, location: { path, search: '' } };
  return {
    seq: 0,
    base: view,
    view,
    pending: [],
    drafts: {},
    workflows: {},
    history: { 'version/7': { undo, redo: [] } },
    errors: [],
    conflicts: [],
    tasks: {},
  };
};
const rename = editStopField({ versionId: 7, stopId: 'S1', field: 'name', value: 'B', rev: 1 });
const entry: HistoryEntry = { id: 'x:1', seq: 1, label: 'Rename stop A to B', at: 0, touches: ['stop/S1/Name'], command: rename };

describe('what can be done', () => {
  test('undo is named by what it would do, and says why there is nothing', () => {
    expect(historyActions(stateAt('/data/db/demo/v/7', [entry]))[0]).toMatchObject({
      title: 'Undo: Rename stop A to B',
      run: { dispatch: { type: 'history.undo', payload: { scope: 'version/7' } } },
    });
    expect(historyActions(stateAt('/data/db/demo/v/7'))[0]).toMatchObject({ title: 'Undo', why: 'There is nothing to undo', run: undefined });
    expect(historyActions(stateAt('/data'))[1]).toMatchObject({ title: 'Redo', why: 'Open a version first' });
  });

  test('once the version is finished nothing is undone or redone in it, and it is said why', () => {
    const { kernel, call } = openProduct('/data/db/demo/v/7');
    call('listVersions').answer({ Versions: [versionOf(7, { Editable: true })] });
    const withSteps = (): KernelState<AppState> => ({ ...kernel.snapshot(), history: { 'version/7': { undo: [entry], redo: [entry] } } });
    expect(historyActions(withSteps()).map(({ run }) => run !== undefined)).toEqual([true, true]);
    kernel.receive(versionListed({ DatabaseId: 'demo', Version: Version.parse(versionOf(7, { Editable: false })) }));
    const why = 'This version is finished: nothing in it can be changed';
    expect(historyActions(withSteps())).toMatchObject([
      { title: 'Undo', why, run: undefined },
      { title: 'Redo', why, run: undefined },
    ]);
  });

  test('what somebody else has changed since is shown before it is undone', () => {
    const stale = { ...entry, stale: { reason: 'Anna Smit changed this', by: 'x:5' } };
    expect(historyActions(stateAt('/data/db/demo/v/7', [stale]))[0]?.run).toEqual({ screen: 'history' });
  });

  test('every action has an icon of the set, a title of its own, and keys that no other has', () => {
    const actions = allActions(stateAt('/data/db/demo/v/7/stops'));
    expect(actions.filter(({ icon }) => !hasIcon(icon)).map(({ id, icon }) => `${id}: ${icon}`)).toEqual([]);
    const keys = actions.flatMap((action) => action.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(new Set(actions.map(({ title }) => title)).size).toBe(actions.length);
  });

  test.each(['/data', '/data/db/demo', '/data/db/demo/v/7/stops', '/pipelines'])(
    'the palette leads from %s to every section of the header',
    (path) => {
      const found = (typed: string): string | undefined =>
        fuzzyFilter(typed, paletteItems(stateAt(path)), ({ action }) => action.title, furtherWords)[0]?.action.title;
      expect(['tasks', 'pipelines', 'exports', 'changes', 'comparer'].map(found)).toEqual([
        'Go to tasks',
        'Go to pipelines',
        'Go to exports',
        'Go to changes',
        'Go to comparer',
      ]);
    },
  );

  test.each([
    ['import', 'Upload version'],
    ['upload', 'Upload version'],
    ['gtfs', 'Upload version'],
    ['zip', 'Upload version'],
    ['export', 'Go to exports'],
    ['help', 'Show the keys'],
    ['help', 'Open the handbook'],
    ['glossary', 'Open the handbook'],
    ['fit', 'Fit network'],
    ['zoom', 'Fit network'],
  ])('the palette finds by the word %s: %s', (typed, title) => {
    const { kernel, call } = openProduct('/data/db/demo/v/7/stops');
    call('listVersions').answer({ Versions: [versionOf(7, { Editable: true })] });
    const found = fuzzyFilter(typed, paletteItems(kernel.snapshot()), ({ action }) => action.title, furtherWords);
    expect(found.map(({ action }) => action.title)).toContain(title);
  });

  test('the palette finds tasks by words of their names and descriptions', () => {
    const titles = (typed: string): readonly string[] => taskItems(stateAt('/data'), typed).map(({ action }) => action.title);
    expect(titles('sftp')).toEqual(['Feed from an SFTP server']);
    expect(titles('import gtfs')).toContain('GTFS from a URL');
    expect(titles('export')).toContain('Export GTFS');
    expect(titles('')).toEqual([]);
  });

  test('the page of a smaller kind is found by the word of its address too', () => {
    const items = paletteItems(stateAt('/data/db/demo/v/7/stops'));
    expect(fuzzyFilter('feeds', items, ({ action }) => action.title, furtherWords).map(({ action }) => action.title)).toContain(
      'Go to feed information',
    );
  });

  test('the palette offers every action but itself', () => {
    const state = stateAt('/data/db/demo/v/7/stops');
    const offered = paletteItems(state).map(({ action }) => action.id);
    expect(offered).toEqual(
      allActions(state)
        .map(({ id }) => id)
        .filter((id) => id !== 'screen.palette'),
    );
  });
});
