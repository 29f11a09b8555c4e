/** Edits of fares: their fields, their conditions and the rows of transports and zones that they hold on. */
import { z } from 'zod';
import {
  CONDITION_NAMES,
  clashesOf,
  conditionsOf,
  FareCondition,
  FareConditionValues,
  incompatibility,
  ruleKey,
  withConditions,
  withoutCondition,
  withRules,
} from '../fareConditions.ts';
import { fareDescription } from '../fareDetails.ts';
import { conditionValueFaults, distanceFaults, inheritedFaults, isPrice, predecessorFaults } from '../fareFaults.ts';
import { FareFieldValue, fareFieldError, withFareField } from '../fareFields.ts';
import { FARE_FIELDS, FareField } from '../model/fare.ts';
import { type Fare, FareRule } from '../model/fare.ts';
import { fieldWord } from './editField.ts';
import { type Documents, documentEdit, type FieldMessage, one, put, remove } from './documentEdit.ts';

/** Ids that a person or the product gives to new fares: no control or bidirectional characters, at most 255. */
const NewFareId = z.string().regex(/^[^\p{Cc}\p{Bidi_Control}]{1,255}$/u, 'An id has 1 to 255 characters');
const Text = z.string().trim().max(1000);
const FareKey = z.object({ fareId: z.string() });

/** Changes one field of a fare. */
export const editFareField = documentEdit('fare.editField', {
  summary: 'Changes one field of a fare: texts, seconds of the day, a days bitmask, or yes or no. null takes an optional field away.',
  path: 'edit/fare/update',
  payload: FareKey.extend({ field: FareField, value: FareFieldValue }),
  samples: [
    { fareId: 'F1', field: 'price', value: '3.10' },
    { fareId: 'F1', field: 'days', value: 31 },
    { fareId: 'F2', field: 'isApproximatePrice', value: true },
    { fareId: 'F2', field: 'validToDate', value: '2026-12-31' },
    { fareId: 'F1', field: 'description', value: '' },
  ],
  documents: (p) => [one('Fare', p.fareId)],
  within: (p) => `fare/${p.fareId}`,
  touches: (p) => [`fare/${p.fareId}/${FARE_FIELDS[p.field]}`],
  refuse: (docs, p) => {
    const message = fareFieldError(docs.need('Fare', p.fareId), p.field, p.value);
    return message === undefined ? undefined : [{ Field: p.field, Message: message }];
  },
  change: (docs, p) => [put('Fare', p.fareId, withFareField(docs.need('Fare', p.fareId), p.field, p.value))],
  label: (p, docs) => `Change ${fieldWord('Fare', FARE_FIELDS[p.field])} of ${nameOf(docs, p.fareId)} to ${shownValue(p.field, p.value)}`,
});

/** Makes a fare that holds everywhere; conditions, transports and zones are added to it. */
export const createFare = documentEdit('fare.create', {
  summary: 'Makes a fare that holds everywhere. The id may be proposed; 409 when it is taken.',
  path: 'edit/fare/create',
  payload: z.object({ fareId: NewFareId.optional(), description: Text.optional(), price: Text, currency: Text, fareGroupId: Text.optional() }),
  samples: [
    { fareId: 'F9', description: 'Evening ticket', price: '2.50', currency: 'EUR' },
    { fareId: 'F8', price: '220', currency: 'JPY', fareGroupId: 'day' },
  ],
  mint: (p, fresh) => ({ ...p, fareId: p.fareId ?? fresh('F') }),
  documents: (p) => (p.fareId === undefined ? [] : [one('Fare', p.fareId)]),
  within: (p) => `fare/${p.fareId ?? ''}`,
  touches: (p) => [`fare/${p.fareId ?? ''}`],
  refuse: (docs, p) => {
    const fare = newFare(p);
    const wrong = (['price', 'currency'] as const).flatMap((field): FieldMessage[] => {
      const message = fareFieldError(fare, field, p[field]);
      return message === undefined ? [] : [{ Field: field, Message: message }];
    });
    if (wrong.length > 0) return wrong;
    return p.fareId !== undefined && docs.get('Fare', p.fareId) ? `There is a fare with the id ${p.fareId} already.` : undefined;
  },
  change: (_docs, p) => [put('Fare', p.fareId ?? '', newFare(p))],
  label: (p) => `Create fare ${p.description || p.fareId || ''}`.trim(),
});

