import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { createContext, type ReactNode, use } from 'react';
import { type FieldMark, type FieldMarks, markOf } from '../../projections/fieldMarks.ts';
import classes from './Field.module.css';

const NONE: FieldMarks = new Map();
const Marks = createContext<FieldMarks>(NONE);

/** Marks the fields below it that validation names. */
export function MarkedFields({ marks, children }: { marks: FieldMarks; children: ReactNode }): ReactNode {
  return <Marks value={marks}>{children}</Marks>;
}

/** What validation says of fields of the document in view. */
export function useFieldMark(fields: string | readonly string[] | undefined): FieldMark | undefined {
  return markOf(use(Marks), fields);
}

/** The sign of a marked field, with what was found. */
export function MarkSign({ mark }: { mark: FieldMark | undefined }): ReactNode {
  if (!mark) return null;
  const Icon = mark.level === 'Error' ? IconCircleX : IconAlertTriangle;
  return (
    <Tooltip label={<span className={classes['lines']}>{mark.texts.join('\n')}</span>} multiline maw={360}>
      <span className={classes['sign']} role="img" aria-label={`${mark.level}: ${mark.texts.join('; ')}`}>
        <Icon size={14} aria-hidden />
      </span>
    </Tooltip>
  );
}
