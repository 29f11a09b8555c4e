import type { ReactNode } from 'react';
import { beginEdit } from '../../commands/versions/beginEdit.ts';
import { BEGIN_EDIT } from '../../domain/versions.ts';
import { editRefusal } from '../../projections/rights.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import classes from './EditRefusal.module.css';

/** Why the version in view cannot be edited, in place of the tools that would edit it; with *Begin edit* where that is all it takes. */
export function EditRefusal(): ReactNode {
  const why = useView(editRefusal);
  if (why === undefined) return null;
  return (
    <span className={classes['refusal']}>
      {why}
      {why === BEGIN_EDIT && <ActionButton of={beginEdit} compact />}
    </span>
  );
}
