import { expect } from 'vitest';
import * as contract from '../../src/contract/changes.ts';
import { Rebase } from '../../src/domain/changes.ts';
import type { TestProduct } from './product.ts';

/** Carries the corrections of a version on to another one; what is made has to be what the preview said. */
export async function rebaseOnto(product: TestProduct, versionId: number, onto: number): Promise<{ rebase: Rebase; made: number }> {
  const preview = Rebase.parse((await product.call(contract.previewRebase, { params: { versionId }, query: { onto } })).body);
  const answer = await product.call(contract.rebaseCorrections, { params: { versionId }, body: { Onto: onto, Name: 'Corrected' } });
  expect(answer.status, answer.text).toBe(200);
  const { Applied, AlreadySo, KeptBack, Results } = answer.body;
  const rebase = Rebase.parse({ Applied, AlreadySo, KeptBack, Results });
  expect(rebase, 'what the preview said').toEqual(preview);
  return { rebase, made: answer.body['EditableDbVersionId'] ?? 0 };
}
