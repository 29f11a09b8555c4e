import * as contract from '../../src/contract/edits.ts';
import * as previews from '../../src/contract/previews.ts';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { carryOutEdit, readDocuments, revertChangeset } from '../services/documentEdits.ts';
import { readable } from '../services/editing.ts';
import { applyPreview, previewEdit, undoOwnEdit } from '../services/editPreviews.ts';
import { ifMatchOf, registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves every declared edit, its previews, the revert of change sets, and documents by their ids. */
export function registerEdits(context: RouteContext): void {
  for (const edit of editCatalogue) {
    registerWrite(context, contract.routeOfEdit(edit), ({ params, query, body, request }, write) => {
      const { versionId, ...inPath } = contract.EditParams.parse(params);
      const { Seen, Full, ...rest } = contract.EditBody.parse(body);
      return carryOutEdit(write, versionId, edit, { ...inPath, ...contract.EditQuery.parse(query), ...rest }, Seen ?? ifMatchOf(request), Full);
    });
  }
  registerWrite(context, contract.revertChangeset, ({ params, body }, write) =>
    revertChangeset(write, params.versionId, params.rev, body.force ?? false),
  );
  // Keeps no answer, as a write does: a preview is applied by its id.
  registerRead(context, previews.previewEdit, ({ params, body }, caller) =>
    previewEdit(context.engine.db, caller, params.versionId, body.Edit, body.Data),
  );
  registerWrite(context, previews.applyPreview, ({ params }, write) => applyPreview(write, params.versionId, params.preview));
  registerWrite(context, previews.undoOwnEdit, ({ params, body }, write) => undoOwnEdit(write, params.versionId, body.Rev));
  registerRead(context, contract.readDocuments, async ({ params, query }) => {
    await readable(context.engine.db, params.versionId);
    return readDocuments(context.engine.db, params.versionId, contract.documentKeys([query.key].flat()));
  });
}
