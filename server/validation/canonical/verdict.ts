/** What the rules and the reading of a feed found, as notices of the canonical validator. Pure. */
import type { EntityKind } from '../../../src/domain/entities.ts';
import { fieldsOf, kindOf } from '../../../src/domain/model/catalogue.ts';
import type { ValidationCase, ValidationEntity } from '../../../src/domain/validation.ts';
import type { ReportLine } from '../../feed/gtfs/notes.ts';
import { ruleCatalogue, ruleOf } from '../catalogue.ts';
import type { Results } from '../engine.ts';
import { holdsOn } from '../holding.ts';
import type { Network } from '../network.ts';
import type { Rule } from '../rule.ts';
import { CANONICAL_NOTICES, type CanonicalNotice, type Severity } from './notices.ts';

/** A row that a notice is about, by the canonical names of its fields. */
export type Sample = Readonly<Record<string, string | number>>;

/** One notice with how often it was found, and the first of its rows. */
export interface FoundNotice {
  readonly code: string;
  readonly severity: Severity;
  readonly totalNotices: number;
  readonly sampleNotices: readonly Sample[];
}

/** Rows of a notice that the report shows; the canonical validator shows as many. */
const SAMPLES = 1000;

/** Gathers what is found, by notice. */
export class Verdict {
  readonly #found = new Map<string, { total: number; samples: Sample[] }>();
  /** Severities by notice: of the rules that no notice names, and of notices whose rule has another level by a profile. */
  readonly #severities = new Map<string, Severity>();
  /** The notice of a remark, by file and kind. */
  readonly #ofRemark = new Map<string, CanonicalNotice | undefined>();

  /** A remark of the reading, and the rows that it counts for. */
  remark({ file, line, column, value, reason }: ReportLine, kind: string | undefined, rows = 1): void {
    if (kind === undefined) return;
    const key = `${file.toLowerCase()} ${kind}`;
    if (!this.#ofRemark.has(key)) this.#ofRemark.set(key, noticeOfRemark(key));
    const notice = this.#ofRemark.get(key);
    if (notice !== undefined) this.#add(notice, remarkSample(notice.code, { file, line, column, value, reason }), rows);
  }

  /** A sentence that the feed was refused with. */
  refusal(sentence: string): void {
    const notice = noticeOfRemark(`refused ${sentence}`);
    if (notice === undefined) return;
    const [, filename] = /^(\S+\.txt)\b/.exec(sentence) ?? [];
    this.#add(notice, { ...(filename === undefined ? {} : { filename }), message: sentence });
  }

  /**
   * What the rules found, as far as it holds on a day. Rules that no notice names are reported under their own names; `applied` are the rules at
   * the levels of a profile.
   */
  rules(results: Results, network: Network, day: number, applied: readonly Rule[] = ruleCatalogue): void {
    for (const notice of CANONICAL_NOTICES)
      for (const named of notice.rules) {
        const [code, text] = typeof named === 'number' ? [named] : named;
        const entity = ruleOf(code)?.entity;
        const level = applied.find((rule) => rule.code === code)?.level;
        if (level !== undefined && level !== ruleOf(code)?.level && results.get(code)?.size) this.#severities.set(notice.code, severityOf(level));
        for (const { count, cases } of results.get(code)?.values() ?? []) {
          for (const one of cases)
            if (holdsOn(one, day) && (text?.test(one.Text) ?? true)) this.#add(notice, renamed(notice.code, caseSample(one, entity, network)));
          // cases beyond those that are kept are alike
          if (text === undefined && count > cases.length) this.#count(notice.code, count - cases.length);
        }
      }
    for (const rule of applied) if (!ANSWERING.has(rule.code)) this.#own(rule, results, network, day);
  }

  #own({ code, name, level, entity }: Rule, results: Results, network: Network, day: number): void {
    const notice = { code: name.toLowerCase() };
    for (const { count, cases } of results.get(code)?.values() ?? []) {
      for (const one of cases) if (holdsOn(one, day)) this.#add(notice, caseSample(one, entity, network));
      if (count > cases.length) this.#count(notice.code, count - cases.length);
    }
    if (this.#found.has(notice.code)) this.#severities.set(notice.code, severityOf(level));
  }

  /** The notices that were found, in the order of their codes. */
  notices(): FoundNotice[] {
    return [...this.#found]
      .map(([code, { total, samples }]): FoundNotice => {
        const severity = this.#severities.get(code) ?? STANDARD.get(code) ?? 'WARNING';
        return { code, severity, totalNotices: total, sampleNotices: samples };
      })
      .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  }

  #add({ code }: Pick<CanonicalNotice, 'code'>, sample: Sample, rows = 1): void {
    const found = this.#count(code, rows);
    if (found.samples.length < SAMPLES) found.samples.push(sample);
  }

  #count(code: string, more: number): { total: number; samples: Sample[] } {
    const found = this.#found.get(code) ?? { total: 0, samples: [] };
    found.total += more;
    this.#found.set(code, found);
    return found;
  }
}

