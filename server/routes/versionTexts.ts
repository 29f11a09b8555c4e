import * as contract from '../../src/contract/versionTexts.ts';
import { findTexts } from '../services/versionTexts.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the search of find and replace. */
export function registerVersionTexts(context: RouteContext): void {
  registerRead(context, contract.findTexts, ({ params, query, reply }) => {
    const abandoned = new AbortController();
    reply.raw.once('close', () => abandoned.abort());
    return findTexts(context.engine, params.versionId, query, abandoned.signal);
  });
}
