/** What taking over brings without a question, and what cannot be brought. */
import type { ReactNode } from 'react';
import { isEntityKind } from '../../domain/entities.ts';
import { kindOf } from '../../domain/model/catalogue.ts';
import type { KeptBack, TakeOverPreview, TakenGroup } from '../../domain/takeOver.ts';
import { said } from '../language/language.ts';
import classes from './takeOver.module.css';
import { texts } from './texts.ts';

/** The documents that are taken over, counted by line or kind. */
export function TakenGroups({ preview: { Documents, Groups }, name }: { preview: TakeOverPreview; name: string }): ReactNode {
  return (
    <section aria-label={texts.taken({ documents: Documents })}>
      <div className={classes['head']}>
        <h3 className={classes['heading']}>{texts.taken({ documents: Documents })}</h3>
        <span className={classes['quiet']}>{texts.takenHint({ name })}</span>
      </div>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={texts.taken({ documents: Documents })}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.whatColumn}</th>
              <th scope="col" className={classes['number']}>
                {texts.added}
              </th>
              <th scope="col" className={classes['number']}>
                {texts.changed}
              </th>
              <th scope="col" className={classes['number']}>
                {texts.removedCount}
              </th>
            </tr>
          </thead>
          <tbody>
            {Groups.map((group, i) => (
              <tr key={i}>
                <th scope="row">{groupWords(group)}</th>
                {[group.Added, group.Changed, group.Removed].map((count, at) => (
                  <td key={at} className={classes['number']}>
                    {count === 0 ? '' : count.toLocaleString('en-GB')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What cannot be taken over, with the reason. Nothing where all can. */
export function KeptBackTable({ count, rows }: { count: number; rows: readonly KeptBack[] }): ReactNode {
  if (count === 0) return null;
  return (
    <section aria-label={texts.keptBack({ count })}>
      <div className={classes['head']}>
        <h3 className={classes['heading']}>{texts.keptBack({ count })}</h3>
      </div>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={texts.keptBack({ count })}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.whatColumn}</th>
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ Kind, Id, Title, Reason }) => (
              <tr key={`${Kind} ${Id}`}>
                <th scope="row">{`${kindWord(Kind)} ${Title}`}</th>
                <td>{said(Reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < count && <p className={classes['quiet']}>{texts.firstKeptBack({ shown: rows.length })}</p>}
    </section>
  );
}

function groupWords({ Kind, Line }: TakenGroup): string {
  if (Line !== undefined) return texts.line({ line: Line });
  return isEntityKind(Kind) ? said(capital(kindOf(Kind).words[1])) : Kind;
}

/** The name of a kind at the beginning of a cell. */
export function kindWord(kind: string): string {
  return isEntityKind(kind) ? said(capital(kindOf(kind).words[0])) : kind;
}

function capital(word: string): string {
  return word.replace(/^./, (first) => first.toUpperCase());
}
