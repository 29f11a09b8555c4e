/** A server of the Model Context Protocol over the calls of the product. It has no rights of its own: each tool makes one call as its caller. */
import { Server, ProtocolError, ProtocolErrorCode, type CallToolResult, type Tool } from '@modelcontextprotocol/server';
import { wordsOfFailure } from '../../src/contract/errors.ts';
import { faultsOf, productTools, type Arguments, type ProductCall, type ProductTool } from './tools.ts';
import { shortened } from './words.ts';

/** The answer to a call of the product. */
export interface ProductAnswer {
  readonly status: number;
  readonly text: string;
  /** It is the recorded answer to an earlier call with the same key. */
  readonly repeated: boolean;
}

/** How calls are made, and in whose name. */
export interface ToolServerOptions {
  readonly version: string;
  /** The caller may change data; tools that edit are not listed otherwise. */
  readonly edits: boolean;
  make(call: ProductCall): Promise<ProductAnswer>;
  /** A tool failed in a way that nobody foresaw. Its caller learns no more than that. */
  failed(error: unknown): void;
}

/** Characters of an answer; longer ones would fill the memory of an assistant. */
const LONGEST_ANSWER = 100_000;

const INSTRUCTIONS = `DMP holds timetables of public transport: databases have versions, and versions hold stops, schedules (lines), tracks, timetables, calendars, transfers and fares as documents.
Only an editable version (a draft) can be edited; begin_edit makes one. A tool of an edit writes nothing: it answers a preview with an id. Show the preview to the person. When they agree, apply_change writes it as one change set; undo_change takes it back.
Documents are named by kind and id: Stop/S1, Schedule/L1, Track/L1/T1, Timetable/L1/T1/1, each part URL-encoded. Times in them are seconds after midnight of the day of service.`;

/** One server for one request or one connection. */
export function createToolServer({ version, edits, make, failed }: ToolServerOptions): Server {
  const server = new Server({ name: 'dmp', title: 'DMP', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({
    tools: productTools()
      .filter((tool) => edits || !tool.edits)
      .map(listed),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = productTools().find(({ name }) => name === params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
    try {
      return await resultOf(tool, params.arguments ?? {}, make);
    } catch (error) {
      failed(error);
      return saying("Something went wrong. It's not your fault.", true);
    }
  });
  return server;
}

async function resultOf(tool: ProductTool, given: Arguments, make: ToolServerOptions['make']): Promise<CallToolResult> {
  const faults = faultsOf(tool, given);
  if (faults.length > 0) return saying(faults.join('\n'), true);
  const call = callOf(tool, given);
  if (call === undefined) return saying('A text holds a broken character: half of a surrogate pair.', true);
  const { status, text, repeated } = await make(call);
  if (status !== 200) return saying(wordsOfFailure(status, text), true);
  const said = tool.sayOf(JSON.parse(text), given, repeated);
  const words = typeof said === 'string' ? said : JSON.stringify(said);
  if (words.length <= LONGEST_ANSWER) return saying(words, false);
  for (const entries of SHORTER_LISTS) {
    const short = JSON.stringify(shortened(said, entries));
    if (short.length <= LONGEST_ANSWER) return saying(`${SHORTENED}\n${short}`, false);
  }
  return saying(`The answer has ${words.length} characters, more than ${LONGEST_ANSWER}. Ask for less at a time.`, true);
}

/** The call of a tool; undefined where its address cannot be written. */
function callOf(tool: ProductTool, given: Arguments): ProductCall | undefined {
  try {
    return tool.callOf(given);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Entries of each list that a long answer is shortened to, one after the other until it fits. */
const SHORTER_LISTS = [100, 30, 10, 3];
const SHORTENED = 'Shortened: lists end with "… more", long texts with "…". Read single documents for the rest.';

function saying(text: string, isError: boolean): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
}

function listed({ name, description, inputSchema, readOnly, destructive }: ProductTool): Tool {
  return {
    name,
    description,
    inputSchema: inputSchema as Tool['inputSchema'],
    annotations: { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: readOnly || name === 'apply_change', openWorldHint: false },
  };
}
