import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type BaseTiles, CONFIGURED } from '../geo/streets/tileArchive.ts';

const TYPES: Readonly<Record<string, string>> = { pbf: 'application/x-protobuf', png: 'image/png' };

/** Serves the tiles of the base map. Anyone may read them: they are a public map, and map libraries send no token with a tile. */
export function serveTiles(app: FastifyInstance, tiles: BaseTiles): void {
  app.get<{ Params: { archive: string; z: string; x: string; y: string } }>('/tiles/:archive/:z/:x/:y', async (request, reply) => {
    const { archive, z, x, y } = request.params;
    const [, row, kind = ''] = /^(\d{1,8})\.(pbf|png)$/.exec(y) ?? [];
    const numbers = [z, x, row].map((text) => (/^\d{1,8}$/.test(text ?? '') ? Number(text) : Number.NaN));
    const [zoom = Number.NaN, column = Number.NaN, line = Number.NaN] = numbers;
    if (!(zoom <= 22 && column < 2 ** zoom && line < 2 ** zoom)) return reply.code(404).type('text/plain').send('There is no such tile.');
    const tile = await tiles.read(archive, zoom, column, line);
    // The folder of a build is named anew with each; a file of the installation may be replaced.
    void reply.header('cache-control', archive === CONFIGURED ? 'public, max-age=3600' : 'public, max-age=31536000, immutable');
    if (!tile) return reply.code(204).header('cache-control', 'public, max-age=3600').send();
    void reply.type(TYPES[kind] ?? '').header('vary', 'accept-encoding');
    if (kind !== 'pbf' || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(tile);
    return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(tile, { level: 4 }));
  });
}
