/** What the shell itself can do, beside the commands of the catalogue: undo, panes, palette, going places. */
import { builtIn, undoSteps, versionToUndoIn } from '../../commands/changes/undoRedo.ts';
import { said } from '../language/language.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { exportScope } from '../../commands/exports/exportDraft.ts';
import { exportToEdit } from '../../commands/exports/exportPlace.ts';
import { PIPELINE_SCOPE } from '../../commands/pipelines/pipelineFormSteps.ts';
import { shapeScope } from '../../commands/tracks/shapeSteps.ts';
import { openReviewLinks } from '../../commands/changes/reviewLinkSteps.ts';
import { openSavedSearches } from '../../commands/search/savedSearchSteps.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import {
  BLOCKS_PAGE,
  CALENDAR_PAGE,
  dataPath,
  JOURNEYS_PAGE,
  noticesPath,
  placeOf,
  REPORTS_PATH,
  reviewPath,
  VERSION_PAGES,
} from '../../domain/locations.ts';
import { RECORD_KIND_NAMES, RECORD_KINDS, type RecordKind } from '../../domain/model/records.ts';
import { snapshotOf } from '../../domain/snapshots.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import type { KernelState } from '../../kernel/state.ts';
import { canFold, isFolded } from '../../projections/foldedBars.ts';
import { readsReports } from '../../projections/problemReports.ts';
import { rightsIn, undoRefusal } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace, undoScopeOf, versionOf } from '../../projections/versions.ts';
import { snapshotActions } from '../changes/snapshotActions.ts';
import { type Action, commandActions } from '../parts/actions.ts';
import { itemActions } from '../parts/itemActions.ts';
import { neighbourPage, PAGE_ICONS, PAGE_TITLES } from '../versions/versionPages.ts';
import { texts } from './texts.ts';

/** Every action of the present screen: those of the commands, then the shell's own. */
export function allActions(state: KernelState<AppState>): readonly Action[] {
  return [
    ...commandActions(state),
    ...historyActions(state),
    ...itemActions(state.view),
    ...placeActions(state.view),
    ...Object.values(snapshotActions(state.view)),
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
    const why = texts.openAVersionFirst;
    return [
      { ...undo, title: texts.undo, why, run: undefined },
      { ...redo, title: texts.redo, why, run: undefined },
    ];
  }
  const why = versionId === undefined ? undefined : undoRefusal(state.view, versionId);
  if (why !== undefined) {
    return [
      { ...undo, title: texts.undo, why, run: undefined },
      { ...redo, title: texts.redo, why, run: undefined },
    ];
  }
  // a form that is open, and what is being drawn, are undone before what was saved
  const drawing = shapeScope({ versionId: versionId ?? 0 });
  const scope = form ?? (drawing in state.drafts ? drawing : undoScopeOf(versionId ?? 0));
  const steps = undoSteps(state, scope);
  // what somebody else has changed since is looked at before it is undone
  const named = (
    word: string,
    nothing: string,
    step: { label: string; stale?: string } | undefined,
    input: Action['run'],
  ): Pick<Action, 'title' | 'why' | 'run'> =>
    step === undefined
      ? { title: word, why: nothing, run: undefined }
      : { title: `${word}: ${step.label}`, run: step.stale === undefined ? input : { screen: 'history' } };
  return [
    { ...undo, ...named(texts.undo, texts.nothingToUndo, steps.undo, { dispatch: builtIn.undoLast({ scope }) }) },
    { ...redo, ...named(texts.redo, texts.nothingToRedo, steps.redo, { dispatch: builtIn.redoLast({ scope }) }) },
  ];
}

