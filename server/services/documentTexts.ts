import { entityId, type EntityKind } from '../../src/domain/entities.ts';
import { Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { readPageText } from '../store/entities.ts';

/** All documents of a kind of a version in the order of their ids, as JSON texts with a comma between, read page by page. Refuses (413) a list that nobody can read. */
export async function readDocumentTexts(engine: Engine, versionId: number, kind: EntityKind): Promise<Buffer> {
  const pages: Buffer[] = [];
  let size = 0;
  for (let after: string | undefined; ;) {
    const page = await readPageText(engine, versionId, kind, after, PAGE);
    if (page.length === 0) return Buffer.concat(pages);
    size += page.length;
    if (size > MOST_BYTES)
      throw new Refusal(413, 'too_large', `The list is larger than ${MOST_BYTES / 1e6} MB. Download the version to read all of it.`);
    pages.push(...(pages.length > 0 ? [COMMA] : []), page);
    const docs = JSON.parse(`[${page.toString('utf8')}]`) as readonly object[];
    const last = docs.at(-1);
    if (last === undefined || docs.length < PAGE) return Buffer.concat(pages);
    after = entityId(kind, last);
  }
}

const PAGE = 2000;
const MOST_BYTES = 64e6;
const COMMA = Buffer.from(',');
