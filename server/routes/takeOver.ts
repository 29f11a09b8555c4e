import * as contract from '../../src/contract/takeOver.ts';
import { previewTakeOver, takeOver } from '../services/takeOver.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the taking over of changes from one version into a draft. */
export function registerTakeOver(context: RouteContext): void {
  registerRead(context, contract.previewTakeOver, ({ params, query }) =>
    previewTakeOver(context.engine.db, params.versionId, query.from, query.skip),
  );
  registerWrite(context, contract.takeOver, ({ params, body }, write) => takeOver(write, params.versionId, body));
}
