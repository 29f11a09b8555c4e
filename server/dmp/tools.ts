/** `dmp mcp`: the tools of a server on standard input and output, for assistants that start programs. */
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { readAccount } from '../../src/contract/account.ts';
import { EXIT, type Subcommand } from './arguments.ts';

export const mcp: Subcommand = {
  summary: 'serve the tools for an assistant on standard input and output',
  usage: `Usage: dmp mcp

An assistant starts it and speaks the Model Context Protocol with it. It ends with its input. Assistants that connect to
servers by address need no program: the address is that of the server with /mcp at the end.`,
  options: {},
  async run(client) {
    // loaded for this subcommand alone: it takes a fifth of a second
    const [{ serveStdio }, { createToolServer }] = await Promise.all([import('@modelcontextprotocol/server/stdio'), import('../mcp/toolServer.ts')]);
    const { permissions } = await client.call(readAccount, {});
    const { version } = z.object({ version: z.string() }).parse(JSON.parse((await client.make({ method: 'GET', url: '/version' })).text));
    const options = {
      version,
      edits: !permissions.readOnly,
      make: client.make,
      // standard output is the connection
      failed: (error: unknown): void => void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
    };
    const connection = serveStdio(() => createToolServer(options), { maxSubscriptions: 0 });
    await finished(process.stdin, { writable: false });
    await connection.close();
    return { text: '', json: {}, code: EXIT.done };
  },
};
