import { useMemo } from 'react';
import { agencyNameOf } from '../../domain/agencies.ts';
import { languageOptions } from '../../domain/agencyOptions.ts';
import { type AnyRecord, isRecordKind, type RecordField } from '../../domain/model/records.ts';
import { fieldValue, typedText } from '../../domain/model/fieldValues.ts';
import { languageName } from '../../domain/translations.ts';
import { stopList, stopNameIn } from '../../projections/stopList.ts';
import { recordList, recordTitle } from '../../projections/records.ts';
import { useView } from '../parts/appState.ts';
import { type Choice, choicesOf } from '../parts/KindField.tsx';
import { lineChoices } from '../parts/lineChoices.ts';
import { shownDays } from '../parts/shownDays.ts';
import { texts } from './texts.ts';

/** How fields of records are shown, and what can be picked for those that refer to something. */
export interface RecordTexts {
  /** The value for a reader: the name of what it refers to, `Yes` and `No`, the name of a language; '' where there is none. */
  text(field: RecordField, record: AnyRecord): string;
  /** What can be picked; undefined for what is typed. */
  options(field: RecordField): readonly Choice[] | undefined;
}

/** Texts and choices of the version in view; the lists it refers to are loaded with the page. */
export function useRecordTexts(versionId: number): RecordTexts {
  const stops = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const agencies = useView((view) => view.versions[versionId]?.agencies.value ?? null);
  const schedules = useView((view) => view.versions[versionId]?.schedules.value ?? null);
  const records = useView((view) => view.versions[versionId]?.records ?? null);
  return useMemo(() => {
    const made = new Map<string, readonly Choice[]>();
    const once = (key: string, make: () => readonly Choice[]): readonly Choice[] => {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known;
    };
    const named = (id: string, name: string | undefined): Choice => ({ value: id, label: name && name !== id ? `${name} · ${id}` : id });
    const options = (field: RecordField): readonly Choice[] | undefined => {
      const { holds } = field;
      if (holds === 'language') return once('language', () => languageOptions().map(({ Id, Name }) => ({ value: Id, label: `${Name} (${Id})` })));
      const { sharedWith } = field;
      if (sharedWith && isRecordKind(sharedWith.kind)) {
        const { kind, field: key } = sharedWith;
        return once(`${kind} ${key}`, () => textsIn((records && recordList(records, kind).value) ?? [], key));
      }
      if (typeof holds !== 'object' || holds.oneOf) return choicesOf(field);
      if (holds.refersTo === 'Agency') return once('Agency', () => (agencies ?? []).map((one) => named(one.Id, agencyNameOf(one))));
      const { refersTo } = holds;
      if (isRecordKind(refersTo))
        return once(refersTo, () => ((records && recordList(records, refersTo).value) ?? []).map((one) => named(one.Id, recordTitle(refersTo, one))));
      if (holds.refersTo === 'Transport') return once('Transport', () => lineChoices(schedules));
      if (holds.refersTo === 'Schedule')
        return once('Schedule', () => (schedules ?? []).map((one) => named(one.Id, [one.Name, one.LongName].filter(Boolean).join(' '))));
      const { stopType } = holds;
      return once(`Stop ${stopType}`, () =>
        (stops ? stopList(stops) : []).flatMap(({ row }) => (stopType === undefined || row.Type === stopType ? [named(row.Id, row.Name)] : [])),
      );
    };
    return {
      options,
      text: (field, record) => {
        const value = fieldValue(record, field.key);
        if (value === '') return '';
        if (typeof value === 'boolean') return value ? texts.yes : texts.no;
        const text = String(value);
        if (field.holds === 'days' && typeof value === 'number') return shownDays(value);
        if (field.holds === 'language') return languageName(text);
        if (typeof field.holds !== 'object') return typedText(field, value);
        if (field.holds.refersTo === 'Stop') return stopNameIn(stops, text);
        const label = options(field)?.find((one) => one.value === text)?.label;
        const ending = ` · ${text}`;
        return label?.endsWith(ending) ? label.slice(0, -ending.length) : (label ?? text);
      },
    };
  }, [stops, agencies, schedules, records]);
}

/** The different texts of a field of records, each as a choice. */
function textsIn(records: readonly AnyRecord[], key: string): readonly Choice[] {
  const found = new Set(records.map((record) => String(fieldValue(record, key))).filter((text) => text !== ''));
  return [...found].toSorted().map((text) => ({ value: text, label: text }));
}
