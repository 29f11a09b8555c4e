import type { OpenedStore } from '../../store/openStore.ts';
import { readFileTexts, readScheduleTexts, readTexts } from '../../store/feedText.ts';
import { kindOf } from '../../../src/domain/model/catalogue.ts';
import { FILES_MEMBER, FILE_PART, FORMAT_VERSION, MEMBERS } from './format.ts';

/**
 * The feed file of a version, not compressed: one JSON object, in pieces of about a megabyte. The same version always
 * gives the same bytes. Throws where the store has no such version; an archived one has no documents here.
 */
export async function* feedJson(store: OpenedStore, versionId: number): AsyncGenerator<Buffer> {
  if ((await store.readVersion(versionId)) === undefined) throw new Error(`There is no version ${versionId}`);
  yield Buffer.from(`{"FormatVersion": ${FORMAT_VERSION}`);
  for (const [member, kind] of MEMBERS) {
    let open = !kindOf(kind).younger;
    if (open) yield Buffer.from(`,\n"${member}": [`);
    for await (const piece of inside(kind === 'Schedule' ? readScheduleTexts(store.sql, versionId) : readTexts(store.sql, versionId, kind))) {
      if (!open) yield Buffer.from(`,\n"${member}": [`);
      open = true;
      yield piece;
    }
    if (open) yield Buffer.from(']');
  }
  yield Buffer.from(`,\n"${FILES_MEMBER}": [`);
  yield* inside(fileElements(store, versionId));
  yield Buffer.from(']}\n');
}

/** Elements on lines of their own; an empty array stays on one. */
async function* inside(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let any = false;
  for await (const piece of pieces) {
    if (!any) yield Buffer.from('\n');
    any = true;
    yield piece;
  }
  if (any) yield Buffer.from('\n');
}

async function* fileElements(store: OpenedStore, versionId: number): AsyncGenerator<Buffer> {
  let first = true;
  for (const { name } of await store.listRawFiles(versionId)) {
    for await (const { text, last } of readFileTexts(store.sql, versionId, name, FILE_PART)) {
      yield Buffer.from(`${first ? '' : ',\n'}{"Name": ${JSON.stringify(name)}, "Bytes": "`);
      yield text;
      yield Buffer.from(last ? '"}' : '", "More": true}');
      first = false;
    }
  }
}
