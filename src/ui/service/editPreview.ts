import { useState, useSyncExternalStore } from 'react';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';

/** The edit that would be made of what is typed just now. Beside the state of the page: a key in the sheet draws nothing but the line about it. */
export interface EditPreview {
  readonly set: (edit: SheetEdit | undefined) => void;
  readonly get: () => SheetEdit | undefined;
  readonly subscribe: (changed: () => void) => () => void;
}

export function useEditPreview(): EditPreview {
  const [preview] = useState(createPreview);
  return preview;
}

/** What is typed, as the line about it shows it. */
export function usePreviewed({ subscribe, get }: EditPreview): SheetEdit | undefined {
  return useSyncExternalStore(subscribe, get);
}

function createPreview(): EditPreview {
  let now: SheetEdit | undefined;
  const listeners = new Set<() => void>();
  return {
    set: (edit) => {
      if (edit === now) return;
      now = edit;
      for (const changed of listeners) changed();
    },
    get: () => now,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