/** Makes a fare like another one, with all its conditions and rows. */
export const cloneFare = documentEdit('fare.clone', {
  summary: 'Makes a copy of a fare under a new id; 409 when it is taken. The server gives an id where none is proposed.',
  path: 'edit/fare/clone',
  payload: FareKey.extend({ newId: NewFareId.optional() }),
  samples: [{ fareId: 'F1', newId: 'F7' }],
  mint: (p, fresh) => ({ ...p, newId: p.newId ?? fresh('F') }),
  documents: (p) => [one('Fare', p.fareId), ...(p.newId === undefined ? [] : [one('Fare', p.newId)])],
  within: (p) => `fare/${p.newId ?? ''}`,
  touches: (p) => [`fare/${p.newId ?? ''}`],
  refuse: (docs, { newId }) => (newId !== undefined && docs.get('Fare', newId) ? `There is a fare with the id ${newId} already.` : undefined),
  change: (docs, { fareId, newId = '' }) => [put('Fare', newId, { ...docs.need('Fare', fareId), Id: newId })],
  label: (p, docs) => `Clone ${nameOf(docs, p.fareId)}`,
});

/** Removes fares. */
export const removeFares = documentEdit('fare.remove', {
  summary: 'Removes fares.',
  path: 'edit/fare/delete',
  payload: z.object({ fareIds: z.array(z.string()).min(1).max(10_000) }),
  samples: [{ fareIds: ['F3'] }, { fareIds: ['F2', 'F3'] }],
  documents: (p) => p.fareIds.map((id) => one('Fare', id)),
  within: () => 'fares',
  touches: (p) => (p.fareIds.length > 32 ? ['fare'] : p.fareIds.map((id) => `fare/${id}`)),
  change: (docs, p) => p.fareIds.map((id) => remove('Fare', docs.need('Fare', id).Id)),
  label: (p, docs) => {
    const [only = ''] = p.fareIds;
    return p.fareIds.length === 1 ? `Remove ${nameOf(docs, only)}` : `Remove ${p.fareIds.length} fares`;
  },
});

/** Sets conditions of a fare; those that it has and that are not named stay. */
export const setFareConditions = documentEdit('fare.setConditions', {
  summary: 'Sets conditions of a fare. 409 where one of them cannot stand beside another one of the fare.',
  path: 'edit/fare/conditions',
  payload: FareKey.extend({ conditions: FareConditionValues }),
  samples: [
    { fareId: 'F1', conditions: { NumberOfTransfers: 2 } },
    { fareId: 'F2', conditions: { DistanceInterval: { From: 0, To: 2500 }, ValidAfterFareGroups: ['singles'] } },
    { fareId: 'F2', conditions: { BetweenStops: [{ FromStop: 'S1', ToStop: null }], Duration: { Seconds: 3600 } } },
  ],
  documents: (p) => [one('Fare', p.fareId)],
  within: (p) => `fare/${p.fareId}`,
  touches: (p) => conditionsIn(p.conditions).flatMap((condition) => fieldsOf(condition).map((field) => `fare/${p.fareId}/${field}`)),
  refuse: (docs, p) => {
    const fare = docs.need('Fare', p.fareId);
    const after = withConditions(fare, p.conditions);
    const named = conditionsIn(p.conditions);
    const clash = clashesOf(after).find((pair) => pair.some((condition) => named.includes(condition)));
    if (clash) return clashText(clash);
    const faults = [...conditionValueFaults(after), ...distanceFaults(after), ...inheritedFaults(after), ...predecessorFaults(after)];
    const wrong = faults.filter(({ field }) => named.some((condition) => condition === field)).map(({ field = '', text }) => message(field, text));
    if (p.conditions.RatePerDistance !== undefined && !isPrice(p.conditions.RatePerDistance, fare.Currency))
      wrong.push(message('RatePerDistance', 'Enter an amount with up to 2 decimals, such as 0.15'));
    return wrong.length > 0 ? wrong : undefined;
  },
  change: (docs, p) => [put('Fare', p.fareId, withConditions(docs.need('Fare', p.fareId), p.conditions))],
  label: (p, docs) => {
    const named = conditionsIn(p.conditions);
    const [only] = named;
    return only && named.length === 1
      ? `Set ${CONDITION_NAMES[only].toLowerCase()} of ${nameOf(docs, p.fareId)}`
      : `Set ${named.length} conditions of ${nameOf(docs, p.fareId)}`;
  },
});

