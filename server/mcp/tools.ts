/** The tools of the product, made from the declared edits and from calls of the contract. */
import { z } from 'zod';
import * as changes from '../../src/contract/changes.ts';
import * as comparer from '../../src/contract/comparer.ts';
import { pathParts, readDocuments } from '../../src/contract/edits.ts';
import * as fares from '../../src/contract/fares.ts';
import { readCalendars } from '../../src/contract/networkCalendars.ts';
import { readServiceFigures } from '../../src/contract/serviceFigures.ts';
import { applyPreview, EditPreview, previewEdit, undoOwnEdit } from '../../src/contract/previews.ts';
import * as records from '../../src/contract/records.ts';
import { listDatabases } from '../../src/contract/regions.ts';
import { urlOf, type Route } from '../../src/contract/route.ts';
import * as schedules from '../../src/contract/schedules.ts';
import * as stops from '../../src/contract/stops.ts';
import { listTransfers } from '../../src/contract/transfers.ts';
import * as validation from '../../src/contract/validation.ts';
import { findTexts } from '../../src/contract/versionTexts.ts';
import * as versions from '../../src/contract/versions.ts';
import { type AnyEdit, editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { applyWords, pageOf, PAGE, previewWords } from './words.ts';

/** A call of the product, as a tool makes it. */
export interface ProductCall {
  readonly method: Route['method'];
  readonly url: string;
  readonly body?: object;
  /** Idempotency-Key of a call that a repeat must not carry out again. */
  readonly key?: string;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool: what clients see of it, the call that it makes, and what it says of the answer. */
export interface ProductTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** It writes nothing: it reads, or previews an edit. */
  readonly readOnly: boolean;
  /** What it does to a version may remove or replace data. */
  readonly destructive: boolean;
  /** Only for accounts that may change data. */
  readonly edits: boolean;
  /** Arguments that are parts of the address. */
  readonly inPath: readonly string[];
  /** Arguments that the tool reads itself. */
  readonly own?: typeof Paging;
  callOf(given: Arguments): ProductCall;
  /** What it says of the answer to its call: words, or data. `repeated`: the answer is that of an earlier call with the same key. */
  sayOf(answer: unknown, given: Arguments, repeated: boolean): unknown;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly [more: string]: unknown;
}

/** Calls that read. `list`: the part of the answer that is a list; it is searched and handed out in pages. */
const READS: readonly (readonly [route: Route, list?: string])[] = [
  [listDatabases, 'Databases'],
  [versions.listVersions, 'Versions'],
  [versions.readVersion],
  [records.listSheetRows, 'Records'],
  [records.listRecords, 'Records'],
  [stops.listStops, 'Stops'],
  [stops.readStopDetails],
  [schedules.listSchedules, 'Schedules'],
  [schedules.readSchedule],
  [listTransfers, 'Transfers'],
  [readCalendars, 'Schedules'],
  [readServiceFigures, 'Schedules'],
  [fares.listFares, 'Fares'],
  [fares.readFare],
  [readDocuments],
  [records.readUses],
  [findTexts, 'Texts'],
  [validation.readValidationSummary],
  [validation.readValidationRule],
  [validation.readEntityFindings],
  [validation.readRuleDocumentation],
  [comparer.readDiff],
  [comparer.listDiff],
  [comparer.readDifference],
  [comparer.readReleaseNotes, 'Lines'],
  [comparer.readServiceChange, 'Schedules'],
  [changes.listChangesets, 'Sets'],
  [changes.listChanges, 'Changes'],
];

/** `listVersions` is `list_versions`, `stop.editField` is `stop_edit_field`: many clients take no other characters. */
export function toolName(name: string): string {
  return name.replaceAll('.', '_').replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function schemaOf(...parts: readonly z.core.$ZodType[]): ObjectSchema {
  const schemas = parts.map((part) => Fields.parse(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })));
  return {
    type: 'object',
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties)) as Record<string, object>,
    required: schemas.flatMap(({ required }) => required),
    additionalProperties: false,
  };
}

const Fields = z.object({ properties: z.record(z.string(), z.looseObject({})).default({}), required: z.array(z.string()).default([]) });

function inputOf(route: Route, given: Arguments): { params: object; query: object; body: object } {
  const partOf = (schema: z.core.$ZodType): object => {
    const { properties } = schemaOf(schema);
    return Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(properties, key)));
  };
  return { params: partOf(route.params), query: partOf(route.query), body: partOf(route.body) };
}

