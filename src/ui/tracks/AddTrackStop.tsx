import { NumberInput, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { createTrackStop } from '../../commands/tracks/trackEdits.ts';
import { metresAlong, sequenceBetween } from '../../domain/timetableSheet/distances.ts';
import type { TimeFill } from '../../domain/timetableSheet/restop.ts';
import type { Track } from '../../domain/tracks.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { folded } from '../../projections/folded.ts';
import { stopList } from '../../projections/stopList.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../stops/usePlace.ts';
import classes from './tracks.module.css';

const MOST_OFFERED = 40;

/** Puts a stop into the track: which one, and where. */
export function AddTrackStop({ track, fill }: { track: Track; fill: TimeFill }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const [text, setText] = useState('');
  const [stopId, setStopId] = useState<string | null>(null);
  const [place, setPlace] = useState<number | string>(track.Stops.length + 1);
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
  const position = Math.min(Math.max(1, Number(place) || 1), track.Stops.length + 1) - 1;
  const add = (): void => {
    if (stopId === null) return;
    const places = new Map(all.map(({ row }) => [row.Id, row.Coordinate]));
    const shapeSequence = sequenceBetween(track, position, places.get(stopId));
    const onShape = shapeSequence === undefined ? {} : { ShapeSequence: shapeSequence };
    const stops = track.Stops.toSpliced(position, 0, { StopId: stopId, ...onShape });
    const metres = metresAlong({ ...track, Stops: stops }, (id) => places.get(id));
    dispatch(
      createTrackStop({
        versionId,
        scheduleId: track.ScheduleId,
        trackId: track.Id,
        stopId,
        position,
        fill,
        ...(shapeSequence === undefined ? {} : { shapeSequence }),
        ...(metres ? { metres: [...metres] } : {}),
      }),
    );
    setPlace(position + 2);
    setStopId(null);
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
        onChange={setStopId}
        filter={({ options }) => options}
        nothingFoundMessage="No stop matches"
      />
      <NumberInput label="As stop" w={90} min={1} max={track.Stops.length + 1} allowDecimal={false} value={place} onChange={setPlace} />
      <WhyButton label="Add stop" icon={IconPlus} why={stopId === null ? 'Choose a stop first' : undefined} onClick={add} />
    </form>
  );
}
