import { CloseButton, Loader, Paper, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { showPlace } from '../../commands/search/mapSearch.ts';
import { cancelShape } from '../../commands/tracks/shapeSteps.ts';
import type { Coordinate } from '../../domain/coordinate.ts';
import type { Doubt } from '../../domain/trackPath.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { stopRow } from '../../projections/stops.ts';
import { presentTrack } from '../../projections/tracks.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** As near as one has to be to see which street a shape takes. MapLibre's number. */
const DOUBT_ZOOM = 16;

/** What was found of a shape along the streets, and which parts of it are to be looked at before it is applied. */
export function FollowStreetsNotes(): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const state = useWorkflow('followStreets', (snapshot) => String(snapshot.value));
  const doubts = useWorkflow('followStreets', (snapshot): readonly Doubt[] => snapshot.context.doubts);
  const track = useView(presentTrack);
  const nameOf = useView((view) => (at: number): string => {
    const stopId = track?.Stops[at]?.StopId ?? '';
    return `${at + 1} ${stopRow(view, versionId, stopId)?.Name ?? stopId}`;
  });
  const placeOf = useView(
    (view) =>
      (at: number): Coordinate | undefined =>
        stopRow(view, versionId, track?.Stops[at]?.StopId ?? '')?.Coordinate ?? undefined,
  );
  if (state === 'closed' || !track) return null;
  const show = (doubt: Doubt): void => {
    const [from, to] = doubt.kind === 'away' ? [placeOf(doubt.at), placeOf(doubt.at)] : [placeOf(doubt.from), placeOf(doubt.to)];
    if (from && to) dispatch(showPlace({ at: { Lat: (from.Lat + to.Lat) / 2, Lng: (from.Lng + to.Lng) / 2 }, zoom: DOUBT_ZOOM }));
  };
  return (
    <Paper shadow="xs" withBorder className={classes['notes']} role="status" aria-label={texts.followStreets}>
      {state === 'looking' ? (
        <span className={classes['notesHead']}>
          <Loader size="xs" /> {texts.lookingAlongStreets}
          <CloseButton size="xs" aria-label={texts.stopLooking} onClick={() => dispatch(cancelShape({ versionId }))} />
        </span>
      ) : (
        <>
          <span className={classes['notesHead']}>{doubts.length === 0 ? texts.shapeFound : texts.shapeFoundLookAt({ count: doubts.length })}</span>
          {doubts.length > 0 && (
            <ol className={classes['notesList']}>
              {doubts.map((doubt) => (
                <li key={JSON.stringify(doubt)}>
                  <UnstyledButton className={classes['notesLink']} onClick={() => show(doubt)}>
                    {textOf(doubt, nameOf)}
                  </UnstyledButton>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Paper>
  );
}

function textOf(doubt: Doubt, nameOf: (at: number) => string): string {
  if (doubt.kind === 'away') return texts.stopIsAway({ stop: nameOf(doubt.at), metres: doubt.metres });
  const stretch = { from: nameOf(doubt.from), to: nameOf(doubt.to) };
  return doubt.kind === 'straight' ? texts.segmentIsStraight(stretch) : texts.segmentIsDetour({ ...stretch, times: doubt.times });
}