/** Rules that a notice names, or whose cases the reading reports. */
const ANSWERING: ReadonlySet<number> = new Set(
  CANONICAL_NOTICES.flatMap(({ rules, rulesAsRemarks }) => [
    ...rules.map((named) => (typeof named === 'number' ? named : named[0])),
    ...rulesAsRemarks,
  ]),
);
const STANDARD: ReadonlyMap<string, Severity> = new Map(CANONICAL_NOTICES.map(({ code, severity }) => [code, severity]));

function severityOf(level: Rule['level']): Severity {
  return level === 'Error' ? 'ERROR' : 'WARNING';
}

function noticeOfRemark(key: string): CanonicalNotice | undefined {
  return CANONICAL_NOTICES.find(({ reading }) => reading.some((pattern) => pattern.test(key)));
}

/** Names of fields by notice, where they are others than in most. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  foreign_key_violation: { filename: 'childFilename', fieldName: 'childFieldName' },
  non_ascii_or_non_printable_char: { fieldName: 'columnName' },
  duplicate_key: { csvRowNumber: 'newCsvRowNumber', fieldName: 'fieldName1', fieldValue: 'fieldValue1' },
};

function remarkSample(code: string, { file, line, column, value, reason }: ReportLineFields): Sample {
  const sample = {
    filename: file,
    ...(line === null ? {} : { csvRowNumber: line }),
    ...(column === '' ? {} : { fieldName: column, fieldValue: value }),
    message: reason,
  };
  return renamed(code, sample);
}

type ReportLineFields = Pick<ReportLine, 'file' | 'line' | 'column' | 'value' | 'reason'>;

function renamed(code: string, sample: Sample): Sample {
  const names = RENAMED[code];
  return names === undefined ? sample : Object.fromEntries(Object.entries(sample).map(([name, value]) => [names[name] ?? name, value]));
}

/** Kind and canonical name of the id of what a case is about. */
const SUBJECTS: Readonly<Partial<Record<ValidationEntity, readonly [kind: EntityKind, id: string]>>> = {
  Agency: ['Agency', 'agencyId'],
  Stop: ['Stop', 'stopId'],
  Schedule: ['Schedule', 'routeId'],
  Feed: ['Feed', ''],
  Fare: ['Fare', 'fareId'],
  Pathway: ['Pathway', 'pathwayId'],
  Level: ['Level', 'levelId'],
  Transfer: ['Transfer', 'transferId'],
  Translation: ['Translation', 'translationId'],
  Attribution: ['Attribution', 'attributionId'],
  FareMedium: ['FareMedium', 'fareMediaId'],
  FareProduct: ['FareProduct', 'fareProductId'],
  FareTransferRule: ['FareTransferRule', 'fareTransferRuleId'],
};

function caseSample({ Id, Text, Field }: ValidationCase, entity: ValidationEntity | undefined, network: Network): Sample {
  if (entity === 'TrackStop') {
    const [schedule = '', , position = '', stop = ''] = Id.split('/').map(decodeURIComponent);
    return { routeId: routeOf(schedule, network), stopId: stop, stopPosition: Number(position), message: Text };
  }
  const [kind, name] = (entity === undefined ? undefined : SUBJECTS[entity]) ?? [];
  if (kind === undefined || name === undefined) return { message: Text };
  const doc = network.get(kind, Id);
  const column = Field === undefined ? undefined : fieldsOf(kind).find(({ key }) => key === Field)?.gtfs;
  const value: unknown = doc === undefined || Field === undefined ? undefined : Reflect.get(doc, Field);
  return {
    ...(kindOf(kind).file === undefined ? {} : { filename: kindOf(kind).file ?? '' }),
    ...(name === '' ? {} : { [name]: kind === 'Schedule' ? routeOf(Id, network) : Id }),
    ...(typeof column === 'string'
      ? { fieldName: column, fieldValue: typeof value === 'number' ? value : typeof value === 'string' ? value : '' }
      : {}),
    message: Text,
  };
}

/** The route of a schedule. */
function routeOf(schedule: string, network: Network): string {
  return network.get('Schedule', schedule)?.ExternalTransportId ?? schedule;
}
