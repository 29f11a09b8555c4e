/** The page of all settings, made of their declarations. */
import { z } from 'zod';
import { SETTINGS } from '../../server/settings.ts';

export function settingsPage(): string {
  const areas = Object.entries<Readonly<Record<string, z.ZodType>>>(SETTINGS).map(
    ([area, settings]) =>
      `## ${area}\n| setting | value | default | meaning |\n|---|---|---|---|\n${Object.entries(settings)
        .map(([name, schema]) => `| \`${name}\` | ${cell(valueOf(schema))} | ${cell(defaultOf(schema))} | ${cell(schema.description ?? '')} |`)
        .join('\n')}\n`,
  );
  return `${HEAD}\n${areas.join('\n')}`;
}

const HEAD = `# Settings
For operators of DMP. Every setting is an environment variable of \`npm start\` and \`npm run worker\`. A blank one counts as not set. A value
that cannot be used stops the start, with the name of the setting and what to write. After a change the process has to be started again.

This page is made from \`server/settings.ts\` by \`node tools/run.mjs tools/settingsPage.ts\`.
`;

/** What may be written, in the words of the refusal of something that nobody writes. */
function valueOf(schema: z.ZodType): string {
  const message = schema.safeParse('\u0001').error?.issues[0]?.message ?? '';
  const [sentence = ''] = /^Write .*?(?=\.(?: |$)|$)/.exec(message) ?? [];
  return sentence.replace(/^Write /, '').replaceAll(/(\w+:\/\/[^\s,;]+|\{\w+\}|<.*>)/g, '`$1`');
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.safeParse(undefined).data;
  if (value === undefined || value === '') return '';
  const plain = z.union([z.string(), z.number(), z.boolean()]).parse(value);
  return `\`${plain === true ? 'yes' : plain === false ? 'no' : plain}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
