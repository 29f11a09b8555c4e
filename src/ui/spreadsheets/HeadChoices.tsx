import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PlannedHead } from '../../domain/spreadsheet/plan.ts';
import classes from './spreadsheets.module.css';
import { texts } from './texts.ts';

/** Nothing is chosen yet; no value that a choice has. */
const OPEN = '\n';

/** What a head can stand for. */
export interface HeadOption {
  readonly value: string;
  readonly label: string;
}

interface HeadChoicesProps {
  readonly heads: readonly PlannedHead[];
  options(of: PlannedHead['of']): readonly HeadOption[];
  onAssign(head: PlannedHead, to: string): void;
  /** Why nothing can be assigned. */
  readonly why?: string | undefined;
}

/** The heads that are not recognised, each with what it is read as. */
export function HeadChoices({ heads, options, onAssign, why }: HeadChoicesProps): ReactNode {
  return (
    <details className={classes['heads']} open={heads.some(({ to, isOpen }) => to === '' || isOpen)}>
      <summary>{texts.heads}</summary>
      <p className={classes['text']}>{why ?? texts.headsHint}</p>
      <ul className={classes['choices']}>
        {heads.map((head) => (
          <li key={`${head.sheet} ${head.cell}`}>
            <span className={classes['head']}>
              {head.text} <small>{texts.place({ sheet: head.sheet, cell: head.cell })}</small>
            </span>
            <NativeSelect
              size="xs"
              aria-label={head.of === 'sheet' ? texts.assignTrack({ name: head.text }) : texts.assign({ head: head.text })}
              data={[...(head.isOpen ? [{ value: OPEN, label: texts.chooseTrack, disabled: true }] : []), ...options(head.of)]}
              value={head.isOpen ? OPEN : head.to}
              disabled={why !== undefined}
              onChange={(event) => onAssign(head, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
