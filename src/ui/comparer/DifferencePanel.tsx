import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadDifference } from '../../commands/comparer/loadDiffLists.ts';
import type { Difference } from '../../domain/comparer/lists.ts';
import { isEntityKind } from '../../domain/entities.ts';
import { entityTitle } from '../../domain/entityTitle.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { type Comparison, itemOf, listAddress, shownDifference, shownItem } from '../../projections/comparer.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { DetailsSteps } from '../parts/DetailsSteps.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { useServiceWords } from '../service/ComparedService.tsx';
import { texts as serviceTexts } from '../service/texts.ts';
import { SideBySide } from './SideBySide.tsx';
import { TimetableSheet } from './TimetableSheet.tsx';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

/** Both states of an entry, side by side. */
export function DifferencePanel({ at, item }: { at: Comparison; item: string }): ReactNode {
  const open = useOpenPlace();
  const { kind, id } = itemOf(item);
  const load = useView(shownDifference);
  const serviceOf = useServiceWords();
  const removed = useView((view) => shownItem(view)?.removed === true);
  const { from = 0, to = 0, category = '', page, property, number } = at;
  const close = (): void => {
    const address = listAddress(at, { category, property, number, ...(page ? { page } : {}) });
    open(address.path, address.search);
  };
  const doc = load?.value?.After ?? load?.value?.Before;
  const name = doc && isEntityKind(kind) ? entityTitle(kind, doc) : id;
  return (
    <section className={classes['details']} aria-label={texts.bothStatesOfName({ name })}>
      <header className={classes['listBar']}>
        <h2 className={classes['detailsTitle']} title={name}>
          {name}
        </h2>
        <CopyId id={id} what={texts.idWord} />
        {load?.value?.WasId !== undefined && <span className={classes['quiet']}>{texts.wasWasId({ wasId: load.value.WasId })}</span>}
        <DetailsSteps of={item} />
        <ActionIcon aria-label={texts.closeBothStates} onClick={close}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['scroll']}>
        {kind === 'Schedule' && serviceOf(id) !== '' && <p className={classes['service']}>{`${serviceTexts.comparison}: ${serviceOf(id)}`}</p>}
        <LoadStates
          load={load}
          what={texts.states}
          retry={loadDifference({ a: from, b: to, kind, id, ...(removed ? { page: 'removed' as const } : {}) })}
        >
          {(difference) => <BothStates difference={difference} />}
        </LoadStates>
      </div>
    </section>
  );
}

function BothStates({ difference }: { difference: Difference }): ReactNode {
  const { Kind, Before, After, Stops } = difference;
  const trackId = difference.Id.slice(0, difference.Id.lastIndexOf('/'));
  const track = useView((view) => view.comparer.details[`Track/${trackId}`]?.value);
  if (!isEntityKind(Kind)) return null;
  const trackDoc = (track?.After ?? track?.Before ?? null) as Track | null;
  return (
    <>
      <SideBySide
        kind={Kind}
        before={Before}
        after={After}
        skip={Kind === 'Timetable' ? ['Departures', 'ArrivalOffsets', 'DepartureOffsets'] : Kind === 'Track' ? ['Stops'] : []}
      />
      {Kind === 'Track' && <TrackStops before={Before as Track | null} after={After as Track | null} stops={Stops} />}
      {Kind === 'Timetable' && (
        <TimetableSheet
          before={Before as Timetable | null}
          after={After as Timetable | null}
          stops={trackDoc?.Stops.map(({ StopId }) => track?.Stops[StopId]?.Name ?? StopId) ?? []}
        />
      )}
    </>
  );
}

/** The stops of both states of a track, aligned so that a stop put in or taken out shifts nothing else. */
function TrackStops({ before, after, stops }: { before: Track | null; after: Track | null; stops: Difference['Stops'] }): ReactNode {
  const rows = alignStops(before?.Stops.map(({ StopId }) => StopId) ?? [], after?.Stops.map(({ StopId }) => StopId) ?? []);
  const named = (id: string | undefined): string => (id === undefined ? '' : `${stops[id]?.Name ?? ''} ${id}`.trim());
  return (
    <table className={classes['sides']}>
      <thead>
        <tr>
          <th scope="col">{texts.stop}</th>
          <th scope="col">{texts.firstVersion}</th>
          <th scope="col">{texts.secondVersion}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ was, is }, place) => (
          <tr key={`${place} ${was ?? ''} ${is ?? ''}`} data-differs={was !== is || undefined}>
            <th scope="row" className="dmp-number">
              {place + 1}
            </th>
            <td data-side="before">{named(was)}</td>
            <td data-side="after">{named(is)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Pairs two lists of stops by their longest common part (at most some hundred stops). */
function alignStops(before: readonly string[], after: readonly string[]): readonly { was?: string; is?: string }[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = after.length - 1; row && j >= 0; j--) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const rows: { was?: string; is?: string }[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [was, is] = [before[i], after[j]];
    if (was !== undefined && was === is) {
      rows.push({ was, is });
      i++;
      j++;
    } else if (was !== undefined && (is === undefined || at(i + 1, j) >= at(i, j + 1))) {
      rows.push({ was });
      i++;
    } else if (is !== undefined) {
      rows.push({ is });
      j++;
    }
  }
  return rows;
}
