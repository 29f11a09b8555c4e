import { FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { importShapeLine, shapeDraft, shapeScope, startShape } from '../../commands/tracks/shapeSteps.ts';
import { alongStops, LINE_FILE_LIMIT, readLineFile } from '../../domain/lineImport.ts';
import { encodeShape } from '../../domain/shapes.ts';
import type { Track } from '../../domain/model/track.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { stopRow } from '../../projections/stops.ts';
import { useKernelState, useStateNow, useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** Takes the line of a GPX or GeoJSON file as the shape of the open track, to be looked at, moved and applied. */
export function ImportLine({ track, mode, why }: { readonly track: Track; readonly mode: string; readonly why: string | undefined }): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const refusal = useView(editRefusal);
  const stateNow = useStateNow();
  const [said, setSaid] = useState<{ readonly text: string; readonly shape?: string }>();
  // a line that was undone, given up or saved is not waiting for Apply
  const isThere = useKernelState(
    (state) =>
      said !== undefined &&
      (said.shape === undefined ||
        shapeDraft.of(state, shapeScope({ versionId }))?.steps.some((step) => step.kind === 'replace' && step.shape === said.shape) === true),
  );

  const take = async (file: File): Promise<void> => {
    setSaid(undefined);
    if (file.size > LINE_FILE_LIMIT) return setSaid({ text: texts.fileTooLarge });
    const read = readLineFile(await file.text());
    if ('message' in read) return setSaid({ text: `${file.name}: ${read.message}` });
    const points = alongStops(
      read.points,
      track.Stops.map(({ StopId }) => stopRow(stateNow().view, versionId, StopId)?.Coordinate ?? null),
    );
    if (mode !== 'MOVE') dispatch(startShape({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, mode: 'MOVE' }));
    const shape = encodeShape(points);
    dispatch(importShapeLine({ versionId, shape }));
    const count = (n: number): string => n.toLocaleString('en-GB');
    const thinned = read.tolerance > 0 ? texts.thinnedPart({ found: count(read.found), tolerance: read.tolerance }) : '';
    setSaid({ shape, text: texts.importedPoints({ points: count(points.length), thinned, name: file.name }) });
  };
  return (
    <>
      <FileButton accept=".gpx,.geojson,.json,application/gpx+xml,application/geo+json" onChange={(file) => file && void take(file)}>
        {({ onClick }) => (
          <WhyButton label={texts.importLine} icon={IconFileImport} compact why={refusal ?? why} hint={texts.importHint} onClick={onClick} />
        )}
      </FileButton>
      {said && isThere && (
        <span role={said.shape === undefined ? 'alert' : 'status'} className={classes[said.shape === undefined ? 'notice' : 'quiet']}>
          {said.text}
        </span>
      )}
    </>
  );
}
