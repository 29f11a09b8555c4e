import { useEffect, useMemo } from 'react';
import { loadEntityFindings } from '../../commands/validation/loadEntityFindings.ts';
import { snapshotOf } from '../../domain/snapshots.ts';
import { sameJson } from '../../domain/sameJson.ts';
import type { ValidationEntity } from '../../domain/validation.ts';
import type { EntityFindings } from '../../domain/validationSummary.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type EntityPart, findingsOfPart } from '../../projections/fieldMarks.ts';
import { useView } from '../parts/appState.ts';

/** An entity of a version, or a part of one, of which validation may have found something. */
export interface FindingsOf extends EntityPart {
  readonly versionId: number;
  readonly entity: ValidationEntity;
  readonly entityId: string;
}

/** What is found of an entity, loaded where it is not known; empty while nothing is. */
export function useFindings({ versionId, entity, entityId, trackId, timetable }: FindingsOf): EntityFindings['Findings'] {
  const dispatch = useDispatch();
  // asked for after every edit, and after most of them nothing else is found
  const found = useView((view) => view.versions[versionId]?.validation.entities[`${entity}/${entityId}`]?.value, sameJson);
  const idle = useView((view) => {
    const version = view.session.account === null ? undefined : view.versions[versionId];
    // findings are kept of versions as they are now
    if (!version || snapshotOf(versionId) !== undefined) return false;
    return (version.validation.entities[`${entity}/${entityId}`]?.status ?? 'idle') === 'idle';
  });
  useEffect(() => {
    if (idle) dispatch(loadEntityFindings({ versionId, entity, entityId }));
  }, [dispatch, idle, versionId, entity, entityId]);
  return useMemo(
    () => findingsOfPart(found, { ...(trackId === undefined ? {} : { trackId }), ...(timetable === undefined ? {} : { timetable }) }),
    [found, trackId, timetable],
  );
}
