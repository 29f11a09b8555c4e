import { z } from 'zod';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

/** A level of a station; 0 is the ground. */
export const LevelKind = defineKind(
  'Level',
  {
    words: ['level', 'levels'],
    array: 'Levels',
    file: 'levels.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    records: {
      page: 'levels',
      icon: 'stack-2',
      ids: 'typed',
      prefix: 'L',
      hint: 'Levels are the storeys of stations; the ground is 0.',
    },
  },
  {
    Id: idField({ own: ['level_id'] }, 'Identifies the level. Stops name it.'),
    Index: field(z.number(), {
      holds: 'number',
      label: 'Index',
      help: 'Storey: 0 is the ground, 1 above, -1 below; 0.5 between two.',
      gtfs: 'level_index',
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
    Name: field(z.string().optional(), {
      holds: 'text',
      label: 'Name',
      help: 'As lifts and signs name it: Mezzanine, Platform level.',
      gtfs: 'level_name',
      edit: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
  },
);

export const Level = LevelKind.schema;
export type Level = z.infer<typeof Level>;
