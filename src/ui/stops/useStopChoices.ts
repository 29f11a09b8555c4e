import { useMemo } from 'react';
import type { Choice } from '../../projections/rankedOptions.ts';
import { stopList } from '../../projections/stopList.ts';
import { useView } from '../parts/appState.ts';

/** A stop as pickers offer it. */
export interface StopChoice extends Choice {
  readonly code: string | undefined;
}

/** All stops of a version as pickers offer them, "Market · 4021", in order of name. Empty until they are loaded. */
export function useStopChoices(versionId: number): readonly StopChoice[] {
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  return useMemo(
    () =>
      (table ? stopList(table) : []).map(({ row: { Id, Name, StopCode } }) => ({
        value: Id,
        label: Name === '' ? Id : `${Name} · ${Id}`,
        code: StopCode,
      })),
    [table],
  );
}

/** The code at the stop: people type it as they type ids. */
export function codeOfStop({ code }: StopChoice): string | undefined {
  return code;
}
