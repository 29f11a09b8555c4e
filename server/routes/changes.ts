import * as contract from '../../src/contract/changes.ts';
import * as service from '../services/changes.ts';
import { previewRebase, rebaseCorrections } from '../services/corrections.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the change history, and what is done with changes. */
export function registerChanges(context: RouteContext): void {
  const { db } = context.engine;
  registerRead(context, contract.listChangesets, ({ query }) => service.listChangesets(db, query));
  registerRead(context, contract.listChanges, ({ query }) => service.listChanges(db, query));
  registerRead(context, contract.listComments, ({ query }) => service.listComments(db, query));
  registerRead(context, contract.suggestTracks, ({ query }) => service.suggestTracks(context.engine, query));
  registerRead(context, contract.previewRebase, ({ params, query }) => previewRebase(db, params.versionId, query.onto));
  registerWrite(context, contract.addComment, ({ body }, write) => service.addComment(write, body));
  registerWrite(context, contract.toggleChanges, ({ body }, write) => service.toggleChanges(write, body));
  registerWrite(context, contract.undoChangesets, ({ body }, write) => service.undoChangesets(write, body));
  registerWrite(context, contract.deleteChanges, ({ body }, write) => service.deleteChanges(write, body));
  registerWrite(context, contract.attachTrack, ({ body }, write) => service.attachTrack(write, body));
  registerWrite(context, contract.rebaseCorrections, ({ params, body }, write) => rebaseCorrections(write, params.versionId, body.Onto, body.Name));
}
