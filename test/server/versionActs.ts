import { expect } from 'vitest';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { editStopField } from './stopCalls.ts';
import {
  archiveVersion,
  beginEdit,
  cloneVersion,
  deleteDraft,
  finishEdit,
  makeVersionCurrent,
  publishVersion,
  readVersion,
  storeVersion,
  unArchiveVersion,
} from '../../src/contract/versions.ts';
import type { Version } from '../../src/domain/versions.ts';
import type { Answer, CallOptions, TestProduct } from './product.ts';

const ROUTES = {
  beginEdit,
  finishEdit,
  publish: publishVersion,
  makeCurrent: makeVersionCurrent,
  store: storeVersion,
  archive: archiveVersion,
  unArchive: unArchiveVersion,
  deleteDraft,
} as const;

/** What tests do with versions of the database `test` as a whole. */
export class VersionActs {
  readonly #product: TestProduct;

  constructor(product: TestProduct) {
    this.#product = product;
  }

  /** Makes the call of an act. */
  async act(
    name: keyof typeof ROUTES,
    versionId: number,
    { databaseId = 'test', ...options }: CallOptions & { databaseId?: string } = {},
  ): Promise<Answer> {
    const { method, path } = ROUTES[name];
    return this.#product.call({ ...finishEdit, method, path }, { params: { databaseId, versionId } }, options);
  }

  clone(versionId: number, name: string): Promise<Answer> {
    return this.#product.call(cloneVersion, { params: { databaseId: 'test', versionId }, body: { Name: name } });
  }

  /** Begins an edit; answers the id of the new version. */
  async begin(versionId: number): Promise<number> {
    return (await this.act('beginEdit', versionId)).body['EditableDbVersionId'] ?? 0;
  }

  rename(versionId: number, stopId: string, value: string, ifMatch = 0): Promise<Answer> {
    return this.#product.call(editStopField, { params: { versionId, field: 'name' }, body: { stopId, value } }, { ifMatch });
  }

  async read(versionId: number): Promise<Version> {
    return (await this.#product.call(readVersion, { params: { versionId } })).body['Version'] as unknown as Version;
  }

  /** Waits until the work on a version is done or has failed. */
  async settled(versionId: number): Promise<void> {
    await expect.poll(async () => (await this.read(versionId)).Completed, { timeout: 30_000 }).toBe(true);
  }

  /** The feed file of a version. */
  async file(versionId: number): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of feedJson(this.#product.store, versionId)) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
  }
}
