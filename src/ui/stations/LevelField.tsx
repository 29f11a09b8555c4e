import type { ReactNode } from 'react';
import { byStorey } from '../../domain/levels.ts';
import type { Level } from '../../domain/model/level.ts';
import type { Stop } from '../../domain/model/stop.ts';
import { recordTitle } from '../../projections/records.ts';
import { KindField } from '../parts/KindField.tsx';
import { useRecords } from '../records/useRecords.ts';
import { useStopEdits } from '../stops/useStopEdits.ts';
import { texts } from './texts.ts';

interface LevelFieldProps {
  readonly versionId: number;
  readonly stop: Stop;
  readonly rev: number;
  readonly readOnly: boolean;
}

/** On which storey of its station a stop lies. */
export function LevelField({ versionId, stop, rev, readOnly }: LevelFieldProps): ReactNode {
  const levels = useRecords(versionId, 'Level');
  const edits = useStopEdits(versionId, stop);
  const present = stop.LevelId ?? '';
  const options = [
    ...(present === '' || levels.some(({ Id }) => Id === present) ? [] : [{ value: present, label: present }]),
    ...levels.toSorted(byStorey).map((level) => ({ value: level.Id, label: levelTitle(level) })),
  ];
  return (
    <KindField
      kind="Stop"
      doc={stop}
      field="LevelId"
      rev={rev}
      readOnly={readOnly}
      options={options}
      none={texts.noLevel}
      onSave={(to, from) => edits.field('LevelId', to, from)}
    />
  );
}

/** A level by its index and name: `-1 Underpass`. */
export function levelTitle(level: Level): string {
  return level.Name === undefined ? `${level.Index} ${level.Id}` : `${level.Index} ${recordTitle('Level', level)}`;
}
