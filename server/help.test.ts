import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { serveHelp } from './help.ts';
import { handbookSections } from './helpSections.ts';
import { answerErrors } from './routes/errors.ts';

const app = Fastify();
answerErrors(app);
serveHelp(app, join(import.meta.dirname, '..'));
afterAll(() => app.close());

const get = (url: string) => app.inject({ url });

describe('the handbook as sections', () => {
  const sections = handbookSections(join(import.meta.dirname, '..'));

  it('has the sections of a page, with what they say and where they stand', async () => {
    const times = sections.find(({ page, title }) => page === 'Timetables in a sheet' && title === 'Beside the sheet');
    expect(times?.to).toBe('/help/docs/handbook/timetables.md#beside-the-sheet');
    expect(times?.text).toContain('The stringline draws time across');
    expect(times?.text).toContain('Access, Continuous access and Timepoints');
    expect((await get('/help/docs/handbook/timetables.md')).payload).toContain('<h2 id="beside-the-sheet">Beside the sheet</h2>');
  });

  it('has the terms of the glossary', () => {
    const term = sections.find(({ page, title }) => page === 'Glossary' && title === 'schedule');
    expect(term).toEqual({
      page: 'Glossary',
      title: 'schedule',
      to: '/help/docs/develop/glossary.md#the-network',
      text: 'a line with the dates of one season, and its calendar a route with the services of its trips Line in a ServiceFrame with a ValidityCondition',
    });
  });

  it('has the pages for IT, after the handbook', () => {
    const keycloak = sections.find(({ title }) => title === 'Keycloak');
    expect(keycloak).toMatchObject({ page: 'Sign-in', to: '/help/docs/operate/sign-in.md#keycloak' });
    expect(sections.findIndex(({ to }) => to.startsWith('/help/docs/operate/'))).toBeGreaterThan(
      sections.findLastIndex(({ page }) => page === 'Glossary'),
    );
  });

  it('leads nowhere that does not exist', async () => {
    const pages = new Map<string, string>();
    for (const { to } of sections) {
      const [path = '', anchor] = to.split('#');
      if (!pages.has(path)) pages.set(path, (await get(path)).payload);
      if (anchor !== undefined) expect(pages.get(path), to).toContain(`id="${anchor}"`);
    }
    expect(pages.size).toBeGreaterThan(13);
  });
});

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

  it.each(readdirSync(join(import.meta.dirname, '../docs/handbook')))('shows the picture of the handbook page %s', async (file) => {
    const { payload } = await get(`/help/docs/handbook/${file}`);
    const [, picture = ''] = /<img src="\.\.\/(pictures\/[^"]+)"/.exec(payload) ?? [];
    expect((await get(`/help/docs/${picture}`)).headers['content-type']).toBe('image/png');
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