function placeActions(view: AppState): readonly Action[] {
  const { databaseId, versionId, page } = presentPlace(view);
  const open = (path: string): Action['run'] => ({ dispatch: openPlace({ path, search: '' }) });
  const home: Action = { id: 'place.data', title: texts.goToDatabases, icon: 'database', keys: [], group: 'Go to', run: open('/data') };
  const sections = SECTIONS.map(([name, icon]): Action => {
    return { id: `place.${name}`, title: texts.goToName({ name }), icon, keys: [], group: 'Go to', run: open(`/${name}`) };
  });
  const region = databaseId === undefined ? undefined : view.databases.value?.find(({ Id }) => Id === databaseId)?.RegionKey;
  const notices: Action = {
    id: 'place.notices',
    title: texts.goToSentNotices,
    icon: 'mail',
    keys: [],
    group: 'Go to',
    run: open(noticesPath(region)),
  };
  const reports: readonly Action[] = readsReports(view)
    ? [
        {
          id: 'place.reports',
          title: texts.goToProblemReports,
          icon: 'bug',
          keys: [],
          group: 'Go to',
          words: 'report reports problem support bug dmplog replay sent list',
          run: open(REPORTS_PATH),
        },
      ]
    : [];
  if (databaseId === undefined) return [home, ...sections, notices, ...reports];
  const versions: Action = {
    id: 'place.versions',
    title: texts.goToVersions,
    icon: 'versions',
    keys: [],
    group: 'Go to',
    run: open(dataPath({ databaseId })),
  };
  if (versionId === undefined) return [home, versions, ...sections, notices, ...reports];
  const pages = VERSION_PAGES.map((one): Action => {
    return {
      id: `place.${one}`,
      title: texts.goToTitle({ title: said(PAGE_TITLES[one].toLowerCase()) }),
      icon: PAGE_ICONS[one],
      keys: [],
      group: 'Go to',
      run: open(dataPath({ databaseId, versionId, page: one })),
    };
  });
  const review: Action = {
    id: 'place.review',
    title: texts.goToTheReview,
    icon: 'check',
    keys: [],
    group: 'Go to',
    words: 'review approve approval four eyes comment ask for changes colleague',
    run: open(reviewPath(databaseId, versionId)),
  };
  const unshared = rightsIn(view, databaseId).readOnly
    ? said(READ_ONLY)
    : versionOf(view, versionId)?.Editable === true
      ? undefined
      : texts.onlyDraftsAreShared;
  const links: Action = {
    id: 'place.reviewLinks',
    title: texts.shareReviewLinks,
    icon: 'link',
    keys: [],
    group: 'Go to',
    words: 'review link guest share address without account outside public draft',
    ...(unshared === undefined ? {} : { why: unshared }),
    run: unshared === undefined ? { dispatch: openReviewLinks({ versionId }) } : undefined,
  };
  const searches: Action = {
    id: 'place.savedSearches',
    title: texts.savedSearches,
    icon: 'search',
    keys: [],
    group: 'Go to',
    words: 'saved search searches question watch bell notify alert bookmark favourite favorite filter',
    run: region === undefined ? undefined : { dispatch: openSavedSearches({ region, versionId }) },
  };
  const calendar: Action = {
    id: 'place.calendar',
    title: texts.goToTitle({ title: texts.calendar.toLowerCase() }),
    icon: 'calendar',
    keys: [],
    group: 'Go to',
    words: 'calendar holiday public holidays day type school term period network what runs',
    run: open(dataPath({ databaseId, versionId, page: CALENDAR_PAGE })),
  };
  const blocks: Action = {
    id: 'place.blocks',
    title: texts.goToTitle({ title: texts.blocks.toLowerCase() }),
    icon: 'bus',
    keys: [],
    group: 'Go to',
    words: 'blocks vehicles vehicle block block_id fleet chain gantt layover dead run deadhead runs duty',
    run: open(dataPath({ databaseId, versionId, page: BLOCKS_PAGE })),
  };
  const journeys: Action = {
    id: 'place.journeys',
    title: texts.goToTitle({ title: texts.journeys.toLowerCase() }),
    icon: 'route',
    keys: [],
    group: 'Go to',
    words: 'journey trip planner router rider reach isochrone travel time connection connections broken missed transfer change',
    run: open(dataPath({ databaseId, versionId, page: JOURNEYS_PAGE })),
  };
  const more = RECORD_KIND_NAMES.map((kind): Action => {
    const { page: one, title, icon, group = '' } = RECORD_KINDS[kind];
    return {
      id: `place.${one}`,
      title: texts.goToTitle({ title: said(title.toLowerCase()) }),
      icon,
      keys: [],
      group: 'Go to',
      words: `${one.replaceAll('-', ' ')} ${group.toLowerCase()} ${FURTHER_WORDS[kind] ?? ''}`.trim(),
      run: open(dataPath({ databaseId, versionId, page: one })),
    };
  });
  const step = (by: 1 | -1): Action => {
    const to = neighbourPage(page, by, VERSION_PAGES);

    return {
      id: by === 1 ? 'place.next' : 'place.previous',
      title:
        to === undefined
          ? by === 1
            ? texts.nextPage
            : texts.previousPage
          : (by === 1 ? texts.nextPageTitle : texts.previousPageTitle)({ title: said(PAGE_TITLES[to]) }),
      icon: by === 1 ? 'arrow-right' : 'arrow-left',
      keys: [by === 1 ? 'Alt+PageDown' : 'Alt+PageUp'],
      group: 'Go to',
      run: to === undefined ? undefined : open(dataPath({ databaseId, versionId, page: to })),
    };
  };
  return [
    home,
    versions,
    ...pages,
    calendar,
    blocks,
    journeys,
    ...(snapshotOf(versionId) ? [] : [review, links, searches]),
    ...more,
    step(-1),
    step(1),
    ...sections,
    notices,
    ...reports,
  ];
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
    title: maximised === which ? texts.showContentAndMap : which === 'map' ? texts.maximiseTheMap : texts.maximiseTheContent,
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
  const action = { id: 'pane.fold', title: folded ? texts.showHeaderAndBars : texts.hideHeaderAndBars, keys: ['Backslash'], group: 'Screen' };
  const icon = folded ? 'arrows-minimize' : 'arrows-maximize';
  if (!canFold(view)) return { ...action, icon, why: texts.openATrackFirst, run: undefined };
  return { ...action, icon, run: { dispatch: changeSettings({ changes: { barsFolded: !folded } }) } };
}

