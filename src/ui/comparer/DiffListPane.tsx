import { Select, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { loadDiffList } from '../../commands/comparer/loadDiffLists.ts';
import { DIFF_PAGE_SIZE, DIFF_PAGES, type DiffPage, hasPropertyFilter, SCHEDULES } from '../../domain/comparer/categories.ts';
import { pairWords } from '../../domain/comparer/paired.ts';
import { propertyTitle } from '../../domain/comparer/fields.ts';
import type { DiffEntry, DiffSummary } from '../../domain/comparer/lists.ts';
import { type Comparison, countsOf, listAddress, type ShownList } from '../../projections/comparer.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ServiceTotal, useServiceWords } from '../service/ComparedService.tsx';
import { texts as serviceTexts } from '../service/texts.ts';
import { entrySummary } from './entrySummary.ts';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

const TITLES: Readonly<Record<DiffPage, string>> = {
  get changed() {
    return texts.changed;
  },
  get added() {
    return texts.added;
  },
  get removed() {
    return texts.removed;
  },
};

/** What differs in a category: its three pages, the property filter, and a page of the list. */
export function DiffListPane({ at, list, summary }: { at: Comparison; list: ShownList; summary: DiffSummary }): ReactNode {
  const open = useOpenPlace();
  const load = useView((view) => view.comparer.lists[list.key]);
  const { category, page, property, number } = list;
  const counts = countsOf(summary, category.section);
  const go = (to: { property?: string; number?: number; item?: string }): void => {
    const address = listAddress(at, { category: category.section, page, property, number, ...to });
    open(address.path, address.search);
  };
  const total = load?.value?.Total ?? (property === '' ? counts[page] : 0);
  const isOfSchedules = category.section === SCHEDULES.section;
  const serviceOf = useServiceWords();
  const pages = Math.max(1, Math.ceil(total / DIFF_PAGE_SIZE));
  return (
    <section className={classes['list']} aria-label={category.title}>
      <header className={classes['listBar']}>
        <h2 className={classes['listTitle']}>{category.title}</h2>
        <nav aria-label={texts.pages} className={classes['pages']}>
          {DIFF_PAGES.map((one) => {
            const { path, search } = listAddress(at, { category: category.section, page: one });
            return (
              <Link
                key={one}
                to={`${path}${search}`}
                className={classes['pageLink']}
                data-page={one}
                aria-current={one === page ? 'page' : undefined}
              >
                {TITLES[one]} <span className="dmp-number">{counts[one].toLocaleString('en-GB')}</span>
              </Link>
            );
          })}
        </nav>
        <PropertyFilter list={list} onChoose={(next) => go({ property: next, number: 0 })} />
        <span className={classes['gap']} />
        <span className={`dmp-number ${classes['quiet']}`} aria-live="polite">
          {total === 0
            ? ''
            : texts.pageRange({
                number: number * DIFF_PAGE_SIZE + 1,
                total: Math.min(total, (number + 1) * DIFF_PAGE_SIZE),
                total2: total,
              })}
        </span>
        <WhyButton
          label={texts.previousPage}
          iconOnly
          icon={IconChevronLeft}
          why={number === 0 ? texts.firstPage : undefined}
          onClick={() => go({ number: number - 1 })}
        />
        <WhyButton
          label={texts.nextPage}
          iconOnly
          icon={IconChevronRight}
          why={number + 1 >= pages ? texts.lastPage : undefined}
          onClick={() => go({ number: number + 1 })}
        />
      </header>
      {isOfSchedules && <ServiceTotal a={summary.A} b={summary.B} />}
      <LoadStates
        load={load}
        what={texts.entries}
        retry={loadDiffList({ a: summary.A, b: summary.B, category: category.section, page, property, number })}
        isEmpty={(value) => value.Entries.length === 0}
        empty={<Empty title={texts.nothingWasPageHere({ page })} hint={texts.emptyPageHint} />}
      >
        {(value) => (
          <VirtualList
            label={`${category.title}: ${TITLES[page]}`}
            rows={value.Entries}
            columns={[
              ...(page === 'changed' || category.of === 'part' ? WITH_CHANGES : COLUMNS),
              ...(isOfSchedules ? [serviceColumn(serviceOf)] : []),
            ]}
            idOf={itemId}
            textOf={(entry) => entry.Name}
            selected={at.item}
            onChoose={(entry) => go({ item: itemId(entry) })}
          />
        )}
      </LoadStates>
    </section>
  );
}

const ALL = '';

/** Narrows the Changed list to entities in which one property changed; properties without changes are disabled. */
function PropertyFilter({ list, onChoose }: { list: ShownList; onChoose: (property: string) => void }): ReactNode {
  const { category, page, property } = list;
  const counts = useView((view) => view.comparer.properties[category.section]?.value);
  const usable = hasPropertyFilter(category);
  const why = !usable ? texts.noPropertyFilter : page === 'changed' ? undefined : texts.onlyChangedHaveProperties;
  const options = useMemo(
    () => [
      { value: ALL, label: texts.all },
      ...category.properties.map((name) => {
        const count = counts?.find((one) => one.Property === name)?.Count ?? 0;
        return { value: name, label: `${propertyTitle(name)}${counts ? ` (${count})` : ''}`, disabled: count === 0 };
      }),
    ],
    [category, counts],
  );
  return (
    <Tooltip label={why} disabled={why === undefined}>
      <Select
        aria-label={texts.property}
        className={classes['filter'] ?? ''}
        data={options}
        value={property}
        searchable={false}
        disabled={why !== undefined}
        onChange={(value) => onChoose(value ?? ALL)}
      />
    </Tooltip>
  );
}

function itemId({ Kind, Id }: DiffEntry): string {
  return `${Kind}/${Id}`;
}

const COLUMNS: readonly Column<DiffEntry>[] = [
  {
    key: 'name',
    get title() {
      return texts.name;
    },
    width: 'minmax(110px, 2fr)',
    render: ({ Name }) => <span title={Name}>{Name}</span>,
  },
  {
    key: 'id',
    get title() {
      return texts.id;
    },
    width: 'minmax(92px, 1fr)',
    render: ({ Id }) => (
      <span className="dmp-mono" title={Id}>
        {Id}
      </span>
    ),
  },
];

function serviceColumn(serviceOf: (scheduleId: string) => string): Column<DiffEntry> {
  return {
    key: 'service',
    title: serviceTexts.comparison,
    width: 'minmax(120px, 2fr)',
    value: ({ Id }) => serviceOf(Id),
    render: ({ Id }) => <span title={serviceOf(Id)}>{serviceOf(Id)}</span>,
  };
}

const WITH_CHANGES: readonly Column<DiffEntry>[] = [
  ...COLUMNS,
  {
    key: 'changes',
    get title() {
      return texts.whatDiffers;
    },
    width: 'minmax(90px, 1.4fr)',
    render: (entry) => <span title={entrySummary(entry)}>{entrySummary(entry)}</span>,
  },
  {
    key: 'pair',
    get title() {
      return texts.formerId;
    },
    width: 'minmax(92px, 1fr)',
    value: ({ Pair: pair }) => pair?.Id,
    render: (entry) => (
      <span className="dmp-mono" title={entry.Pair && pairWords(entry.Pair)}>
        {entry.Pair?.Id}
      </span>
    ),
  },
];
