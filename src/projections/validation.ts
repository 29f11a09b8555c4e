/** Validation of the version in view: what is loaded of it, and what the address says of the summary. */
import type { Draft } from 'immer';
import { RECORD_KINDS } from '../domain/model/records.ts';
import type { EntityFindings, FoundCase, RuleDocumentation, ValidationByRule, ValidationSummary } from '../domain/validationSummary.ts';
import { dataPath, type DataPlace } from '../domain/locations.ts';
import { VALIDATION_GROUPS, type ValidationCase, type ValidationEntity, type ValidationGroupName } from '../domain/validation.ts';
import type { IgnoreSummary } from '../domain/exclusions.ts';
import { queryPairs, queryText } from '../domain/queryText.ts';
import type { Load } from './state.ts';

/** The cases of one rule as far as they are loaded. */
export interface LoadedCases {
  readonly rule: ValidationByRule;
  readonly total: number;
  readonly kept: number;
  readonly cases: readonly FoundCase[];
}

/** What an edit brought (more than 0) or cured. */
export interface Effect {
  readonly errors: number;
  readonly warnings: number;
}

/** What is loaded of the validation of a version. */
export interface ValidationData {
  readonly summary: Load<ValidationSummary>;
  /** By rule id and what of it (`casesKey`). */
  readonly cases: Readonly<Record<string, Load<LoadedCases>>>;
  /** By rule id. */
  readonly documentation: Readonly<Record<string, Load<RuleDocumentation>>>;
  /** By entity and id: `Stop/S1`. */
  readonly entities: Readonly<Record<string, Load<EntityFindings>>>;
  readonly ignored: Load<IgnoreSummary>;
  /** By the id of the command that did it. */
  readonly effects: Readonly<Record<string, Effect>>;
}

/** Keeps what a command did to the findings of a version: from a live message, or from loaded edits. */
export function noteEffect(
  validation: Draft<ValidationData>,
  commandId: string | null,
  { Errors, Warnings }: { readonly Errors: number; readonly Warnings: number },
): void {
  if (commandId !== null) validation.effects[commandId] = { errors: Errors, warnings: Warnings };
}

/** Under which key the cases of a rule are kept. */
export function casesKey(ruleId: number, fresh: boolean): string {
  return `${ruleId}/${fresh ? 'new' : 'all'}`;
}

const IDLE = { status: 'idle', value: null, messages: [] } as const;

/** Nothing loaded yet. */
export const EMPTY_VALIDATION: ValidationData = { summary: IDLE, cases: {}, documentation: {}, entities: {}, ignored: IDLE, effects: {} };

/** What the address says of the summary panel. */
export interface SummaryPlace {
  readonly open: boolean;
  /** The one group that is expanded. */
  readonly group: ValidationGroupName | undefined;
  readonly rule: number | undefined;
  readonly by: 'rule' | 'entity';
  readonly excluding: boolean;
  /** Only what came since the edit of this version began. */
  readonly fresh: boolean;
}

/** Reads the query: `rule={group}.{number}`, `summary={group}` or `summary=open`, `by=entity`, `excluding=true`, `fresh=true`. */
export function summaryPlace(search: string): SummaryPlace {
  const query = new Map(queryPairs(search));
  const [ruleGroup, number] = (query.get('rule') ?? '').split('.');
  const rule = ruleGroup !== undefined && /^\d{1,4}$/.test(number ?? '') && groupNamed(ruleGroup) !== undefined ? Number(number) : undefined;
  const summary = query.get('summary') ?? null;
  return {
    open: summary !== null || rule !== undefined,
    group: groupNamed(rule === undefined ? (summary ?? '') : (ruleGroup ?? '')),
    rule,
    by: query.get('by') === 'entity' ? 'entity' : 'rule',
    excluding: query.get('excluding') === 'true',
    fresh: query.get('fresh') === 'true',
  };
}

/** The query with other values of the summary; others stay as they are. */
export function withSummary(search: string, changes: Readonly<Partial<Record<string, string | null>>>): string {
  const kept = queryPairs(search).filter(([name]) => !(name in changes));
  const set = Object.entries(changes).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value] as const]));
  return queryText([...kept, ...set]);
}

/** What of a query belongs to the summary: kept when one goes to the place of a case. */
export function summaryQuery(search: string): string {
  return queryText(queryPairs(search).filter(([name]) => ['rule', 'summary', 'by', 'excluding', 'fresh'].includes(name)));
}

/** `rule={group}.{number}` of a rule. */
export function ruleParameter(group: ValidationGroupName, ruleId: number): string {
  return `${group.toLowerCase()}.${ruleId}`;
}

function groupNamed(text: string): ValidationGroupName | undefined {
  return VALIDATION_GROUPS.find((name) => name.toLowerCase() === text.toLowerCase());
}

/** Errors and warnings of all groups; undefined where nothing is known yet. */
export function validationTotals(summary: ValidationSummary | null | undefined): { readonly errors: number; readonly warnings: number } | undefined {
  if (!summary || summary.ValidatedRev === null) return undefined;
  return {
    errors: summary.Groups.reduce((sum, group) => sum + group.Errors, 0),
    warnings: summary.Groups.reduce((sum, group) => sum + group.Warnings, 0),
  };
}

/** `STOP_NAME_MISSING` in words: `Stop name missing`. */
export function ruleWords(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/\b(id|url)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where a case is shown: the entity's place in list, grid or map. Undefined for what has no page of its own. */
export function placeOfCase(
  place: Pick<DataPlace, 'databaseId' | 'versionId'>,
  entity: ValidationEntity,
  one: Pick<ValidationCase, 'Id' | 'TrackId' | 'Timetable'>,
): { readonly path: string; readonly query: Readonly<Record<string, string>> } | undefined {
  const at = (more: Omit<DataPlace, 'section'>, query: Readonly<Record<string, string>> = {}) => ({ path: dataPath({ ...place, ...more }), query });
  const only = { Id: one.Id, match: 'Exact', condition: 'And' };
  switch (entity) {
    case 'Agency':
      return at({ page: 'agencies', itemId: one.Id });
    case 'Stop':
      return at({ page: 'stops', itemId: one.Id });
    case 'Fare':
      return at({ page: 'fares', itemId: one.Id });
    case 'Translation':
      return at({ page: 'translations', itemId: one.Id });
    case 'Level':
    case 'Attribution':
    case 'VehicleCategory':
    case 'TicketingDeepLink':
    case 'TicketingIdentifier':
    case 'Feed':
    case 'FareMedium':
    case 'FareProduct':
    case 'FareTransferRule':
      return at({ page: RECORD_KINDS[entity].page, itemId: one.Id });
    case 'Pathway':
      return at({ page: 'stops' }, { list: 'pathways', ...only });
    case 'Transfer':
      return at({ page: 'stops' }, { list: 'transfers', ...only });
    case 'Schedule':
    case 'TrackStop': {
      const itemId = entity === 'Schedule' ? one.Id : decodeURIComponent(one.Id.split('/', 1)[0] ?? '');
      if (one.TrackId === undefined) return at({ page: 'schedules', itemId });
      if (one.Timetable === undefined) return at({ page: 'schedules', itemId, trackId: one.TrackId, schedulePage: 'map' });
      return at({ page: 'schedules', itemId, trackId: one.TrackId, schedulePage: 'timetables', timetable: one.Timetable });
    }
    default:
      return undefined;
  }
}
