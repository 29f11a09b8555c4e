/** What the shell itself can do, beside the commands of the catalogue: undo, panes, palette, going places. */
import { builtIn, undoSteps, versionToUndoIn } from '../../commands/changes/undoRedo.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { exportScope } from '../../commands/exports/exportDraft.ts';
import { exportToEdit } from '../../commands/exports/exportPlace.ts';
import { PIPELINE_SCOPE } from '../../commands/pipelines/pipelineFormSteps.ts';
import { shapeScope } from '../../commands/tracks/shapeSteps.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { dataPath, noticesPath, placeOf, VERSION_PAGES } from '../../domain/locations.ts';
import { RECORD_KIND_NAMES, RECORD_KINDS } from '../../domain/model/records.ts';
import type { KernelState } from '../../kernel/state.ts';
import { canFold, isFolded } from '../../projections/foldedBars.ts';
import { undoRefusal } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace, undoScopeOf } from '../../projections/versions.ts';
import { momentActions } from '../changes/momentActions.ts';
import { type Action, commandActions } from '../parts/actions.ts';
import { itemActions } from '../parts/itemActions.ts';
import { neighbourPage, PAGE_ICONS, PAGE_TITLES } from '../versions/versionPages.ts';

/** Every action of the present screen: those of the commands, then the shell's own. */
export function allActions(state: KernelState<AppState>): readonly Action[] {
  return [
    ...commandActions(state),
    ...historyActions(state),
    ...itemActions(state.view),
    ...placeActions(state.view),
    ...Object.values(momentActions(state.view)),
    ...paneActions(state.view),
    ...SCREEN_ACTIONS,
  ];
}

/** Undo and redo of the version in view, named by what they would do. */
export function historyActions(state: KernelState<AppState>): readonly [undo: Action, redo: Action] {
  const versionId = versionToUndoIn(state);
  const toEdit = exportToEdit(state.view);
  const exportOpen = toEdit === undefined ? undefined : exportScope({ exportId: toEdit });
  const undo = { id: 'history.undo', icon: 'arrow-back-up', keys: ['Ctrl+KeyZ'], group: 'History' };
  const redo = { id: 'history.redo', icon: 'arrow-forward-up', keys: ['Ctrl+Shift+KeyZ', 'Ctrl+KeyY'], group: 'History' };
  const pipelineForm = placeOf(state.view.location.path).section === 'pipelines' && PIPELINE_SCOPE in state.drafts ? PIPELINE_SCOPE : undefined;
  const form = exportOpen ?? pipelineForm;
  if (versionId === undefined && form === undefined) {
    const why = 'Open a version first';
    return [
      { ...undo, title: 'Undo', why, run: undefined },
      { ...redo, title: 'Redo', why, run: undefined },
    ];
  }
  const why = versionId === undefined ? undefined : undoRefusal(state.view, versionId);
  if (why !== undefined) {
    return [
      { ...undo, title: 'Undo', why, run: undefined },
      { ...redo, title: 'Redo', why, run: undefined },
    ];
  }
  // a form that is open, and what is being drawn, are undone before what was saved
  const drawing = shapeScope({ versionId: versionId ?? 0 });
  const scope = form ?? (drawing in state.drafts ? drawing : undoScopeOf(versionId ?? 0));
  const steps = undoSteps(state, scope);
  // what somebody else has changed since is looked at before it is undone
  const named = (word: string, step: { label: string; stale?: string } | undefined, input: Action['run']): Pick<Action, 'title' | 'why' | 'run'> =>
    step === undefined
      ? { title: word, why: `There is nothing to ${word.toLowerCase()}`, run: undefined }
      : { title: `${word}: ${step.label}`, run: step.stale === undefined ? input : { screen: 'history' } };
  return [
    { ...undo, ...named('Undo', steps.undo, { dispatch: builtIn.undoLast({ scope }) }) },
    { ...redo, ...named('Redo', steps.redo, { dispatch: builtIn.redoLast({ scope }) }) },
  ];
}

