import { useEffect } from 'react';
import { loadRecords } from '../../commands/records/loadRecords.ts';
import type { Entity } from '../../domain/entities.ts';
import type { RecordKind } from '../../domain/model/records.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { recordList, recordsOf } from '../../projections/records.ts';
import { useView } from '../parts/appState.ts';

/** The records of a smaller kind in a version; asked for where nobody has. */
export function useRecords<K extends RecordKind>(versionId: number, kind: K): readonly Entity<K>[] {
  const dispatch = useDispatch();
  const records = useView((view) => recordsOf(view, versionId, kind) ?? NONE);
  const idle = useView(({ versions: { [versionId]: data } }) => data !== undefined && recordList(data.records, kind).status === 'idle');
  useEffect(() => {
    if (idle) dispatch(loadRecords({ versionId, kind }));
  }, [idle, dispatch, versionId, kind]);
  return records;
}

const NONE: readonly never[] = [];
