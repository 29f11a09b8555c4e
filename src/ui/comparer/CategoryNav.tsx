import type { ReactNode } from 'react';
import { DIFF_CATEGORIES, type DiffCategory, firstPage, VEHICLE_EXTENSIONS } from '../../domain/comparer/categories.ts';
import type { DiffSummary } from '../../domain/comparer/lists.ts';
import { type Comparison, countsOf, listAddress } from '../../projections/comparer.ts';
import { Link } from '../parts/Link.tsx';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

/** The categories with how much each differs; those without differences are there and quiet. */
export function CategoryNav({ at, summary }: { at: Comparison; summary: DiffSummary }): ReactNode {
  const isShown = ({ section, whereUsed }: DiffCategory): boolean =>
    whereUsed === undefined || at.category === section || Object.values(countsOf(summary, section)).some((count) => count > 0);
  const top = DIFF_CATEGORIES.filter((one) => one.parent === undefined && isShown(one));
  const levels = top.findIndex((one) => one.section === 'levels');
  const under = (section: string): readonly DiffCategory[] => DIFF_CATEGORIES.filter((one) => one.parent === section);
  return (
    <nav aria-label={texts.categories} className={classes['categories']}>
      {top.map((category, place) => (
        <div key={category.section} role="group" aria-label={category.title}>
          <Item at={at} summary={summary} category={category} />
          {under(category.section).map((one) => (
            <Item key={one.section} at={at} summary={summary} category={one} />
          ))}
          {place === levels && (
            <div role="group" aria-label={VEHICLE_EXTENSIONS.title}>
              <div className={classes['category']} data-heading>
                {VEHICLE_EXTENSIONS.title}
              </div>
              {under(VEHICLE_EXTENSIONS.section).map((one) => (
                <Item key={one.section} at={at} summary={summary} category={one} />
              ))}
            </div>
          )}
        </div>
      ))}
    </nav>
  );
}

function Item({ at, summary, category }: { at: Comparison; summary: DiffSummary; category: DiffCategory }): ReactNode {
  const counts = countsOf(summary, category.section);
  const total = counts.changed + counts.added + counts.removed;
  const page = firstPage(counts);
  const { path, search } = listAddress(at, { category: category.section, ...(page ? { page } : {}) });
  const active = at.category === category.section;
  return (
    <Link
      to={`${path}${search}`}
      className={classes['category']}
      data-sub={category.parent !== undefined || undefined}
      data-none={total === 0 || undefined}
      data-active={active || undefined}
      aria-current={active ? 'true' : undefined}
    >
      <span>{category.title}</span>
      <span className="dmp-number" aria-label={texts.totalDifferences({ total })}>
        {total.toLocaleString('en-GB')}
      </span>
    </Link>
  );
}
