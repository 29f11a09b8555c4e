/** What the palette finds: actions, pages, databases and versions. */
import { openPlace } from '../../commands/shell/openPlace.ts';
import { formatMoment } from '../../domain/date.ts';
import { dataPath } from '../../domain/locations.ts';
import { TASK_TYPE_WORDS } from '../../domain/runs.ts';
import { TASK_TEMPLATES } from '../../domain/taskTemplates/catalogue.ts';
import { READ_ONLY, type Version, versionState } from '../../domain/versions.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import type { Action } from '../parts/actions.ts';
import { PAGE_ICONS } from '../versions/versionPages.ts';
import { said } from '../language/language.ts';
import { startsWords } from './fuzzy.ts';
import { findEntities } from './paletteEntities.ts';
import { allActions } from './shellActions.ts';
import { texts } from './texts.ts';

/** One line of the palette. */
export interface PaletteItem {
  readonly action: Action;
  /** Small text beside the title. */
  readonly detail: string;
}

/** Further words by which an item is found. */
export function furtherWords({ action, detail }: PaletteItem): string {
  return `${detail} ${action.words ?? ''}`;
}

/** The newest versions shown; older ones are found on their database's page. */
const RECENT = 20;

/** Everything the palette offers: actions, those that cannot be done now with their reason, then places. */
export function paletteItems(state: KernelState<AppState>): readonly PaletteItem[] {
  const actions = allActions(state).filter((action) => action.id !== 'screen.palette');
  return [
    ...actions.map((action) => ({ action, detail: action.why ?? action.group })),
    ...(state.view.databases.value ?? []).map(({ Id, Name, RegionName }) =>
      place(`database/${Id}`, Name || Id, texts.databaseInRegionName({ regionName: RegionName }), 'database', dataPath({ databaseId: Id })),
    ),
    ...recentVersions(state.view).map((version) =>
      place(
        `version/${version.Id}`,
        version.Version,
        texts.versionLabel({ version: versionState(version), databaseId: version.DatabaseId, date: formatMoment(version.Date) }),
        'versions',
        dataPath({ databaseId: version.DatabaseId, versionId: version.Id }),
      ),
    ),
  ];
}

/** The tasks that the typed words name: each word begins a word of the name, the description or the type of the task. None where nothing is typed. */
export function taskItems({ view }: KernelState<AppState>, typed: string): readonly PaletteItem[] {
  if (typed.trim() === '') return [];
  return TASK_TEMPLATES.flatMap(({ id, name, task_type, summary }) => {
    const type = said(TASK_TYPE_WORDS[task_type]);
    if (!startsWords(typed, `${name} ${type} ${summary}`.toLocaleLowerCase())) return [];
    const item = place(`task/${id}`, name, texts.runThisTypeTask({ type }), 'player-play', '/tasks', `?dialog=run&template=${id}`);
    return view.session.account?.permissions.readOnly === false ? [item] : [{ detail: READ_ONLY, action: { ...item.action, run: undefined } }];
  });
}

/** Sections of the handbook that hold all typed words: those with the words in their title first. At most `MOST_SECTIONS`. */
export function helpItems(sections: HelpSections, typed: string): readonly PaletteItem[] {
  if (typed.trim().length < 3) return [];
  const titled = sections.filter(({ title }) => startsWords(typed, title.toLocaleLowerCase()));
  const worded = sections.filter(
    (section) => !titled.includes(section) && startsWords(typed, `${section.page} ${section.title} ${section.text}`.toLocaleLowerCase()),
  );
  return [...titled, ...worded].slice(0, MOST_SECTIONS).map(({ title, page, to }) => ({
    detail: to.startsWith('/help/docs/operate/') ? texts.operatingPage({ page }) : page === title ? texts.handbook : texts.handbookPage({ page }),
    action: { id: `help/${to}/${title}`, title, icon: 'book', keys: [], group: 'Help', run: { page: to } },
  }));
}

export type HelpSections = (typeof import('virtual:handbook'))['default'];
const MOST_SECTIONS = 6;

/** Stops, schedules, fares and agencies of the version in view that have the typed text in their id or name. */
export function entityItems(view: AppState, typed: string): readonly PaletteItem[] {
  return findEntities(view, typed).map(({ kind, id, title, detail, path }) => place(`${kind}/${id}`, title, detail, ICONS[kind], path));
}

const ICONS = { stop: PAGE_ICONS.stops, schedule: PAGE_ICONS.schedules, fare: PAGE_ICONS.fares, agency: PAGE_ICONS.agencies };

function place(id: string, title: string, detail: string, icon: string, path: string, search = ''): PaletteItem {
  return { detail, action: { id, title, icon, keys: [], group: 'Places', run: { dispatch: openPlace({ path, search }) } } };
}

function recentVersions(view: AppState): readonly Version[] {
  return Object.values(view.versionLists)
    .flatMap((list) => list.value ?? [])
    .toSorted((a, b) => b.Date.localeCompare(a.Date) || b.Id - a.Id)
    .slice(0, RECENT);
}
