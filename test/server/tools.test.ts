import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listChangesets } from '../../src/contract/changes.ts';
import { revokeApiToken } from '../../src/contract/apiTokens.ts';
import { revertChangeset } from '../../src/contract/edits.ts';
import { finishEdit } from '../../src/contract/versions.ts';
import { keepHouse } from '../../server/jobs/housekeeping.ts';
import { openObjects } from '../../server/objects/openObjects.ts';
import { dmp } from '../../server/dmp/dmp.ts';
import { productTools, toolName } from '../../server/mcp/tools.ts';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { startTestProduct, type TestProduct } from './product.ts';
import { stopDoc } from './smallFeed.ts';
import { editStopField } from './stopCalls.ts';
import { callTool, previewIn, revOf, SAMPLES, tokenOf, type Said } from './toolCalls.ts';

let product: TestProduct;
let server: string;
let token: string;
beforeAll(async () => {
  product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  server = await product.app.listen({ port: 0, host: '127.0.0.1' });
  ({ token } = await tokenOf(product, 'editor', { label: 'Timetable assistant' }));
});
afterAll(() => product.close());

const tool = (name: string, given: object): Promise<Said> => callTool(product, token, name, given);
const rename = (versionId: number, stopId: string, value: string): Promise<Said> =>
  tool('stop_edit_field', { versionId, stopId, field: 'name', value });
const apply = (versionId: number, preview: string): Promise<Said> => tool('apply_change', { versionId, preview });

describe('a session of the official client', () => {
  const Text = z.object({ content: z.array(z.object({ text: z.string() })).length(1) });
  /** What is otherwise each time: ids of previews, and moments. */
  const steady = (text: string): string =>
    text.replaceAll(/preview("?:? ?)"[\w-]{12}"/g, 'preview$1"q7Ypzr3nXw0a"').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-12-14T02:15:00Z');

  it.each(['2026-07-28', '2025-11-25'])(
    'in the protocol of %s goes as docs/operate/assistants.md has it',
    async (protocol) => {
      const versionId = await product.version([stopDoc('1001', { Name: 'Market Sq' }), stopDoc('1002', { Name: 'Station' })], 'editable');
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: protocol === '2025-11-25' ? 'legacy' : 'auto' } });
      await client.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', server), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
      );
      expect([client.getNegotiatedProtocolVersion(), client.getServerVersion()]).toEqual([protocol, { name: 'dmp', title: 'DMP', version: '1.2.3' }]);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(productTools().map(({ name }) => name));
      expect(tools.find(({ name }) => name === 'stop_edit_field')).toMatchObject({
        description: 'Changes one field of a stop. An empty text takes the field away. Answers a preview; apply_change writes it.',
        annotations: { readOnlyHint: true, destructiveHint: false },
        inputSchema: { type: 'object', required: ['versionId', 'stopId', 'field', 'value'] },
      });

      const recorded = new Array<string>();
      const call = async (name: string, given: Record<string, unknown>): Promise<string> => {
        const { text } = Text.parse(await client.callTool({ name, arguments: given })).content[0] ?? { text: '' };
        recorded.push(
          `> ${name} ${JSON.stringify({ ...given, ...(given['versionId'] === undefined ? {} : { versionId: 17 }) })}\n${text.replaceAll(`version ${versionId}`, 'version 17').replaceAll(`ersion ${versionId} `, 'ersion 17 ').replaceAll(`versionId ${versionId}`, 'versionId 17')}`,
        );
        return text;
      };
      await call('list_stops', { versionId, contains: 'market' });
      const previewed = await call('stop_edit_field', { versionId, stopId: '1001', field: 'name', value: 'Market Square' });
      const preview = /preview "([\w-]+)"/.exec(previewed)?.[1];
      await call('apply_change', { versionId, preview });
      await call('read_documents', { versionId, key: 'Stop/1001' });
      await call('undo_change', { versionId });
      await client.close();
      const page = readFileSync(join(import.meta.dirname, '../../docs/operate/assistants.md'), 'utf8');
      expect(/```text\n(.*?)\n```/s.exec(page)?.[1]).toBe(steady(recorded.join('\n\n')));
      const { Sets } = listChangesets.reply.parse(
        (await product.call(listChangesets, { query: { databaseId: 'test', dbVersionId: versionId } })).body,
      );
      expect(Sets.map(({ Message, CreatedBy, Program, Rev }) => [Rev, Message, CreatedBy, Program])).toEqual([
        [2, 'Undo: Rename stop Market Sq to Market Square', 'editor@test.example', 'Timetable assistant'],
        [1, 'Rename stop Market Sq to Market Square', 'editor@test.example', 'Timetable assistant'],
      ]);
    },
    60_000,
  );

  it('works by dmp mcp too, on standard input and output', async () => {
    const versionId = await product.version([stopDoc('1001')], 'editable');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, '../../server/dmp/dmpCommand.ts'), 'mcp'],
        env: { DMP_SERVER: server, DMP_TOKEN: token },
      }),
    );
    expect(client.getServerVersion()).toMatchObject({ name: 'dmp', version: '1.2.3' });
    expect((await client.listTools()).tools.length).toBe(productTools().length);
    const given = { versionId, stopId: '1001', field: 'name', value: 'Market Square' };
    const { text } = Text.parse(await client.callTool({ name: 'stop_edit_field', arguments: given })).content[0] ?? { text: '' };
    expect(text.split('\n')[0]).toBe('Preview, nothing is written yet: Rename stop Stop 1001 to Market Square');
    await client.close();
  }, 60_000);
});

