import { z } from 'zod';
import { builtin, field, lines, secretName } from './template.ts';

/** What every import asks for. */
const common = {
  version_name: field(z.string().trim().max(100).default(''), {
    title: 'Version name',
    description: '{date} and {time} stand for the moment of the run. Empty: the name of the file and the date.',
  }),
  on_errors: field(z.enum(['approval', 'continue', 'fail']).default('approval'), {
    title: 'When rows could not be read',
    description: 'approval: the version is made and the run waits for approval. continue: it goes on. fail: the run fails.',
  }),
};

export const importUrl = builtin({
  id: 'import-url',
  name: 'GTFS from a URL',
  task_type: 1,
  summary: 'Fetches a GTFS zip or a feed file from an address. A file that has not changed makes no new version.',
  parameters: z.object({
    url: field(z.url({ protocol: /^https?$/, error: 'Write an address that begins with http:// or https://' }).max(2000), { title: 'Address' }),
    headers: lines({ title: 'Further headers', description: 'One a line, such as Accept: application/zip' }),
    authorization: secretName({ title: 'Secret for the Authorization header', description: 'Its value is sent as it is, such as Bearer ...' }),
    always: field(z.boolean().default(false), { title: 'Import also when the file has not changed' }),
    ...common,
  }),
});
