import type { ReactNode } from 'react';
import { agencyNameOf } from '../../domain/agencies.ts';
import type { Agency } from '../../domain/model/agency.ts';
import { DeleteQuestion, useDeleteMode } from '../parts/DeleteMode.tsx';
import { texts } from './texts.ts';

/** Asks before the chosen agencies are removed. */
export function RemoveAgencies({ all }: { all: readonly Agency[] }): ReactNode {
  const { chosen } = useDeleteMode('agencies');
  const only = chosen.size === 1 ? all.find(({ Id }) => chosen.has(Id)) : undefined;
  return (
    <DeleteQuestion page="agencies" kind="Agency" title={texts.removeAgency({ size: chosen.size })}>
      {texts.removeQuestion({ agencyNameOf: agencyNameOf(only ?? {}), size: chosen.size })}
    </DeleteQuestion>
  );
}