function callOf(route: Route, given: Arguments): ProductCall {
  const { params, query, body } = inputOf(route, given);
  return { method: route.method, url: urlOf(route, { params, query }), ...(Object.keys(body).length > 0 ? { body } : {}) };
}

const Paging = z.object({
  contains: z.string().max(200).optional().describe('Only entries that hold this text, in whatever letters'),
  skip: z.int().min(0).default(0).describe('Entries to leave out'),
  take: z.int().min(1).max(1000).default(PAGE),
});

function toolOfRead([route, list]: (typeof READS)[number]): ProductTool {
  const schema = schemaOf(route.params, route.query, route.body, ...(list === undefined ? [] : [Paging]));
  return {
    name: toolName(route.name),
    description: route.summary,
    inputSchema: schema,
    readOnly: true,
    destructive: false,
    edits: false,
    inPath: pathParts(route),
    ...(list === undefined ? {} : { own: Paging }),
    callOf: (given) => callOf(route, given),
    sayOf: (answer, given) => (list === undefined ? answer : pageOf(answer, list, Paging.parse(given))),
  };
}

function toolOfEdit(edit: AnyEdit): ProductTool {
  return {
    name: toolName(edit.type),
    description: `${edit.summary} Answers a preview; apply_change writes it.`,
    inputSchema: schemaOf(previewEdit.params, edit.payload),
    readOnly: true,
    destructive: false,
    edits: true,
    inPath: ['versionId'],
    callOf({ versionId, ...Data }) {
      return callOf(previewEdit, { versionId, Edit: edit.type, Data });
    },
    sayOf: (answer, { versionId }) => previewWords(Number(versionId), EditPreview.parse(answer)),
  };
}

/** Tools that write. Each is a call of the contract under a name of its own. */
const actTools = (): readonly ProductTool[] => [
  {
    name: 'apply_change',
    description: `${applyPreview.summary} The preview is the id that a tool of an edit has answered. Applying it again changes nothing.`,
    inputSchema: schemaOf(applyPreview.params),
    readOnly: false,
    destructive: true,
    edits: true,
    inPath: pathParts(applyPreview),
    callOf: (given) => ({
      ...callOf(applyPreview, given),
      key: `preview:${encodeURIComponent(`${String(given['versionId'])}:${String(given['preview'])}`)}`,
    }),
    sayOf: (answer, { versionId }, repeated) => applyWords('Done', Number(versionId), applyPreview.reply.parse(answer), repeated),
  },
  {
    name: 'undo_change',
    description: undoOwnEdit.summary,
    inputSchema: schemaOf(undoOwnEdit.params, undoOwnEdit.body),
    readOnly: false,
    destructive: true,
    edits: true,
    inPath: pathParts(undoOwnEdit),
    callOf: (given) => callOf(undoOwnEdit, given),
    sayOf: (answer, { versionId }) => applyWords('Taken back', Number(versionId), undoOwnEdit.reply.parse(answer)),
  },
  {
    name: 'begin_edit',
    description: `${versions.beginEdit.summary} Edits are made in the clone; only a person finishes and publishes it.`,
    inputSchema: schemaOf(versions.beginEdit.params),
    readOnly: false,
    destructive: false,
    edits: true,
    inPath: pathParts(versions.beginEdit),
    callOf: (given) => callOf(versions.beginEdit, given),
    sayOf: (answer) => answer,
  },
];

let made: readonly ProductTool[] | undefined;

/** All tools, in the order in which they are listed. They are made when somebody asks first: their schemas would take time of the start. */
export function productTools(): readonly ProductTool[] {
  made ??= [...READS.map(toolOfRead), ...actTools(), ...editCatalogue.map(toolOfEdit)];
  return made;
}

/** What is wrong with the arguments as a whole; what they hold is looked at by the product. */
export function faultsOf({ inputSchema, inPath, own }: ProductTool, given: Arguments): readonly string[] {
  const known = Object.keys(inputSchema.properties);
  return [
    ...Object.keys(given).flatMap((key) => (known.includes(key) ? [] : [`There is no argument ${key}. There are: ${known.join(', ')}.`])),
    ...inputSchema.required.flatMap((key) => (given[key] === undefined ? [`The argument ${key} is missing.`] : [])),
    ...inPath.flatMap((key) =>
      given[key] === undefined || isPathPart(given[key]) ? [] : [`The argument ${key} has to be a text or a number, and cannot be empty.`],
    ),
    ...(own?.safeParse(given).error?.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`),
  ];
}

/** A part of a path that leads nowhere else. */
function isPathPart(value: unknown): boolean {
  return (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && !/^\.{0,2}$/.test(value));
}
