import { useView } from './appState.ts';
import { keepRefused, type RefusedSave, useRefusedSaves } from './refusedSaves.ts';
import { useFollowed } from './useSubmit.ts';
import { useState } from 'react';

/** What becomes of a field's save: the refused text, if there is one, and the two things to do about it. */
interface Save {
  readonly refused: RefusedSave | undefined;
  /** Follows a command from now on; its failure comes back as `refused`. */
  follow(id: string, text: string, from: RefusedSave['from']): void;
  /** Forgets what was refused. */
  forget(): void;
}

/** Follows the saves of the field called `label` at the present address; `of` names the thing where the address does not. */
export function useSave(label: string, of = ''): Save {
  const path = useView((view) => view.location.path);
  const key = `${path} ${of} ${label}`;
  const kept = useRefusedSaves().get(key);
  const [sent, setSent] = useState<Pick<RefusedSave, 'text' | 'from'>>();
  const { follow } = useFollowed((messages) =>
    keepRefused(key, sent && messages && { path, label, text: sent.text, from: sent.from, message: messages.join(' ') }),
  );
  return {
    refused: kept && 'text' in kept ? kept : undefined,
    follow: (id, text, from) => {
      setSent({ text, from });
      follow(id);
    },
    forget: () => keepRefused(key, undefined),
  };
}
