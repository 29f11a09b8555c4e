import type { ReactNode } from 'react';
import { agencyNameOf } from '../../domain/agencies.ts';
import type { Agency } from '../../domain/model/agency.ts';
import { DeleteQuestion, useDeleteMode } from '../parts/DeleteMode.tsx';

/** Asks before the chosen agencies are removed. */
export function RemoveAgencies({ all }: { all: readonly Agency[] }): ReactNode {
  const { chosen } = useDeleteMode('agencies');
  const only = chosen.size === 1 ? all.find(({ Id }) => chosen.has(Id)) : undefined;
  return (
    <DeleteQuestion page="agencies" kind="Agency" title={chosen.size === 1 ? 'Remove agency' : 'Removes agencies'}>
      {chosen.size === 1
        ? `Do you want to remove "${agencyNameOf(only ?? {})}" agency?`
        : `Do you want to remove ${chosen.size} selected agencies from the list?`}
    </DeleteQuestion>
  );
}