function placeActions(view: AppState): readonly Action[] {
  const { databaseId, versionId, page } = presentPlace(view);
  const open = (path: string): Action['run'] => ({ dispatch: openPlace({ path, search: '' }) });
  const home: Action = { id: 'place.data', title: 'Go to databases', icon: 'database', keys: [], group: 'Go to', run: open('/data') };
  const sections = SECTIONS.map(([name, icon]): Action => {
    return { id: `place.${name}`, title: `Go to ${name}`, icon, keys: [], group: 'Go to', run: open(`/${name}`) };
  });
  const region = databaseId === undefined ? undefined : view.databases.value?.find(({ Id }) => Id === databaseId)?.RegionKey;
  const notices: Action = {
    id: 'place.notices',
    title: 'Go to sent notices',
    icon: 'mail',
    keys: [],
    group: 'Go to',
    run: open(noticesPath(region)),
  };
  if (databaseId === undefined) return [home, ...sections, notices];
  const versions: Action = {
    id: 'place.versions',
    title: 'Go to versions',
    icon: 'versions',
    keys: [],
    group: 'Go to',
    run: open(dataPath({ databaseId })),
  };
  if (versionId === undefined) return [home, versions, ...sections, notices];
  const pages = VERSION_PAGES.map((one): Action => {
    return {
      id: `place.${one}`,
      title: `Go to ${PAGE_TITLES[one].toLowerCase()}`,
      icon: PAGE_ICONS[one],
      keys: [],
      group: 'Go to',
      run: open(dataPath({ databaseId, versionId, page: one })),
    };
  });
  const more = RECORD_KIND_NAMES.map((kind): Action => {
    const { page: one, title, icon } = RECORD_KINDS[kind];
    return {
      id: `place.${one}`,
      title: `Go to ${title.toLowerCase()}`,
      icon,
      keys: [],
      group: 'Go to',
      words: one.replaceAll('-', ' '),
      run: open(dataPath({ databaseId, versionId, page: one })),
    };
  });
  const step = (by: 1 | -1): Action => {
    const to = neighbourPage(page, by, VERSION_PAGES);
    const word = by === 1 ? 'Next' : 'Previous';
    return {
      id: `place.${word.toLowerCase()}`,
      title: to === undefined ? `${word} page` : `${word} page: ${PAGE_TITLES[to]}`,
      icon: by === 1 ? 'arrow-right' : 'arrow-left',
      keys: [by === 1 ? 'Alt+PageDown' : 'Alt+PageUp'],
      group: 'Go to',
      run: to === undefined ? undefined : open(dataPath({ databaseId, versionId, page: to })),
    };
  };
  return [home, versions, ...pages, ...more, step(-1), step(1), ...sections, notices];
}

/** The sections of the header beside the databases, by their addresses, with their icons. */
const SECTIONS = [
  ['tasks', 'check'],
  ['pipelines', 'player-play'],
  ['exports', 'world-upload'],
  ['changes', 'pencil'],
  ['comparer', 'arrows-exchange'],
] as const;

function paneActions(view: AppState): readonly Action[] {
  const { maximised } = view.settings;
  const pane = (which: 'content' | 'map', key: string, icon: string): Action => ({
    id: `pane.${which}`,
    title: maximised === which ? 'Show content and map' : `Maximise the ${which}`,
    icon,
    keys: [key],
    group: 'Screen',
    run: { dispatch: changeSettings({ changes: { maximised: maximised === which ? 'none' : which } }) },
  });
  return [pane('content', 'BracketLeft', 'layout-left'), pane('map', 'BracketRight', 'layout-right'), foldAction(view)];
}

/** Folds the header and the bars around the page of a track away, or shows them again. */
export function foldAction(view: AppState): Action {
  const folded = isFolded(view);
  const action = { id: 'pane.fold', title: folded ? 'Show header and bars' : 'Hide header and bars', keys: ['Backslash'], group: 'Screen' };
  const icon = folded ? 'arrows-minimize' : 'arrows-maximize';
  if (!canFold(view)) return { ...action, icon, why: 'Open a track first', run: undefined };
  return { ...action, icon, run: { dispatch: changeSettings({ changes: { barsFolded: !folded } }) } };
}

const SCREEN_ACTIONS: readonly Action[] = [
  { id: 'screen.search', title: 'Search on this page', icon: 'search', keys: ['Slash'], group: 'Screen', run: { screen: 'search' } },
  { id: 'screen.palette', title: 'Find anything', icon: 'command', keys: ['Ctrl+KeyK'], group: 'Screen', run: { screen: 'palette' }, inFields: true },
  { id: 'screen.history', title: 'Show what can be undone', icon: 'history', keys: ['Alt+KeyZ'], group: 'History', run: { screen: 'history' } },
  { id: 'screen.news', title: 'Show the news', icon: 'bell', keys: ['Alt+KeyB'], group: 'Help', run: { screen: 'news' } },
  {
    id: 'screen.keys',
    title: 'Show the keys',
    icon: 'keyboard',
    keys: ['Shift+Slash'],
    group: 'Help',
    words: 'shortcuts keyboard',
    run: { screen: 'keys' },
  },
  {
    id: 'screen.help',
    title: 'Open the handbook',
    icon: 'book',
    keys: [],
    group: 'Help',
    words: 'help handbook manual documentation glossary terms what is new changelog settings',
    run: { screen: 'help' },
  },
  { id: 'screen.report', title: 'Report a problem', icon: 'bug', keys: ['Alt+KeyR'], group: 'Help', run: { screen: 'report' } },
];