const SCREEN_ACTIONS: readonly Action[] = [
  {
    id: 'screen.search',
    get title() {
      return texts.searchOnThisPage;
    },
    icon: 'search',
    keys: ['Slash'],
    group: 'Screen',
    run: { screen: 'search' },
  },
  {
    id: 'screen.palette',
    get title() {
      return texts.findAnything;
    },
    icon: 'command',
    keys: ['Ctrl+KeyK'],
    group: 'Screen',
    run: { screen: 'palette' },
    inFields: true,
  },
  {
    id: 'screen.history',
    get title() {
      return texts.showUndoList;
    },
    icon: 'history',
    keys: ['Alt+KeyZ'],
    group: 'History',
    run: { screen: 'history' },
  },
  {
    id: 'screen.news',
    get title() {
      return texts.showTheNews;
    },
    icon: 'bell',
    keys: ['Alt+KeyB'],
    group: 'Help',
    run: { screen: 'news' },
  },
  {
    id: 'screen.keys',
    get title() {
      return texts.showTheKeys;
    },
    icon: 'keyboard',
    keys: ['Shift+Slash'],
    group: 'Help',
    words: 'shortcuts keyboard',
    run: { screen: 'keys' },
  },
  {
    id: 'screen.help',
    get title() {
      return texts.openTheHandbook;
    },
    icon: 'book',
    keys: [],
    group: 'Help',
    words: 'help handbook manual documentation glossary terms what is new changelog settings',
    run: { page: '/help' },
  },
  {
    id: 'screen.tokens',
    get title() {
      return texts.apiTokens;
    },
    icon: 'key',
    keys: [],
    group: 'Help',
    words: 'token program command dmp access secret revoke others assistant agent ai mcp tools',
    run: { screen: 'tokens' },
  },
  {
    id: 'screen.report',
    get title() {
      return texts.reportAProblem;
    },
    icon: 'bug',
    keys: ['Alt+KeyR'],
    group: 'Help',
    overWindows: true,
    run: { screen: 'report' },
  },
];

/** What is found on the page of a kind beside its records. */
const FURTHER_WORDS: { readonly [K in RecordKind]?: string } = {
  Feed: 'kept files unknown other',
  FareLegRule: 'matrix',
  Depot: 'garage yard vehicles pull-out pull-in',
  FlexTrip: 'windows sheet dial-a-ride',
};
