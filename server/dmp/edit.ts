/** `dmp edits`, `dmp edit` and `dmp undo`: every declared edit of a version, by its name. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { applyPreview, previewEdit, undoOwnEdit } from '../../src/contract/previews.ts';
import { editCatalogue, editNamed } from '../../src/domain/edits/catalogue.ts';
import { changeWords } from '../mcp/words.ts';
import { EXIT, numberOf, onlyOne, required, textOf, WrongArguments, type Subcommand } from './arguments.ts';

/** Widest name of an edit in the list. */
const NAME_WIDTH = 28;

export const edits: Subcommand = {
  summary: 'list the edits, or those that hold a word',
  usage: `Usage: dmp edits [WORD]

  WORD   part of the name or the summary of an edit: stop, calendar

With --json it prints what the data of each edit holds, as JSON Schema. The token needs the scope read.`,
  options: {},
  run(_client, { positionals }) {
    const word = positionals.join(' ').toLowerCase();
    const found = editCatalogue.filter(({ type, summary }) => `${type} ${summary}`.toLowerCase().includes(word));
    return Promise.resolve({
      text: found.map(({ type, summary }) => `${type.padEnd(NAME_WIDTH)}${summary}`).join('\n'),
      json: found.map(({ type, summary, payload }) => ({
        edit: type,
        summary,
        data: z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }),
      })),
      code: found.length === 0 ? EXIT.found : EXIT.done,
    });
  },
};

export const edit: Subcommand = {
  summary: 'carry out an edit of a draft, or preview it',
  usage: `Usage: dmp edit NAME --version N --data JSON|@FILE [--preview]

  NAME          name of the edit (see dmp edits): stop.editField
  --version N   number of an editable version
  --data        what the edit takes, as a JSON object, or @ and the name of a file that holds it
  --preview     print what would change, and write nothing

An edit is written as it was evaluated, or not at all. Ends with 1 where nothing would change. The token needs the scope edit.`,
  options: { version: 'string', data: 'string', preview: 'boolean' },
  async run(client, { positionals, options }) {
    const name = onlyOne(positionals, 'NAME');
    if (editNamed(name) === undefined) throw new WrongArguments(`There is no edit ${name}. dmp edits lists them.`);
    const params = { versionId: numberOf(required(options, 'version'), '--version') };
    const body = { Edit: name, Data: await dataOf(required(options, 'data')) };
    const preview = await client.call(previewEdit, { params, body });
    const { Preview, Label, Changes, Count } = preview;
    const lines = [
      Label,
      ...Changes.map((change) => `  ${changeWords(change)}`),
      ...(Count > Changes.length ? [`  and ${Count - Changes.length} more`] : []),
    ];
    if (Preview === null) return { text: `${Label}: nothing would change.`, json: preview, code: EXIT.found };
    if (options['preview'] === true) return { text: [...lines, 'Nothing was written.'].join('\n'), json: preview, code: EXIT.done };
    const { Rev } = await client.call(applyPreview, { params: { ...params, preview: Preview } });
    return {
      text: [...lines, `Version ${params.versionId} is at revision ${Rev} now.`].join('\n'),
      json: { ...params, rev: Rev, label: Label, documents: Count },
      code: EXIT.done,
    };
  },
};

export const undo: Subcommand = {
  summary: 'take back the last edit that was made with the token',
  usage: `Usage: dmp undo --version N [--rev R]

  --version N   number of an editable version
  --rev R       revision that the edit made (default: the last edit that is not taken back)

Only what was made with a token of the same label is taken back. The token needs the scope edit.`,
  options: { version: 'string', rev: 'string' },
  async run(client, { positionals, options }) {
    if (positionals.length > 0) throw new WrongArguments('Name the version by --version.');
    const versionId = numberOf(required(options, 'version'), '--version');
    const rev = textOf(options, 'rev');
    const body = rev === undefined ? {} : { Rev: numberOf(rev, '--rev') };
    const { Label, Rev } = await client.call(undoOwnEdit, { params: { versionId }, body });
    return {
      text: `Taken back: ${Label}\nVersion ${versionId} is at revision ${Rev} now.`,
      json: { versionId, rev: Rev, label: Label },
      code: EXIT.done,
    };
  },
};

async function dataOf(given: string): Promise<Record<string, unknown>> {
  const file = given.startsWith('@') ? given.slice(1) : undefined;
  const text =
    file === undefined
      ? given
      : await readFile(file, 'utf8').catch(() => {
          throw new WrongArguments(`There is no file ${file} that can be read.`);
        });
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new WrongArguments('--data is a JSON object, such as {"stopId":"A"}, or @ and the name of a file that holds one.');
  }
}
