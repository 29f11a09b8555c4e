import { z } from 'zod';
import { builtin, field } from './template.ts';

const fileName = field(
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,60}$/, 'A name is made of letters, digits and dashes, without an ending')
    .default(''),
  {
    title: 'Name of the file',
    description: 'Without its ending. Empty: the id of the database.',
  },
);

export const exportGtfsFile = builtin({
  id: 'export-gtfs',
  name: 'Export GTFS',
  task_type: 3,
  summary: 'Writes the version as a GTFS zip into the object store.',
  parameters: z.object({
    file_name: fileName,
    extensions: field(z.boolean().default(false), { title: 'Columns ext_* for what GTFS has no column for' }),
  }),
});

export const exportFeedFile = builtin({
  id: 'export-feed',
  name: 'Export a feed file',
  task_type: 3,
  summary: 'Writes the version as a feed file (JSON, gzip) into the object store.',
  parameters: z.object({ file_name: fileName }),
});

export const publish = builtin({
  id: 'publish',
  name: 'Publish',
  task_type: 3,
  summary: 'Publishes the version.',
  parameters: z.object({}),
});
