import { type ReactNode, useMemo } from 'react';
import { fieldMarks } from '../../projections/fieldMarks.ts';
import { MarkedFields } from '../parts/FieldMarks.tsx';
import { type FindingsOf, useFindings } from './useFindings.ts';

/** A form, or a part of one, with the fields marked that validation names. */
export function MarkedForm({ of, children }: { of: FindingsOf; children: ReactNode }): ReactNode {
  const findings = useFindings(of);
  const marks = useMemo(() => fieldMarks(findings), [findings]);
  return <MarkedFields marks={marks}>{children}</MarkedFields>;
}
