import { type ReactNode, useEffect } from 'react';
import { loadUses } from '../../commands/records/loadUses.ts';
import type { EntityKind } from '../../domain/entities.ts';
import { countedKind, type Use } from '../../domain/references.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { documentPath } from '../../projections/documentPath.ts';
import { usesKey, type UsesOf } from '../../projections/records.ts';
import type { Load } from '../../projections/state.ts';
import { usePlace } from './usePlace.ts';
import { useView } from './appState.ts';
import { FoldList } from './FoldList.tsx';
import { Link } from './Link.tsx';
import { LoadStates } from './LoadStates.tsx';
import classes from './Uses.module.css';
import { texts } from './texts.ts';

/** What refers to some documents, asked again whenever other ones are looked at. */
function useUses(versionId: number, kind: EntityKind, ids: readonly string[]): Load<readonly UsesOf[]> | undefined {
  const dispatch = useDispatch();
  const key = usesKey(kind, ids);
  useEffect(() => {
    if (ids.length > 0) dispatch(loadUses({ versionId, kind, ids: [...ids].slice(0, 1000) }));
    // the key says which they are
    // oxlint-disable-next-line react/exhaustive-deps
  }, [dispatch, versionId, key]);
  return useView((view) => view.versions[versionId]?.records.uses[key]);
}

/** In the details of a document: what refers to it, with links. */
export function UsesList({ versionId, kind, id }: { versionId: number; kind: EntityKind; id: string }): ReactNode {
  const ids = [id];
  const load = useUses(versionId, kind, ids);
  return (
    <LoadStates load={load} what={texts.uses} retry={loadUses({ versionId, kind, ids })} skeleton={1}>
      {(uses) => (
        <FoldList title={texts.usedBy} items={uses[0]?.By ?? []} idOf={({ Kind, Id }) => `${Kind} ${Id}`}>
          {(use) => <UseLink use={use} />}
        </FoldList>
      )}
    </LoadStates>
  );
}

/** In the question before a removal: what is in its way. */
export function UsesInTheWay({ versionId, kind, ids }: { versionId: number; kind: EntityKind; ids: readonly string[] }): ReactNode {
  const load = useUses(versionId, kind, ids);
  const uses = load?.value ?? [];
  if (uses.length === 0) return null;
  const kinds = [...new Set(uses.flatMap(({ By }) => By.map(({ Kind }) => Kind)))];
  return (
    <div className={classes['inTheWay']} role="alert">
      {kinds.map((of) => {
        const by = uses.flatMap(({ By }) => By.filter(({ Kind }) => Kind === of));
        const all = uses.reduce((sum, { Count }) => sum + Count, 0);
        const n = kinds.length === 1 ? all : by.length;
        return (
          <p key={of}>
            {texts.inUseByOf({ of: countedKind(of, n) })}
            {by.slice(0, SHOWN).map((use, i) => (
              <span key={use.Id}>
                {i > 0 && ', '}
                <UseLink use={use} />
              </span>
            ))}
            {n > SHOWN && texts.andNMore({ n: n - SHOWN })}
          </p>
        );
      })}
    </div>
  );
}

/** Whether it is known that something refers to one of the documents. */
export function useIsUsed(versionId: number, kind: EntityKind | undefined, ids: readonly string[]): boolean {
  return useView((view) => kind !== undefined && (view.versions[versionId]?.records.uses[usesKey(kind, ids)]?.value?.length ?? 0) > 0);
}

const SHOWN = 8;

function UseLink({ use }: { use: Use }): ReactNode {
  const { databaseId = '', versionId = 0 } = usePlace();
  return <Link to={documentPath({ databaseId, versionId }, use.Kind, use.Id)}>{use.Name || use.Id}</Link>;
}
