import { changesPath, placeOf } from '../../domain/locations.ts';
import { texts } from './texts.ts';

/** The parts of the product that exist, and what the header shows of them at an address. */
type Section = 'data' | 'tasks' | 'pipelines' | 'exports' | 'changes' | 'comparer' | 'log';

/** Sections one can go to. A section enters the header by being named here, once its screens exist. */
const EXISTING_SECTIONS: readonly Section[] = ['data', 'tasks', 'pipelines', 'exports', 'changes', 'comparer', 'log'];

/** One item of the header's navigation. */
export interface NavigationItem {
  readonly title: string;
  readonly to: string;
  readonly active: boolean;
}

/** The database that is looked at: its changes are one click away. */
function databaseIn(path: string): string | undefined {
  const place = placeOf(path);
  return place.section === 'data' ? place.databaseId : undefined;
}

/** The header's navigation at an address: the four sections, Exports beside pipelines, and Comparer or Logs while one is there. */
export function navigationItems(path: string, existing: readonly Section[] = EXISTING_SECTIONS): readonly NavigationItem[] {
  const under = (...prefixes: string[]): boolean => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  const items: readonly (NavigationItem & { readonly section: Section; readonly shown?: boolean })[] = [
    { section: 'data', title: texts.data, to: '/data', active: under('/data') },
    { section: 'tasks', title: texts.tasks, to: '/tasks', active: under('/tasks') },
    { section: 'pipelines', title: texts.pipelines, to: '/pipelines', active: under('/pipelines', '/exports') },
    { section: 'exports', title: texts.exports, to: '/exports', active: under('/exports'), shown: under('/pipelines', '/exports') },
    { section: 'changes', title: texts.changes, to: changesPath(databaseIn(path)), active: under('/changes') },
    { section: 'comparer', title: texts.comparer, to: '/comparer', active: true, shown: under('/comparer') },
    { section: 'log', title: texts.logs, to: '/log', active: true, shown: under('/log') },
  ];
  return items.filter(({ section, shown = true }) => shown && existing.includes(section)).map(({ title, to, active }) => ({ title, to, active }));
}
