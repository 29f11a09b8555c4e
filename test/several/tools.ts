/** A session of tools through a proxy that gives each request to the next process. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { z } from 'zod';

const Answer = z.object({ content: z.array(z.object({ text: z.string() })).length(1), isError: z.boolean().optional() });

/** Previews, applies and takes back a change, as many times as there may be processes and once more. */
export async function editThroughProxy(url: string, token: string): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
  const call = async (name: string, given: Record<string, unknown>): Promise<string> => {
    const { content, isError } = Answer.parse(await client.callTool({ name, arguments: given }));
    expect(isError, content[0]?.text).toBeUndefined();
    return content[0]?.text ?? '';
  };
  const { Versions } = z
    .object({ Versions: z.array(z.object({ Id: z.int(), Editable: z.boolean() })) })
    .parse(JSON.parse(await call('list_versions', { databaseId: 'velmar' })));
  const from = Versions.find(({ Editable }) => !Editable)?.Id;
  const begun = JSON.parse(await call('begin_edit', { databaseId: 'velmar', versionId: from })) as unknown;
  const { EditableDbVersionId: versionId } = z.object({ EditableDbVersionId: z.int() }).parse(begun);
  for (let n = 1; n <= 3; n++) {
    const previewed = await call('stop_edit_field', { versionId, stopId: 'V0133A', field: 'name', value: `Market ${n}` });
    const preview = /preview "([\w-]+)"/.exec(previewed)?.[1];
    expect(await call('apply_change', { versionId, preview })).toMatch(/^Done: Rename stop /);
    // the process that has not written it answers as the one that has
    expect(await call('apply_change', { versionId, preview })).toMatch(/^Written already: Rename stop /);
    expect(await call('undo_change', { versionId })).toMatch(/^Taken back: Rename stop .* to Market \d\n.* at revision \d now\./);
  }
  await client.close();
}
