import { z } from 'zod';
import { GATE_ACT_WORDS, GateAct } from './gates.ts';
import { builtin, field, lines } from './template.ts';

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
    extensions: field(z.boolean().default(false), { title: 'Columns ext_* for fields without a GTFS column' }),
    vehicle_work: field(z.boolean().default(false), {
      title: 'Vehicle work (TODS)',
      description: 'Depots and dead runs of the vehicle blocks, as files of the Transit Operational Data Standard in the same zip.',
    }),
  }),
});

export const exportFeedFile = builtin({
  id: 'export-feed',
  name: 'Export a feed file',
  task_type: 3,
  summary: 'Writes the version as a feed file (JSON, gzip) into the object store.',
  parameters: z.object({ file_name: fileName }),
});

export const exportTimetableBook = builtin({
  id: 'export-timetable-book',
  name: 'Timetable book',
  task_type: 3,
  summary: 'Writes the timetables of lines as a book to print, as PDF or HTML.',
  parameters: z.object({
    file_name: fileName,
    lines: lines({ title: 'Lines', description: 'Short name or route id, one in each line. Empty: all lines.' }),
    format: field(z.enum(['pdf', 'html']).default('pdf'), {
      title: 'Format',
      description: 'PDF needs a Chromium on the server (setting CHROMIUM_PATH). HTML is printed with a browser.',
      options: { pdf: 'PDF', html: 'HTML' },
    }),
    paper: field(z.enum(['a4', 'a5', 'letter']).default('a4'), { title: 'Paper', options: { a4: 'A4', a5: 'A5', letter: 'Letter' } }),
    all_stops: field(z.boolean().default(false), { title: 'All stops, not only timepoints' }),
    language: field(z.enum(['feed', 'en', 'de']).default('feed'), {
      title: 'Language',
      options: { feed: 'That of the feed', en: 'English', de: 'German' },
    }),
  }),
});

export const publish = builtin({
  id: 'publish',
  name: 'Publish',
  task_type: 3,
  summary: 'Publishes the version if its network resembles the one published last.',
  parameters: z.object({
    on_implausible: field(GateAct.default('approval'), {
      title: 'When the version does not look like the last one',
      description: 'Agencies, area, lines and trips a day are compared with the version that is current, else with the one published last.',
      options: GATE_ACT_WORDS,
    }),
    change_allowed: field(z.int().min(0).max(1000).default(50), {
      title: 'Change allowed, in percent',
      description: 'Largest difference in the number of lines and of trips on the busiest day.',
    }),
  }),
});
