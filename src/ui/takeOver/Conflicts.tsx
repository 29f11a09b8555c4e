/** The conflicts of two versions, field by field, with the choice of a side for each and for all. */
import { type ReactNode, useId } from 'react';
import { decideAllConflicts, decideConflict } from '../../commands/changes/takeOverSteps.ts';
import { conflictKey, type Side, type TakeOverConflict, type TakeOverPreview } from '../../domain/takeOver.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type TakeOverContext, undecided } from '../../machines/takeOverMachine.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { fieldWords, valueWords } from './conflictWords.ts';
import { kindWord } from './TakenTables.tsx';
import classes from './takeOver.module.css';
import { texts } from './texts.ts';

interface ConflictsProps {
  readonly preview: TakeOverPreview;
  /** Name of the other version. */
  readonly name: string;
  readonly context: TakeOverContext;
}

export function Conflicts({ preview: { Conflicts: rows, ConflictCount }, name, context }: ConflictsProps): ReactNode {
  const dispatch = useDispatch();
  const unlisted = ConflictCount - rows.length;
  const left = undecided(context) === 0 ? 0 : undecided({ ...context, more: false }) + unlisted;
  const title = texts.conflicts({ left, all: ConflictCount });
  return (
    <section aria-label={title}>
      <div className={classes['head']}>
        <h3 className={classes['heading']} aria-live="polite">
          {title}
        </h3>
        <span className={classes['quiet']}>{texts.conflictsHint}</span>
        <WhyButton compact label={texts.allOurs} onClick={() => dispatch(decideAllConflicts({ side: 'ours' }))} />
        <WhyButton compact label={texts.allTheirs({ name })} onClick={() => dispatch(decideAllConflicts({ side: 'theirs' }))} />
      </div>
      <div className={classes['scroll']} data-tall>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.whatColumn}</th>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.ours}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((conflict) => (
              <Conflict key={conflictKey(conflict)} conflict={conflict} other={name} side={context.decisions[conflictKey(conflict)]} />
            ))}
          </tbody>
        </table>
      </div>
      {unlisted > 0 && <p className={classes['quiet']}>{texts.firstConflicts({ shown: rows.length, all: ConflictCount })}</p>}
    </section>
  );
}

function Conflict({ conflict, other, side }: { conflict: TakeOverConflict; other: string; side: Side | undefined }): ReactNode {
  const dispatch = useDispatch();
  const group = useId();
  const { Kind, Title, Line, Large, Base, Ours, Theirs } = conflict;
  const what = Line === undefined || Kind === 'Schedule' ? `${kindWord(Kind)} ${Title}` : `${texts.line({ line: Line })}, ${Title}`;
  const field = fieldWords(conflict);
  const words = (value: unknown, of: 'base' | Side): string => (Large ? texts.tooLong : valueWords(conflict, value, of));
  return (
    <tr>
      <th scope="row">{what}</th>
      <td>{field}</td>
      <td>{words(Base, 'base')}</td>
      {(['ours', 'theirs'] as const).map((of) => {
        const value = words(of === 'ours' ? Ours : Theirs, of);
        return (
          <td key={of} className={classes['side']} data-chosen={side === of || undefined}>
            <label>
              <input
                type="radio"
                name={group}
                aria-label={texts.takeSide({ side: of === 'ours' ? texts.ours : other, what, field, value })}
                checked={side === of}
                onChange={() => dispatch(decideConflict({ key: conflictKey(conflict), side: of }))}
              />
              <span>{value}</span>
            </label>
          </td>
        );
      })}
    </tr>
  );
}
