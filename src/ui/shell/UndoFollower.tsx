import { useEffect, useEffectEvent, useRef } from 'react';
import { dataPath } from '../../domain/locations.ts';
import type { PendingCommand } from '../../kernel/state.ts';
import { stopRow } from '../../projections/stops.ts';
import { presentPlace } from '../../projections/versions.ts';
import { useKernelState, useStateNow } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';

/** An undo or redo opens what it changes: it would be done beside the form of something else. Nothing is drawn. */
export function UndoFollower(): null {
  const path = useKernelState(({ pending }) => pending.findLast(isUndo)?.id);
  const touched = useKernelState(({ pending }) => pending.findLast(isUndo)?.touches[0]);
  const stateNow = useStateNow();
  const open = useOpenPlace();
  const followed = useRef<string>(undefined);
  const follow = useEffectEvent(() => {
    if (path === undefined || touched === undefined || followed.current === path) return;
    followed.current = path;
    const { view } = stateNow();
    const { databaseId, versionId, page, itemId } = presentPlace(view);
    const [kind = '', encoded = ''] = touched.split('/');
    const to = PAGES[kind];
    const id = decoded(encoded);
    if (databaseId === undefined || versionId === undefined || to === undefined || id === '') return;
    if (page === to && itemId === id) return;
    // what an undo takes away cannot be opened
    if (kind === 'stop' && !stopRow(view, versionId, id)) return;
    open(dataPath({ databaseId, versionId, page: to, itemId: id }), page === to ? view.location.search : '');
  });
  useEffect(() => follow(), [path, touched]);
  return null;
}

/** The page that shows a kind, as the paths of its fields name it. */
const PAGES: Readonly<Record<string, string>> = { stop: 'stops', schedule: 'schedules', fare: 'fares', agency: 'agencies' };

function isUndo({ mode }: PendingCommand): boolean {
  return mode !== 'do';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
