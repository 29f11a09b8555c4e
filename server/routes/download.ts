import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { downloadVersion, downloadVersionJson } from '../../src/contract/versions.ts';
import { refusalOfAct } from '../../src/domain/versions.ts';
import { feedJson } from '../feed/json/writeFeed.ts';
import { feedSchemaText } from '../feed/json/schema.ts';
import { noVersion } from '../services/editing.ts';
import { Refusal } from '../refusal.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { readArchiveKey, readVersion } from '../store/versions.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the whole version as a feed file, and the description of such files. */
export function registerDownload(context: RouteContext, store: OpenedStore): void {
  for (const route of [downloadVersion, downloadVersionJson])
    registerRead(context, route, async ({ params, reply }) => {
      const version = await readVersion(store.sql.db, params.versionId);
      if (version === undefined || version.DatabaseId !== params.databaseId) throw noVersion(params.versionId);
      const refusal = refusalOfAct('download', version);
      if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal);
      const file = version.Archived ? await archived(context, version.Id) : packed(store, version.Id);
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', dispositionOf(`${version.DatabaseId}-${version.Version}.json.gz`))
        .type('application/gzip')
        .send(file);
      return undefined;
    });
  let schema: string | undefined;
  context.app.get('/feed.schema.json', async (_request, reply) =>
    reply.type('application/schema+json; charset=utf-8').send((schema ??= feedSchemaText())),
  );
}

/** The file as an archiving kept it. */
async function archived({ objects, engine }: RouteContext, versionId: number): Promise<Readable> {
  const key = await readArchiveKey(engine.db, versionId);
  if (key === undefined) throw new Refusal(409, 'not_possible', 'This version is archived');
  return objects.get(key);
}

function packed(store: OpenedStore, versionId: number): Readable {
  const gzip = createGzip({ level: 6, chunkSize: 64 * 1024 });
  // A failure ends the stream, and with it the answer, before its end; Fastify logs it.
  pipeline(Readable.from(feedJson(store, versionId), { objectMode: true, highWaterMark: 2 }), gzip, () => undefined);
  return gzip;
}

/** A name that no header and no file system stumbles over, and the full one for those that read it (RFC 6266). */
export function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, '_');
  const full = encodeURIComponent(name.replaceAll(/[/\\:*?"<>|]|\p{Cc}/gu, '_').replaceAll(/\p{Cs}/gu, '_')).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
