import { z } from 'zod';
import { ENTITY_SCHEMAS } from '../entities.ts';
import { kindTitle } from '../model/catalogue.ts';
import { builtin, field, lines, optionalDate } from './template.ts';

const kinds = Object.keys(ENTITY_SCHEMAS) as (keyof typeof ENTITY_SCHEMAS)[];
const kind = field(z.enum(kinds).default('Stop'), {
  title: 'Kind of document',
  options: Object.fromEntries(kinds.map((one) => [one, kindTitle(one)])),
});

export const keepOnly = builtin({
  id: 'keep-only',
  name: 'Keep only',
  task_type: 2,
  summary: 'Keeps lines by agency, name, area or days, and the documents that they refer to.',
  parameters: z.object({
    agencies: lines({ title: 'Agencies', description: 'Ids, one a line. Empty: all.' }),
    lines: lines({ title: 'Lines', description: 'Names or transport ids, one a line. Empty: all.' }),
    area: field(
      z
        .string()
        .regex(/^(-?\d{1,3}(\.\d+)?,){3}-?\d{1,3}(\.\d+)?$|^$/, 'An area is written as south,west,north,east')
        .default(''),
      { title: 'Area', description: 'south,west,north,east in degrees. A track is kept whole when at least two of its stops lie inside.' },
    ),
    from: optionalDate({ title: 'Running on or after' }),
    to: optionalDate({ title: 'Running on or before' }),
  }),
});

export const mergeDatabase = builtin({
  id: 'merge',
  name: 'Merge with another database',
  task_type: 2,
  summary: 'Adds the current version of another database, with a prefix before its ids.',
  parameters: z.object({
    database: field(z.string().min(1, 'Choose a database'), { title: 'Database', control: 'database' }),
    prefix: field(z.string().regex(/^[A-Za-z0-9_.:-]{1,20}$/, 'A prefix is made of 1 to 20 letters, digits and the signs _ . : -'), {
      title: 'Prefix of its ids',
      description: 'Such as b: for b:100.',
    }),
  }),
});

export const joinDuplicateStops = builtin({
  id: 'join-stops',
  name: 'Join duplicate stops',
  task_type: 2,
  summary: 'Merges stops that lie close together into one.',
  parameters: z.object({
    distance: field(z.number().min(0.1).max(500).default(10), { title: 'Distance in metres' }),
    same_name: field(z.boolean().default(true), { title: 'Only stops of the same name' }),
  }),
});

export const dropUnused = builtin({
  id: 'drop-unused',
  name: 'Remove unused documents',
  task_type: 2,
  summary: 'Removes stops without journeys, agencies without lines, and tracks without departures.',
  parameters: z.object({
    stops: field(z.boolean().default(true), { title: 'Stops and levels' }),
    agencies: field(z.boolean().default(true), { title: 'Agencies' }),
    tracks: field(z.boolean().default(true), { title: 'Tracks without departures, schedules without tracks' }),
  }),
});

export const cutToValidity = builtin({
  id: 'cut-validity',
  name: 'Cut to validity',
  task_type: 2,
  summary: 'Limits calendars to a range of days. Schedules without service in it are removed.',
  parameters: z.object({
    from: optionalDate({ title: 'First day', description: 'Empty: the day of the run.' }),
    to: optionalDate({ title: 'Last day', description: 'Empty: as many days as below.' }),
    days: field(z.int().min(1).max(3660).default(365), {
      title: 'Number of days',
      description: 'Counted from the first day, where no last day is given.',
    }),
    drop_unused: field(z.boolean().default(true), { title: 'Remove stops that no track serves any more' }),
  }),
});

export const shiftDates = builtin({
  id: 'shift-dates',
  name: 'Shift dates',
  task_type: 2,
  summary: 'Moves all calendars by a number of days.',
  parameters: z.object({
    days: field(z.int().min(-3660).max(3660).default(364), { title: 'Days', description: '364 days keep the days of the week.' }),
  }),
});

export const setFields = builtin({
  id: 'set-fields',
  name: 'Set fields by a table',
  task_type: 2,
  summary: 'Sets fields of documents to the values of a table.',
  parameters: z.object({
    kind,
    table: field(z.string().min(1, 'The table is empty').max(2_000_000), {
      title: 'Table',
      description: 'The first line names the columns: the id, then fields such as Name. An empty cell removes the field.',
      control: 'table',
    }),
  }),
});

export const replaceTexts = builtin({
  id: 'replace-texts',
  name: 'Replace texts',
  task_type: 2,
  summary: 'Replaces words, or what a pattern finds, in one field of all documents of a kind.',
  parameters: z.object({
    kind,
    field: field(z.string().min(1).max(60).default('Name'), { title: 'Field' }),
    find: field(z.string().min(1, 'Write what is to be found').max(500), { title: 'Find' }),
    replace: field(z.string().max(500).default(''), { title: 'Replace with', description: 'With a pattern $1 stands for its first group.' }),
    pattern: field(z.boolean().default(false), {
      title: 'Find is a pattern',
      description: 'A regular expression in the RE2 syntax.',
    }),
    whole: field(z.boolean().default(false), { title: 'Only where it is the whole text' }),
  }),
});

export const recomputeShapeSequence = builtin({
  id: 'recompute-sequence',
  name: 'Recompute ShapeSequence',
  task_type: 2,
  summary: 'Recomputes the position of every stop along the shape of its track.',
  parameters: z.object({}),
});

export const simplifyShapes = builtin({
  id: 'simplify-shapes',
  name: 'Simplify shapes',
  task_type: 2,
  summary: 'Removes points of shapes that lie close to the straight line between their neighbours.',
  parameters: z.object({
    tolerance: field(z.number().min(0.1).max(1000).default(3), {
      title: 'Tolerance in metres',
      description: 'The largest distance of a removed point from the new shape.',
    }),
  }),
});

export const buildMissingShapes = builtin({
  id: 'build-shapes',
  name: 'Build missing shapes',
  task_type: 2,
  summary: 'Adds a straight shape from stop to stop to tracks without a shape.',
  parameters: z.object({}),
});

export const script = builtin({
  id: 'script',
  name: 'Script',
  task_type: 2,
  summary: 'Runs your own program on documents, in a sandbox without network, files or processes.',
  parameters: z.object({
    program: field(z.string().min(1, 'Write a program, or the key of one in the object store').max(500_000), {
      title: 'Program',
      description: 'A JavaScript module, or s3:KEY for one in the object store. export default function (documents, kind) { return documents; }',
      control: 'table',
    }),
    kinds: field(z.array(z.enum(kinds)).min(1, 'Name at least one kind of document').max(kinds.length).default(['Stop']), {
      title: 'Kinds of documents it is given',
      control: 'lines',
    }),
    seconds: field(z.int().min(1).max(300).default(300), { title: 'Seconds it may take' }),
  }),
});
