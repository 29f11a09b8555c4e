import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadDiffSummary } from '../../commands/comparer/loadDiffSummary.ts';
import { diffCategory } from '../../domain/comparer/categories.ts';
import { comparerPath } from '../../domain/locations.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import classes from './WhatDiffers.module.css';
import { said } from '../language/language.ts';
import { texts } from './texts.ts';

interface WhatDiffersProps {
  readonly databaseId: string;
  /** The version that is there now, and the one that would take its place. */
  readonly from: number;
  readonly to: number;
  /** What the link to the comparison says. */
  readonly link?: string;
  readonly onOpen?: () => void;
}

/** How much differs between two versions, by kind, with a way to the comparison in a tab of its own. */
export function WhatDiffers({ databaseId, from, to, link = texts.compareInFull, onOpen }: WhatDiffersProps): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.diffSummaries?.[`${from}-${to}`]);
  useEffect(() => void dispatch(loadDiffSummary({ a: from, b: to })), [dispatch, from, to]);
  return (
    <div className={classes['differs']}>
      <LoadStates load={load} what={texts.comparison} retry={loadDiffSummary({ a: from, b: to })} skeleton={2}>
        {({ categories, lines }) => {
          const differing = categories.filter(({ Category, Changed, Added, Removed }) => !Category.includes('/') && Changed + Added + Removed > 0);
          if (differing.length === 0) return <p>{texts.nothingDiffers}</p>;
          return (
            <>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{texts.whatDiffers}</th>
                    <th scope="col">{texts.changed}</th>
                    <th scope="col">{texts.added}</th>
                    <th scope="col">{texts.removed}</th>
                  </tr>
                </thead>
                <tbody>
                  {differing.map(({ Category, Changed, Added, Removed }) => (
                    <tr key={Category}>
                      <th scope="row">{said(diffCategory(Category)?.title ?? Category)}</th>
                      {[Changed, Added, Removed].map((count, i) => (
                        <td key={['changed', 'added', 'removed'][i]} className="dmp-number">
                          {count === 0 ? '—' : count.toLocaleString('en-GB')}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
              {lines.length > 0 && <p className={classes['lines']}>{texts.linesLines({ lines: lines.join(', ') })}</p>}
            </>
          );
        }}
      </LoadStates>
      <a href={comparerPath({ databaseId, from, to })} target="_blank" rel="noreferrer" onClick={onOpen} onAuxClick={onOpen}>
        {link} <IconExternalLink size={13} aria-hidden />
      </a>
    </div>
  );
}
