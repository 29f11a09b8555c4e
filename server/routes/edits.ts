import * as contract from '../../src/contract/edits.ts';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { carryOutEdit, readDocuments, revertChangeset } from '../services/documentEdits.ts';
import { readable } from '../services/editing.ts';
import { ifMatchOf, registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves every declared edit, the revert of change sets, and documents by their ids. */
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
  registerRead(context, contract.readDocuments, async ({ params, query }) => {
    await readable(context.engine.db, params.versionId);
    return readDocuments(context.engine.db, params.versionId, contract.documentKeys([query.key].flat()));
  });
}
