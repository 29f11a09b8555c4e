import { z } from 'zod';
import { PATHWAY_MODE_NUMBERS, pathwayModeLabel, pathwayOriginLabel } from '../pathways.ts';
import { defineKind, editEnum, editNames, field, idField } from './kind.ts';

const Text = z.string().optional();
const Amount = z.number().optional();

/** Pathways between the stops of a station. */
export const PathwayKind = defineKind(
  'Pathway',
  {
    words: ['pathway', 'pathways'],
    array: 'Pathways',
    file: 'pathways.txt',
    identity: ['Id'],
    header: ['pathway_id', 'from_stop_id', 'to_stop_id', 'pathway_mode', 'is_bidirectional'],
  },
  {
    Id: idField({ own: ['pathway_id'] }, 'Identifies the pathway.'),
    Mode: field(z.int().min(0), {
      holds: { oneOf: PATHWAY_MODE_NUMBERS, of: 'the modes' },
      label: 'Mode',
      help: 'What people walk on or pass.',
      gtfs: 'pathway_mode',
      edit: true,
      shown: pathwayModeLabel,
    }),
    IsBidirectional: field(z.boolean(), {
      holds: 'switch',
      label: 'Both ways',
      help: 'No where it can be used from its first to its second stop only.',
      gtfs: 'is_bidirectional',
      blank: false,
      edit: true,
    }),
    FromStopId: field(z.string(), {
      holds: { refersTo: 'Stop' },
      label: 'From stop',
      help: 'Where it begins.',
      gtfs: 'from_stop_id',
      edit: true,
      required: 'Enter the id of a stop',
    }),
    ToStopId: field(z.string(), {
      holds: { refersTo: 'Stop' },
      label: 'To stop',
      help: 'Where it ends.',
      gtfs: 'to_stop_id',
      edit: true,
      required: 'Enter the id of a stop',
    }),
    Length: field(Amount, { holds: 'amount', label: 'Length', unit: 'm', help: 'In metres.', gtfs: 'length', edit: true }),
    TraversalTime: field(Amount, {
      holds: 'amount',
      label: 'Traversal time',
      unit: 's',
      help: 'How long people take, in seconds.',
      gtfs: 'traversal_time',
      edit: true,
    }),
    StairCount: field(z.int().optional(), {
      holds: 'signed',
      label: 'Stair count',
      help: 'Steps from the first to the second stop: positive up, negative down.',
      gtfs: 'stair_count',
      edit: true,
    }),
    MaxSlope: field(Amount, {
      holds: 'ratio',
      label: 'Max slope',
      unit: 'ratio',
      help: 'Steepest part, height by length: 0.083, negative downwards.',
      gtfs: 'max_slope',
      edit: true,
    }),
    MinWidth: field(Amount, { holds: 'amount', label: 'Min width', unit: 'm', help: 'Narrowest part, in metres.', gtfs: 'min_width', edit: true }),
    LabelSignpostFront: field(Text, {
      holds: 'text',
      label: 'Signpost',
      help: 'What signs say from the first to the second stop.',
      gtfs: 'signposted_as',
      edit: true,
      translatable: true,
    }),
    LabelSignpostBack: field(Text, {
      holds: 'text',
      label: 'Signpost back',
      help: 'What signs say the other way.',
      gtfs: 'reversed_signposted_as',
      edit: true,
      translatable: true,
    }),
    DataOrigin: field(z.int().min(0).optional(), {
      holds: 'integer',
      label: 'Data origin',
      help: 'Where the product has it from.',
      gtfs: { none: 'of the product alone' },
      shown: pathwayOriginLabel,
    }),
  },
);

export const Pathway = PathwayKind.schema;
export type Pathway = z.infer<typeof Pathway>;

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const PATHWAY_FIELDS = editNames(PathwayKind);
export const PathwayField = editEnum(PATHWAY_FIELDS);
export type PathwayField = z.infer<typeof PathwayField>;
