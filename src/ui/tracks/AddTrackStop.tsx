import { NumberInput, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { createTrackStop } from '../../commands/tracks/trackEdits.ts';
import { placeTrackStops } from '../../commands/tracks/trackStopSteps.ts';
import type { TimeFill } from '../../domain/timetableSheet/restop.ts';
import type { Track } from '../../domain/tracks.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { folded } from '../../projections/folded.ts';
import { stopList } from '../../projections/stopList.ts';
import { addedTrackStop } from '../../projections/trackStopAdd.ts';
import { addedStop } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import classes from './tracks.module.css';

const MOST_OFFERED = 40;

/** Puts a stop into the track: which one, by name or by a click on the map, and where. */
export function AddTrackStop({ track, fill }: { track: Track; fill: TimeFill }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const [text, setText] = useState('');
  const [{ stopId }, type] = useTyped(addedStop, { stopId: null });
  const at = useWorkflow('trackStops', (snapshot): number | null => snapshot.context.at);
  const view = useView((whole) => whole);
  const all = useMemo(() => (table ? stopList(table) : []), [table]);
  const offered = useMemo(() => {
    const wanted = folded(text);
    const found = [];
    for (const { row } of all) {
      if (found.length >= MOST_OFFERED) break;
      const matches = row.Id === stopId || folded(row.Name).includes(wanted) || row.Id.includes(text);
      if (matches) found.push({ value: row.Id, label: `${row.Name || row.Id} · ${row.Id}` });
    }
    return found;
  }, [all, text, stopId]);
  const add = (): void => {
    if (stopId === null) return;
    dispatch(createTrackStop(addedTrackStop(view, versionId, track, stopId, { at, fill })));
    if (at !== null) dispatch(placeTrackStops({ at: at + 1, fill }));
    type({ stopId: null });
    setText('');
  };
  return (
    <form
      className={classes['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Select
        label="Stop"
        searchable
        w={300}
        placeholder="Name or id"
        value={stopId}
        data={offered}
        searchValue={text}
        onSearchChange={setText}
        onChange={(next) => type({ stopId: next })}
        filter={({ options }) => options}
        nothingFoundMessage="No stop matches"
      />
      <NumberInput
        label="As stop"
        w={90}
        min={1}
        max={track.Stops.length + 1}
        allowDecimal={false}
        value={(at ?? track.Stops.length) + 1}
        onChange={(next) => dispatch(placeTrackStops({ at: placeOf(next, track), fill }))}
      />
      <span className={classes['quiet']}>or click stops on the map</span>
      <WhyButton label="Add stop" icon={IconPlus} why={stopId === null ? 'Choose a stop first' : undefined} onClick={add} />
    </form>
  );
}

/** A typed number of a stop as a place from 0; null at the end. */
function placeOf(typed: number | string, track: Track): number | null {
  const at = Math.max(1, Math.floor(Number(typed)) || track.Stops.length + 1) - 1;
  return at >= track.Stops.length ? null : at;
}
