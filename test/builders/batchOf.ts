import { BatchBuilder, type DocumentBatch } from '../../server/store/documentBatch.ts';
import type { PreparedDocument } from '../../server/store/prepare.ts';

/** A batch of these documents. Throws where two of them have one kind and id. */
export function batchOf(documents: readonly PreparedDocument[]): DocumentBatch {
  const builder = new BatchBuilder();
  for (const document of documents) builder.add(document);
  return builder.take();
}
