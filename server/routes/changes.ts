import * as contract from '../../src/contract/changes.ts';
import * as service from '../services/changes.ts';
import { previewRebase, rebaseCorrections } from '../services/corrections.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the change history, and what is done with changes. */
export function registerChanges(ground: Ground): void {
  const { db } = ground.engine;
  registerRead(ground, contract.listChangesets, ({ query }) => service.listChangesets(db, query));
  registerRead(ground, contract.listChanges, ({ query }) => service.listChanges(db, query));
  registerRead(ground, contract.listComments, ({ query }) => service.listComments(db, query));
  registerRead(ground, contract.suggestTracks, ({ query }) => service.suggestTracks(ground.engine, query));
  registerRead(ground, contract.previewRebase, ({ params, query }) => previewRebase(db, params.versionId, query.onto));
  registerWrite(ground, contract.addComment, ({ body }, write) => service.addComment(write, body));
  registerWrite(ground, contract.toggleChanges, ({ body }, write) => service.toggleChanges(write, body));
  registerWrite(ground, contract.undoChangesets, ({ body }, write) => service.undoChangesets(write, body));
  registerWrite(ground, contract.deleteChanges, ({ body }, write) => service.deleteChanges(write, body));
  registerWrite(ground, contract.attachTrack, ({ body }, write) => service.attachTrack(write, body));
  registerWrite(ground, contract.rebaseCorrections, ({ params, body }, write) => rebaseCorrections(write, params.versionId, body.Onto, body.Name));
}