describe('every declared edit', () => {
  it('is a tool with a name that clients take, its schema and its summary', () => {
    const tools = productTools();
    const byName = new Map(tools.map((one) => [one.name, one]));
    expect(byName.size).toBe(tools.length);
    expect(tools.map(({ name }) => name).filter((name) => !/^[a-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    for (const { type, summary, payload } of editCatalogue) {
      const made = byName.get(toolName(type));
      expect(made?.description, type).toBe(`${summary} Answers a preview; apply_change writes it.`);
      expect(made?.inputSchema, type).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(made?.inputSchema.properties ?? {}), type).toEqual(['versionId', ...Object.keys(payload.shape)]);
    }
    expect([toolName('stop.editFieldOfMany'), toolName('listVersions')]).toEqual(['stop_edit_field_of_many', 'list_versions']);
  });

  it('keeps the ids that were made for it, when its payload is read again', () => {
    for (const { type, payload, mint, samples } of editCatalogue) {
      for (const sample of samples) {
        const given = payload.parse(sample);
        const made = mint?.(given, (prefix) => `${prefix}-1`) ?? given;
        const again = payload.parse(JSON.parse(JSON.stringify(made)));
        expect(mint?.(again, (prefix) => `${prefix}-2`) ?? again, type).toEqual(made);
      }
    }
  });

  /** Samples that a real server refuses on that version: documents that are not there, or that something refers to. */
  const REFUSED: Readonly<Record<string, RegExp>> = {
    'stop.remove': /^Stop cannot be removed because there are schedules with it$/,
    'stop.merge': /^Stop cannot be removed because there are schedules with it$/,
    'schedule.delete': /^Schedule "1" cannot be removed because there are flexible trips with it: FT1, FT2$/,
    'track.createStop': /^stopId: There is no stop S4 in this version$/,
    'track.createStops': /^stopId: There is no stop S4 in this version\nstopId: There is no stop S5 in this version$/,
    'transfer.editField': /^value: There is no line R2 in this version$/,
    'fileRow.edit': /^This version keeps no table fare_notes\.txt\.$/,
    'fileRow.editAdded': /^This version keeps no table fare_notes\.txt\.$/,
    'fileRow.add': /^This version keeps no table fare_notes\.txt\.$/,
    'fileRow.remove': /^This version keeps no table fare_notes\.txt\.$/,
  };

  it('previews its samples by the tool and by dmp edit, and writes nothing', async () => {
    const versionId = await product.version(SAMPLES, 'editable');
    const failed: string[] = [];
    for (const { type, samples } of editCatalogue) {
      for (const sample of samples) {
        const said = await tool(toolName(type), { versionId, ...sample });
        if (previewIn(said) === '' && REFUSED[type]?.test(said.text) !== true) failed.push(`${type} ${JSON.stringify(sample)}: ${said.text}`);
      }
      const out: string[] = [];
      const error: string[] = [];
      const code = await dmp(
        ['edit', type, '--version', String(versionId), '--data', JSON.stringify(samples[0]), '--preview'],
        { DMP_SERVER: server, DMP_TOKEN: token },
        { out: (text) => void out.push(text), error: (text) => void error.push(text) },
      );
      const previewed = code === 0 && out.join('\n').endsWith('Nothing was written.');
      if (!previewed && (code !== 3 || REFUSED[type]?.test(error.join('')) !== true)) failed.push(`dmp ${type}: ${code} ${error.join(' ')}`);
    }
    expect(failed).toEqual([]);
    expect(await revOf(product, versionId)).toBe(0);
  }, 120_000);
});

describe('a preview', () => {
  it('is written once, however often it is applied, and with the ids that it has shown', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const preview = previewIn(await tool('stop_create', { versionId, stopName: 'New Street', coordinate: { Lat: 52.1, Lng: 5.1 } }));
    const first = await apply(versionId, preview);
    expect(first.text).toBe(`Done: Create stop New Street\nVersion ${versionId} is at revision 1 now. undo_change with Rev 1 takes this back.`);
    const again = `Written already: Create stop New Street\nVersion ${versionId} had it at revision 1. This call has written nothing: to make the change again, preview it again.`;
    expect(await apply(versionId, preview)).toEqual({ ...first, text: again });
    expect(await revOf(product, versionId)).toBe(1);
    const { text } = await tool('list_stops', { versionId, contains: 'new street' });
    expect(z.object({ Stops: z.array(z.object({ Id: z.string() })).length(1), Total: z.literal(1) }).parse(JSON.parse(text)).Stops[0]?.Id).toMatch(
      /^S-/,
    );
  });

  it('is not written again after it was taken back, and says so', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const preview = previewIn(await rename(versionId, 'a', 'A1'));
    await apply(versionId, preview);
    await product.call(revertChangeset, { params: { versionId, rev: 1 }, body: {} });
    expect((await apply(versionId, preview)).text).toMatch(/^Written already: Rename stop Stop a to A1\n.* This call has written nothing/);
    expect(await tool('undo_change', { versionId })).toMatchObject({ refused: true, text: expect.stringMatching(/^There is no change in version/) });
    expect(await tool('undo_change', { versionId, Rev: 1 })).toMatchObject({
      refused: false,
      text: 'Rename stop Stop a to A1: nothing was left to change.',
    });
    expect(await revOf(product, versionId)).toBe(2);
  });

  it('that has expired is deleted by the hourly housekeeping, also where its caller does not come again', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const { db } = product.store.sql;
    const [old, young] = [previewIn(await rename(versionId, 'a', 'A1')), previewIn(await rename(versionId, 'a', 'A2'))];
    await sql`update edit_preview set expires = now() where preview_id = ${old}`.execute(db);
    const place = {
      store: product.store,
      objects: openObjects(product.dataDir, undefined),
      live: { publish: () => Promise.resolve() },
      warn: () => undefined,
    };
    await keepHouse(place, undefined, new AbortController().signal);
    const { rows } = await sql<{ id: string }>`select preview_id as id from edit_preview where preview_id in (${old}, ${young})`.execute(db);
    expect(rows).toEqual([{ id: young }]);
  });

  it('is one of at most 100 of its caller: the oldest goes first', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const { token: other } = await tokenOf(product, 'editor', { label: 'Many' });
    const ids: string[] = [];
    for (let n = 0; n <= 100; n++)
      ids.push(previewIn(await callTool(product, other, 'stop_edit_field', { versionId, stopId: 'a', field: 'name', value: `A${n}` })));
    const { rows } = await sql<{ id: string }>`select preview_id as id from edit_preview where preview_id = any(${ids}::text[])`.execute(
      product.store.sql.db,
    );
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids.slice(1)));
  });

  it('is refused when its token was revoked or its draft finished since', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const { token: other, id } = await tokenOf(product, 'editor', { label: 'Revoked' });
    const given = { versionId, stopId: 'a', field: 'name', value: 'A1' };
    const [preview, mine] = [previewIn(await callTool(product, other, 'stop_edit_field', given)), previewIn(await rename(versionId, 'a', 'A1'))];
    await product.call(revokeApiToken, { params: { tokenId: id } });
    expect((await callTool(product, other, 'apply_change', { versionId, preview })).status).toBe(401);
    await product.call(finishEdit, { params: { databaseId: 'test', versionId } });
    expect(await apply(versionId, mine)).toMatchObject({ refused: true, text: 'This version cannot be edited. Begin an edit of it first.' });
    expect(await revOf(product, versionId)).toBe(0);
  });

  it('is refused once what it touches was changed, and not for what others changed beside it', async () => {
    const versionId = await product.version([stopDoc('a'), stopDoc('b')], 'editable');
    const [first, second] = [previewIn(await rename(versionId, 'a', 'A1')), previewIn(await rename(versionId, 'b', 'B1'))];
    const byHand = { params: { versionId, field: 'name' as const }, body: { stopId: 'a', value: 'By hand' } };
    expect((await product.call(editStopField, byHand, { as: 'otherEditor', ifMatch: 0 })).status).toBe(200);
    expect(await apply(versionId, first)).toMatchObject({
      refused: true,
      text: 'What this edit changes has been changed since the preview, so nothing was written. Preview the edit again.',
    });
    expect(await apply(versionId, second)).toMatchObject({ refused: false });
    expect(await revOf(product, versionId)).toBe(2);
  });

  it('is that of one token and one version, and works 15 minutes', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const other = await product.version([stopDoc('a')], 'editable');
    const preview = previewIn(await rename(versionId, 'a', 'A1'));
    const gone = (id: number): string =>
      `There is no preview ${preview} of version ${id} that you can apply: it has expired, or it is another's. Preview the edit again.`;
    const second = await tokenOf(product, 'editor', { label: 'Timetable assistant' });
    expect(await callTool(product, second.token, 'apply_change', { versionId, preview })).toMatchObject({ refused: true, text: gone(versionId) });
    expect(await apply(other, preview)).toMatchObject({ refused: true, text: gone(other) });
    await sql`update edit_preview set expires = expires - interval '15 minutes' where preview_id = ${preview}`.execute(product.store.sql.db);
    expect(await apply(versionId, preview)).toMatchObject({ refused: true, text: gone(versionId) });
    expect([await revOf(product, versionId), await revOf(product, other)]).toEqual([0, 0]);
  });

  it('says that nothing would change, and what the edit refuses', async () => {
    const versionId = await product.version(SAMPLES, 'editable');
    expect(await rename(versionId, 'S1', 'Stop S1')).toMatchObject({
      refused: false,
      text: expect.stringMatching(/: nothing would change, everything is so already\.$/),
    });
    expect(await rename(versionId, 'none', 'X')).toMatchObject({ refused: true, text: 'There is no stop none.' });
    expect((await tool('stop_remove', { versionId, stopId: 'S1' })).text).toBe(
      'Stop cannot be removed because it has transfers / pathways / there are schedules with it',
    );
    const finished = await product.version([stopDoc('a')]);
    expect(await rename(finished, 'a', 'X')).toMatchObject({ refused: true, text: 'This version cannot be edited. Begin an edit of it first.' });
  });
});

