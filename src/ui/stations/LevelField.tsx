import type { ReactNode } from 'react';
import { byStorey } from '../../domain/levels.ts';
import type { Level } from '../../domain/pathways.ts';
import type { Stop } from '../../domain/stops.ts';
import { recordTitle } from '../../projections/records.ts';
import { SelectField } from '../parts/Field.tsx';
import { useRecords } from '../records/useRecords.ts';
import { useStopEdits } from '../stops/useStopEdits.ts';

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
  const known = present === '' || levels.some(({ Id }) => Id === present);
  const options = [
    { value: '', label: 'No level' },
    ...(known ? [] : [{ value: present, label: present }]),
    ...levels.toSorted(byStorey).map((level) => ({ value: level.Id, label: levelTitle(level) })),
  ];
  return (
    <SelectField
      label="Level"
      value={present}
      rev={rev}
      readOnly={readOnly}
      shown={readOnly ? (options.find(({ value }) => value === present && value !== '')?.label ?? '') : undefined}
      options={options}
      onSave={edits.text('levelId')}
    />
  );
}

/** A level by its index and name: `-1 Underpass`. */
export function levelTitle(level: Level): string {
  return level.Name === undefined ? `${level.Index} ${level.Id}` : `${level.Index} ${recordTitle('Level', level)}`;
}
