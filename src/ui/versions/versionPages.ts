/** The pages of a version: their names, and which comes next. */
import type { VersionPage } from '../../domain/locations.ts';
import { texts } from './texts.ts';

/** What the pages are called. */
export const PAGE_TITLES: Readonly<Record<VersionPage, string>> = {
  get schedules() {
    return texts.schedules;
  },
  get fares() {
    return texts.fares;
  },
  get stops() {
    return texts.stops;
  },
  get translations() {
    return texts.translations;
  },
  get agencies() {
    return texts.agencies;
  },
};

/** Their icons, by name. */
export const PAGE_ICONS: Readonly<Record<VersionPage, string>> = {
  schedules: 'route',
  fares: 'ticket',
  stops: 'map-pin',
  translations: 'language',
  agencies: 'building',
};

/** The page before or after one, going round; from none of them, next is the first and previous the last. */
export function neighbourPage(page: string | undefined, step: 1 | -1, pages: readonly VersionPage[]): VersionPage | undefined {
  const at = pages.findIndex((one) => one === page);
  if (at < 0) return step === 1 ? pages[0] : pages.at(-1);
  return pages[(at + step + pages.length) % pages.length];
}