describe('undo_change', () => {
  it('takes back the last change of the token, then the one before it, and no one else’s', async () => {
    const versionId = await product.version([stopDoc('a'), stopDoc('b')], 'editable');
    for (const [stopId, name] of [
      ['a', 'A1'],
      ['b', 'B1'],
    ] as const)
      await apply(versionId, previewIn(await rename(versionId, stopId, name)));
    const byHand = { params: { versionId, field: 'url' as const }, body: { stopId: 'a', value: 'https://a.example' } };
    expect((await product.call(editStopField, byHand, { ifMatch: 1 })).status).toBe(200);
    expect((await tool('undo_change', { versionId })).text.split('\n')[0]).toBe('Taken back: Rename stop Stop b to B1');
    expect((await tool('undo_change', { versionId })).text.split('\n')[0]).toBe('Taken back: Rename stop Stop a to A1');
    expect(await tool('undo_change', { versionId })).toMatchObject({
      refused: true,
      text: `There is no change in version ${versionId} that was made with the API token "Timetable assistant" and that is not taken back.`,
    });
    expect(await tool('undo_change', { versionId, Rev: 3 })).toMatchObject({
      refused: true,
      text: 'Change set 3 is not one that was made with the API token "Timetable assistant". A person can take it back in the change history.',
    });
    const { text } = await tool('read_documents', { versionId, key: ['Stop/a', 'Stop/b'] });
    expect(JSON.parse(text)).toMatchObject({ Documents: [{ Doc: { Name: 'Stop a', Url: 'https://a.example' } }, { Doc: { Name: 'Stop b' } }] });
  });

  it('takes a named one back, and says what was changed since', async () => {
    const versionId = await product.version([stopDoc('a'), stopDoc('b')], 'editable');
    for (const [stopId, name] of [
      ['a', 'A1'],
      ['b', 'B1'],
      ['a', 'A2'],
    ] as const)
      await apply(versionId, previewIn(await rename(versionId, stopId, name)));
    expect(await tool('undo_change', { versionId, Rev: 1 })).toMatchObject({
      refused: true,
      text: 'Somebody else changed this stop in the meantime.',
    });
    expect((await tool('undo_change', { versionId, Rev: 2 })).text.split('\n')[0]).toBe('Taken back: Rename stop Stop b to B1');
  });
});

