import { z } from 'zod';
import { VersionId } from '../../domain/versions.ts';
import type { Command, CommandAction } from '../../kernel/command.ts';
import { refusedEdit, whyNoEdit } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace, presentVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** `stopId` is the selected stop, where the first end is. An alias, so that types of what is declared need not name it. */
type Start = { readonly versionId: number; readonly stopId: string | null };

/** Declares how a tool is taken up that connects stops, from the selected stop where there is one. */
export function defineStartConnecting(
  type: string,
  label: string,
  action: Pick<CommandAction<AppState, Start>, 'title' | 'icon'> & { readonly key: string },
): Command<AppState, Start> {
  return defineCommand<Start>(type, {
    payload: z.object({ versionId: VersionId, stopId: z.string().nullable() }),
    samples: () => [{ versionId: 1, stopId: 'S1' }],
    label: () => label,
    action: {
      ...action,
      group: 'Stops',
      payload: (view) => {
        const { page, itemId } = presentPlace(view);
        const version = presentVersion(view);
        if (!version) return { why: 'Open a version first' };
        return whyNoEdit(view) ?? { versionId: version.Id, stopId: page === 'stops' ? (itemId ?? null) : null };
      },
    },
    decide: (view) => refusedEdit(view),
    inverse: 'none',
    keep: 'all',
  });
}
