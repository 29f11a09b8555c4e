import { NumberInput, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { createTrackStop, createTrackStops } from '../../commands/tracks/trackEdits.ts';
import { placeTrackStops } from '../../commands/tracks/trackStopSteps.ts';
import type { TimeFill } from '../../domain/timetableSheet/restop.ts';
import type { Track } from '../../domain/model/track.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { pastedIds } from '../../projections/pastedIds.ts';
import { meantOption, rankedOptions } from '../../projections/rankedOptions.ts';
import { addedTrackStop, addedTrackStops } from '../../projections/trackStopAdd.ts';
import { addedStop } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import { codeOfStop, useStopChoices } from '../stops/useStopChoices.ts';
import classes from './tracks.module.css';
import { texts } from './texts.ts';

const MOST_OFFERED = 40;

/**
 * Puts stops into the track: by name, id or code, by a pasted list of ids, or by clicks on the map; and where. Enter adds the stop that was
 * typed exactly, or the only one that answers, and the field is ready for the next.
 */
export function AddTrackStop({ track, fill }: { track: Track; fill: TimeFill }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const [{ stopId }, type] = useTyped(addedStop, { stopId: null });
  const at = useWorkflow('trackStops', (snapshot): number | null => snapshot.context.at);
  const view = useView((whole) => whole);
  const all = useStopChoices(versionId);
  const chosen = useMemo(() => all.find(({ value }) => value === stopId), [all, stopId]);
  const offered = useMemo(() => {
    const found = rankedOptions(all, text === chosen?.label ? '' : text, MOST_OFFERED, codeOfStop);
    return chosen && !found.includes(chosen) ? [chosen, ...found] : [...found];
  }, [all, text, chosen]);
  const done = (count: number): void => {
    if (at !== null) dispatch(placeTrackStops({ at: at + count, fill }));
    type({ stopId: null });
    setText('');
    setRefused(undefined);
  };
  const add = (id: string | null): void => {
    if (id === null) return;
    dispatch(createTrackStop(addedTrackStop(view, versionId, track, id, { at, fill })));
    done(1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const meant = chosen && text === chosen.label ? chosen : meantOption(all, text, codeOfStop);
    if (!meant) return;
    // or the list would choose what is marked in it, and the form be sent beside
    event.preventDefault();
    event.stopPropagation();
    add(meant.value);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const ids = pastedIds(event.clipboardData.getData('text'));
    if (ids.length < 2) return;
    event.preventDefault();
    const known = new Set(all.map(({ value }) => value));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      setRefused(texts.unknownStops({ unknown: unknown.length, names: unknown.slice(0, 5).join(', '), more: unknown.length > 5 ? ' …' : '' }));
      return;
    }
    dispatch(createTrackStops(addedTrackStops(view, versionId, track, ids, { at, fill })));
    done(ids.length);
  };
  return (
    <form
      className={classes['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add(stopId);
      }}
    >
      <Select
        label={texts.stop}
        searchable
        w={300}
        placeholder={texts.addPlaceholder}
        value={stopId}
        data={offered}
        searchValue={text}
        error={refused}
        onSearchChange={(next) => {
          setText(next);
          setRefused(undefined);
        }}
        onChange={(next) => type({ stopId: next })}
        onKeyDownCapture={onKeyDown}
        onPaste={onPaste}
        filter={({ options }) => options}
        nothingFoundMessage={texts.noStopMatches}
      />
      <NumberInput
        label={texts.asStop}
        w={90}
        min={1}
        max={track.Stops.length + 1}
        allowDecimal={false}
        value={(at ?? track.Stops.length) + 1}
        onChange={(next) => dispatch(placeTrackStops({ at: placeOf(next, track), fill }))}
      />
      <span className={classes['quiet']}>{texts.orClickStops}</span>
      <WhyButton label={texts.addStop} icon={IconPlus} why={stopId === null ? texts.chooseAStopFirst : undefined} onClick={() => add(stopId)} />
    </form>
  );
}

/** A typed number of a stop as a place from 0; null at the end. */
function placeOf(typed: number | string, track: Track): number | null {
  const at = Math.max(1, Math.floor(Number(typed)) || track.Stops.length + 1) - 1;
  return at >= track.Stops.length ? null : at;
}