/** Takes a condition from a fare; the zones of its rows where it is one of zones. */
export const removeFareCondition = documentEdit('fare.removeCondition', {
  summary: 'Takes a condition from a fare. Of BetweenZones and ContainsZones the zones of its rows go, its transports stay.',
  method: 'DELETE',
  path: 'edit/fare/:fareId/conditions/:condition',
  payload: FareKey.extend({ condition: FareCondition }),
  samples: [
    { fareId: 'F1', condition: 'Duration' },
    { fareId: 'F1', condition: 'BetweenZones' },
  ],
  documents: (p) => [one('Fare', p.fareId)],
  within: (p) => `fare/${p.fareId}`,
  touches: (p) => fieldsOf(p.condition).map((field) => `fare/${p.fareId}/${field}`),
  change: (docs, p) => [put('Fare', p.fareId, withoutCondition(docs.need('Fare', p.fareId), p.condition))],
  label: (p, docs) => `Remove ${CONDITION_NAMES[p.condition].toLowerCase()} from ${nameOf(docs, p.fareId)}`,
});

/** Changes where a fare holds: rows of transport and zones that go, and rows that come. */
export const editFareRules = documentEdit('fare.editRules', {
  summary:
    'Takes rows of transport, from zone, to zone and contained zone from a fare, and adds others. null says any; 409 where zones clash with a condition.',
  path: 'edit/fare/rules',
  payload: FareKey.extend({ add: z.array(FareRule).max(10_000), remove: z.array(FareRule).max(100_000) }),
  samples: [
    { fareId: 'F1', add: [{ Transport: '2', FromZone: null, ToZone: null, ContainsZone: null }], remove: [] },
    { fareId: 'F1', add: [], remove: [{ Transport: '1', FromZone: 'Z', ToZone: 'Z', ContainsZone: null }] },
  ],
  documents: (p) => [one('Fare', p.fareId)],
  within: (p) => `fare/${p.fareId}`,
  touches: (p) => [`fare/${p.fareId}/Rules`],
  refuse: (docs, p) => {
    const before = docs.need('Fare', p.fareId);
    const had = conditionsOf(before);
    const clash = clashesOf(withRows(before, p.add, p.remove)).find((pair) => !pair.every((condition) => had.includes(condition)));
    return clash && clashText(clash);
  },
  change: (docs, p) => [put('Fare', p.fareId, withRows(docs.need('Fare', p.fareId), p.add, p.remove))],
  label: (p, docs) => `Change transports and zones of ${nameOf(docs, p.fareId)}`,
});

function withRows(fare: Fare, add: readonly FareRule[], gone: readonly FareRule[]): Fare {
  const keys = new Set(gone.map(ruleKey));
  return withRules(fare, [...fare.Rules.filter((rule) => !keys.has(ruleKey(rule))), ...add]);
}

function newFare(p: {
  readonly fareId?: string | undefined;
  readonly description?: string | undefined;
  readonly price: string;
  readonly currency: string;
  readonly fareGroupId?: string | undefined;
}): Fare {
  return {
    Id: p.fareId ?? '',
    ...(p.description ? { Description: p.description } : {}),
    Price: p.price,
    Currency: p.currency,
    ...(p.fareGroupId ? { FareGroupId: p.fareGroupId } : {}),
    Rules: [],
  };
}

function conditionsIn(values: FareConditionValues): readonly FareCondition[] {
  return FareCondition.options.filter((condition) => condition in values && Reflect.get(values, condition) !== undefined);
}

/** The fields of the document that a condition is kept in. */
function fieldsOf(condition: FareCondition): readonly string[] {
  if (condition === 'BetweenZones' || condition === 'ContainsZones') return ['Rules'];
  return condition === 'Duration' ? ['Duration', 'IsDurationInherited'] : [condition];
}

function clashText([a, b]: readonly [FareCondition, FareCondition]): string {
  return `${CONDITION_NAMES[a]} and ${CONDITION_NAMES[b].toLowerCase()} cannot be combined: ${incompatibility(a, b) ?? ''}.`;
}

function message(field: string, text: string): FieldMessage {
  return { Field: field, Message: text };
}

function shownValue(field: FareField, value: FareFieldValue): string {
  if (value === null || value === '') return 'nothing';
  return field === 'isApproximatePrice' ? (value === true ? 'yes' : 'no') : String(value);
}

/** `Day ticket (day)`, or `fare day` where it has no description. */
function nameOf(docs: Documents, id: string): string {
  const fare = docs.get('Fare', id);
  return fare?.Description?.trim() ? `fare ${fareDescription(fare)}` : `fare ${id}`;
}
