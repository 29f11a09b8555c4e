import type { ReactNode } from 'react';
import { fareDescription, type FareRow } from '../../domain/fareDetails.ts';
import { useView } from '../parts/appState.ts';
import { DeleteQuestion, useDeleteMode } from '../parts/DeleteMode.tsx';
import { usePlace } from '../parts/usePlace.ts';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const NONE: readonly FareRow[] = [];

/** Asks before the chosen fares are removed, and says which fares are valid only after them. */
export function RemoveFares(): ReactNode {
  const { versionId = 0 } = usePlace();
  const all = useView((view) => view.versions[versionId]?.fares.value ?? NONE);
  const { chosen } = useDeleteMode('fares');
  const only = chosen.size === 1 ? all.find(({ Id }) => chosen.has(Id)) : undefined;
  const left = chosen.size === 0 ? NONE : leftBehind(all, chosen);
  return (
    <DeleteQuestion page="fares" title={texts.removeFare({ size: chosen.size })}>
      {texts.removeQuestion({ fareDescription: fareDescription(only ?? {}), size: chosen.size })}
      {left.length > 0 && <span className={classes['left']}>{texts.validAfterRide({ left: named(left) })}</span>}
    </DeleteQuestion>
  );
}

/** Fares that stay, and are valid only after groups that no other fare is in. */
function leftBehind(all: readonly FareRow[], chosen: ReadonlySet<string>): readonly FareRow[] {
  const stays = all.filter(({ Id }) => !chosen.has(Id));
  const groups = new Set(stays.map(({ FareGroupId }) => FareGroupId));
  const gone = new Set(
    all.flatMap(({ Id, FareGroupId }) => (chosen.has(Id) && FareGroupId !== undefined && !groups.has(FareGroupId) ? [FareGroupId] : [])),
  );
  return gone.size === 0 ? NONE : stays.filter(({ ValidAfterFareGroups = [] }) => ValidAfterFareGroups.some((group) => gone.has(group)));
}

function named(fares: readonly FareRow[]): string {
  const names = fares.slice(0, 5).map((fare) => fare.Description?.trim() || fare.Id);
  return fares.length > 5 ? texts.namesAndFaresMore({ names: names.join(', '), fares: fares.length - 5 }) : names.join(', ');
}