describe('a long answer', () => {
  it('of a list comes in pages, and what is still too long is shortened and says so', async () => {
    const versionId = await product.version(
      Array.from({ length: 1200 }, (_, n) => stopDoc(`s${n}`, { Name: `Stop ${n} ${'x'.repeat(100)}` })),
      'editable',
    );
    const Stops = z.object({ Stops: z.array(z.unknown()), Total: z.int() });
    const page = Stops.parse(JSON.parse((await tool('list_stops', { versionId, skip: 1190, take: 50 })).text));
    expect([page.Stops.length, page.Total]).toEqual([10, 1200]);
    const [note = '', data = ''] = (await tool('list_stops', { versionId, take: 1000 })).text.split('\n');
    expect(note).toBe('Shortened: lists end with "… more", long texts with "…". Read single documents for the rest.');
    const short = Stops.parse(JSON.parse(data));
    expect([short.Stops.length, short.Stops.at(-1), short.Total]).toEqual([101, '… 900 more', 1200]);
  });
});

describe('bad input', () => {
  it('is answered with what is wrong, and nothing of the inside', async () => {
    const versionId = await product.version([stopDoc('a')], 'editable');
    const said = async (name: string, given: object): Promise<string> => (await tool(name, given)).text;
    expect(await said('stop_edit_field', {})).toBe(
      'The argument versionId is missing.\nThe argument stopId is missing.\nThe argument field is missing.\nThe argument value is missing.',
    );
    expect(await said('stop_move', { versionId, stopId: 'a', coordinate: null, colour: 'red' })).toBe(
      'There is no argument colour. There are: versionId, stopId, coordinate.',
    );
    expect(await said('stop_move', { versionId, stopId: 'a', coordinate: { Lat: 100, Lng: 5 } })).toMatch(/^coordinate\/Lat: /);
    expect(await said('list_versions', { databaseId: '..' })).toBe('The argument databaseId has to be a text or a number, and cannot be empty.');
    expect(await said('list_versions', { databaseId: { a: 1 } })).toBe('The argument databaseId has to be a text or a number, and cannot be empty.');
    expect(await said('list_stops', { versionId, take: 0 })).toMatch(/^take: /);
    expect(await said('apply_change', { versionId, preview: '\ud800' })).toBe('A text holds a broken character: half of a surrogate pair.');
    expect(await said('find_texts', { versionId, find: '\ud800' })).toBe('A text holds a broken character: half of a surrogate pair.');
    expect(await said('no_such_tool', {})).toBe('There is no such tool.');
    expect(await said('read_version', { versionId: 999_999 })).toBe('There is no version 999999.');
    for (const odd of ['[', '[]', '"x"', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}', '{"jsonrpc":"2.0","id":{},"method":7}']) {
      const answer = await product.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload: odd,
      });
      expect(answer.statusCode, odd).toBeLessThan(500);
      expect(answer.payload, odd).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
    }
  });

  it('a call for sessions is answered 405, and whatever is too large 413', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await product.app.inject({ url: '/mcp', headers })).statusCode).toBe(405);
    expect((await product.app.inject({ method: 'DELETE', url: '/mcp', headers })).statusCode).toBe(405);
    expect((await product.app.inject({ method: 'POST', url: '/mcp', headers, payload: { x: 'x'.repeat(4_000_000) } })).statusCode).toBe(413);
  });
});
