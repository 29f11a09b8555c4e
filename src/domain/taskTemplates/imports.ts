import { z } from 'zod';
import { DROP_LIMIT } from '../importReport.ts';
import { VERSION_NAME_LIMIT } from '../versions.ts';
import { GATE_ACT_WORDS } from './gates.ts';
import { builtin, field, lines, secretName } from './template.ts';

/** What every import asks for. */
const common = {
  version_name: field(z.string().trim().max(VERSION_NAME_LIMIT).default(''), {
    title: 'Version name',
    description: '{date} and {time} are the date and time of the run. Empty: the name of the file and the date.',
  }),
  on_errors: field(z.enum(['approval', 'continue', 'fail']).default('approval'), {
    title: 'When rows could not be read',
    description: 'The version is created without them, unless the run fails.',
    options: GATE_ACT_WORDS,
  }),
  drop_limit: field(z.number().min(0).max(100).default(DROP_LIMIT), {
    title: 'Trips without a timetable, in percent',
    description: 'In a pipeline, an import needs approval when more trips than this got no timetable, or all trips of a route. 100: never.',
  }),
};

export const importUrl = builtin({
  id: 'import-url',
  name: 'GTFS from a URL',
  task_type: 1,
  summary: 'Downloads a GTFS zip or a feed file. An unchanged file creates no new version.',
  parameters: z.object({
    url: field(z.url({ protocol: /^https?$/, error: 'Write an address that begins with http:// or https://' }).max(2000), { title: 'Address' }),
    headers: lines({ title: 'Further headers', description: 'One a line, such as Accept: application/zip' }),
    authorization: secretName({ title: 'Secret for the Authorization header', description: 'Its value is sent as it is, such as Bearer ...' }),
    always: field(z.boolean().default(false), { title: 'Import also when the file has not changed' }),
    ...common,
  }),
});

export const importStore = builtin({
  id: 'import-store',
  name: 'Feed from the object store',
  task_type: 1,
  summary: 'Takes a GTFS zip or a feed file from the object store of the product.',
  parameters: z.object({ key: field(z.string().min(1, 'Write the key of a file').max(400), { title: 'Key' }), ...common }),
});

export const importUpload = builtin({
  id: 'import-upload',
  name: 'Upload by hand',
  task_type: 1,
  summary: 'Takes a GTFS zip or a feed file that a person uploads.',
  parameters: z.object({ file: field(z.string().min(1, 'Choose a file').max(400), { title: 'File', control: 'file' }), ...common }),
});

export const importS3 = builtin({
  id: 'import-s3',
  name: 'Feed from an S3 bucket',
  task_type: 1,
  summary: 'Takes a GTFS zip or a feed file from an S3-compatible bucket.',
  parameters: z.object({
    endpoint: field(z.url({ protocol: /^https?$/, error: 'Write an address that begins with http:// or https://' }), {
      title: 'Address of the service',
    }),
    region: field(z.string().min(1).max(60).default('us-east-1'), { title: 'Region' }),
    bucket: field(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is no name of a bucket'), { title: 'Bucket' }),
    key: field(z.string().min(1, 'Write the key of a file').max(1000), { title: 'Key' }),
    access_key_id: field(z.string().min(1, 'Write the id of an access key').max(200), { title: 'Access key id' }),
    secret: secretName({ title: 'Secret access key' }),
    ...common,
  }),
});

export const importSftp = builtin({
  id: 'import-sftp',
  name: 'Feed from an SFTP server',
  task_type: 1,
  summary: 'Takes a GTFS zip or a feed file from an SFTP server.',
  parameters: z.object({
    host: field(z.string().min(1, 'Write the name of a host').max(253), { title: 'Host' }),
    port: field(z.int().min(1).max(65_535).default(22), { title: 'Port' }),
    username: field(z.string().min(1, 'Write a user name').max(100), { title: 'User' }),
    path: field(z.string().min(1, 'Write a path').max(1000), { title: 'Path of the file' }),
    password: secretName({ title: 'Password' }),
    private_key: secretName({ title: 'Private key', description: 'In place of a password.' }),
    host_key: field(z.string().max(100).default(''), {
      title: 'Key of the host',
      description: 'SHA256:... as the server shows it. A first run without it fails and shows the key.',
    }),
    ...common,
  }),
});
