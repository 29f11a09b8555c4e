import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { serveHelp } from './help.ts';
import { answerErrors } from './routes/errors.ts';

const app = Fastify();
answerErrors(app);
serveHelp(app, join(import.meta.dirname, '..'));
afterAll(() => app.close());

const get = (url: string) => app.inject({ url });

describe('the help', () => {
  it('begins with a page that leads to the handbook and to the pages for IT', async () => {
    const { statusCode, payload, headers } = await get('/help');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const links = Array.from(payload.matchAll(/href="(\/help[^"]*)"/g), ([, to = '']) => to);
    const pages = readdirSync(join(import.meta.dirname, '../docs/handbook')).map((file) => `/help/docs/handbook/${file}`);
    expect(links.filter((to) => to.startsWith('/help/docs/handbook/')).toSorted()).toEqual(pages.toSorted());
    expect(await Promise.all(links.map(async (to) => [to, (await get(to)).statusCode]))).toEqual(links.map((to) => [to, 200]));
  });

  it('shows a document with its title, and pictures at its relative links', async () => {
    const { payload } = await get('/help/docs/map.md');
    expect(payload).toContain('<title>The map and its tools | DMP</title>');
    expect(payload).toContain('src="pictures/map-search.png"');
    expect((await get('/help/docs/pictures/map-search.png')).headers['content-type']).toBe('image/png');
  });

  it("What's new has the changes since the last release by kind, and the releases", async () => {
    const { payload } = await get('/help/news');
    expect(payload).toContain('Since the last release');
    expect(payload).toContain('0.1.0 - 2026-11-26');
    expect(payload).not.toContain('Added: ');
  });

  it.each([
    '/help/package.json',
    '/help/server/main.ts',
    '/help/docs/../package.json',
    '/help/%2e%2e/etc/passwd',
    '/help/docs%2f..%2f.npmrc',
    '/help/',
  ])('answers %s with 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
