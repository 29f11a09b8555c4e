/** The edits of a track's way as commands. */
import * as edits from '../../domain/edits/shapes.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { defineEdit } from '../defineEdit.ts';
import { loadNetwork } from './loadNetwork.ts';

export const editShape = defineEdit(edits.editShape, { next: ({ versionId }, _reply, view) => refreshedNetwork(view, versionId) });
export const replaceShape = defineEdit(edits.replaceShape, { next: ({ versionId }, _reply, view) => refreshedNetwork(view, versionId) });

/** The lines of the map again, for the zooms that are loaded. */
function refreshedNetwork(view: AppState, versionId: number): readonly CommandInput[] {
  const loaded = Object.entries(view.versions[versionId]?.overlays.network ?? {}).filter(([, load]) => load.value !== null);
  return loaded.flatMap(([zoom]) => {
    const payload = loadNetwork.definition.payload.safeParse({ versionId, zoom: Number(zoom) });
    return payload.success ? [loadNetwork(payload.data)] : [];
  });
}
