/** The views of a version: its own page, and the pages that one can choose. */
import { BLOCKS_PAGE, CALENDAR_PAGE, JOURNEYS_PAGE, VERSION_PAGES } from '../../domain/locations.ts';
import { firstOfGroup, RECORD_KIND_NAMES, RECORD_KINDS, recordKindOfPage } from '../../domain/model/records.ts';
import { PAGE_TITLES } from '../versions/versionPages.ts';
import type { NavOption } from './NavDropdown.tsx';
import { texts } from './texts.ts';

/** The version's own page. */
export const OVERVIEW = 'overview';

export const VIEWS: readonly NavOption[] = [
  {
    id: OVERVIEW,
    get title() {
      return texts.overview;
    },
  },
  ...VERSION_PAGES.map((one): NavOption => ({ id: one, title: PAGE_TITLES[one] })),
  {
    id: CALENDAR_PAGE,
    get title() {
      return texts.calendar;
    },
  },
  {
    id: BLOCKS_PAGE,
    get title() {
      return texts.blocks;
    },
  },
  {
    id: JOURNEYS_PAGE,
    get title() {
      return texts.journeys;
    },
  },
  ...RECORD_KIND_NAMES.filter((kind) => firstOfGroup(kind) === kind).map((kind): NavOption => ({
    id: RECORD_KINDS[kind].page,
    title: RECORD_KINDS[kind].group ?? RECORD_KINDS[kind].title,
    group: 'More',
  })),
];

/** The view of a page; pages of a group have one together. */
export function viewOf(page: string | undefined): string | undefined {
  const kind = recordKindOfPage(page);
  const view = kind ? RECORD_KINDS[firstOfGroup(kind)].page : page;
  return VIEWS.find(({ id }) => id === view)?.id ?? (page === undefined ? OVERVIEW : undefined);
}
