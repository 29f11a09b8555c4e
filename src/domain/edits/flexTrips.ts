/** Calls of flexible trips; the other fields of a trip are edited as those of other small kinds (`records.ts`). */
import { z } from 'zod';
import { fieldsOfItems } from '../model/catalogue.ts';
import { fieldValue, FieldValue, type FieldValues, valueProblem } from '../model/fieldValues.ts';
import { callConflict } from '../model/flexCalls.ts';
import { FlexCall, type FlexTrip } from '../model/flexTrips.ts';
import { type Documents, documentEdit, type FieldMessage, one, put } from './documentEdit.ts';

const FIELDS = fieldsOfItems('FlexTrip', 'Calls');
/** Values of a call by the key of the field; an empty text takes one away. */
const Values = z.record(z.string(), FieldValue);
const Sequence = z.int().min(0);

/** Adds a call behind the others. */
export const addFlexCall = documentEdit('flexTrip.addCall', {
  summary:
    'Adds a call to a flexible trip, behind the others, with values by the keys of its fields: one place (`ZoneId`, `LocationGroupId` or `StopId`), a window.',
  path: 'edit/flex-trip/:tripId/calls/add',
  payload: z.object({ tripId: z.string(), values: Values }),
  samples: [{ tripId: 'FT1', values: { ZoneId: 'ZN1', WindowStart: '06:00:00', WindowEnd: '20:00:00', PickupType: 1, DropOffType: 2 } }],
  documents: ({ tripId }) => [one('FlexTrip', tripId)],
  within: () => 'records/FlexTrip',
  touches: ({ tripId }) => [`flextrip/${tripId}/Calls`],
  refuse: (_docs, { values }) => refusalOf({}, values),
  change: (docs, { tripId, values }) => {
    const trip = docs.need('FlexTrip', tripId);
    const last = trip.Calls.at(-1)?.Sequence ?? 0;
    return [put('FlexTrip', tripId, { ...trip, Calls: [...trip.Calls, withCallValues({ Sequence: last + 1 }, values)] })];
  },
  label: ({ tripId }, docs) => `Add a call to ${nameOf(docs, tripId)}`,
});

/** Changes fields of a call. */
export const editFlexCall = documentEdit('flexTrip.editCall', {
  summary: 'Changes fields of a call of a flexible trip, which is named by its stop sequence. An empty text takes a field away.',
  path: 'edit/flex-trip/:tripId/calls/edit',
  payload: z.object({ tripId: z.string(), sequence: Sequence, values: Values }),
  samples: [{ tripId: 'FT1', sequence: 1, values: { WindowEnd: '21:00:00' } }],
  documents: ({ tripId }) => [one('FlexTrip', tripId)],
  within: () => 'records/FlexTrip',
  touches: ({ tripId, sequence, values }) => Object.keys(values).map((key) => `flextrip/${tripId}/Calls/${sequence}/${key}`),
  refuse: (docs, { tripId, sequence, values }) => {
    const call = docs.get('FlexTrip', tripId)?.Calls.find((each) => each.Sequence === sequence);
    return call ? refusalOf(call, values) : 'The trip has no such call any more.';
  },
  change: (docs, { tripId, sequence, values }) => {
    const trip = docs.need('FlexTrip', tripId);
    return [
      put('FlexTrip', tripId, { ...trip, Calls: trip.Calls.map((call) => (call.Sequence === sequence ? withCallValues(call, values) : call)) }),
    ];
  },
  label: ({ tripId, values }, docs) => {
    const labels = FIELDS.flatMap(({ key, label }) => (Object.hasOwn(values, key) && values[key] !== '' ? [label.toLowerCase()] : []));
    return `Change ${labels.length === 0 ? 'a call' : `${labels.join(', ')} of a call`} of ${nameOf(docs, tripId)}`;
  },
});

/** Removes a call. */
export const removeFlexCall = documentEdit('flexTrip.removeCall', {
  summary: 'Removes a call of a flexible trip, which is named by its stop sequence.',
  path: 'edit/flex-trip/:tripId/calls/remove',
  payload: z.object({ tripId: z.string(), sequence: Sequence }),
  samples: [{ tripId: 'FT1', sequence: 1 }],
  documents: ({ tripId }) => [one('FlexTrip', tripId)],
  within: () => 'records/FlexTrip',
  touches: ({ tripId }) => [`flextrip/${tripId}/Calls`],
  refuse: (docs, { tripId, sequence }) =>
    docs.get('FlexTrip', tripId)?.Calls.some((call) => call.Sequence === sequence) ? undefined : 'The trip has no such call any more.',
  change: (docs, { tripId, sequence }) => {
    const trip = docs.need('FlexTrip', tripId);
    return [put('FlexTrip', tripId, { ...trip, Calls: trip.Calls.filter((call) => call.Sequence !== sequence) })];
  },
  label: ({ tripId }, docs) => `Remove a call of ${nameOf(docs, tripId)}`,
});

/** What is wrong with the values, at their fields, and then between them. */
function refusalOf(call: Partial<FlexCall>, values: FieldValues): readonly FieldMessage[] | undefined {
  const wrong = Object.entries(values).flatMap(([key, value]): FieldMessage[] => {
    const field = FIELDS.find((each) => each.key === key);
    if (!field) return [{ Field: key, Message: `A call has no field ${key}` }];
    const problem = value === '' ? undefined : valueProblem(field, value);
    return problem === undefined ? [] : [{ Field: key, Message: problem }];
  });
  if (wrong.length > 0) return wrong;
  const conflict = callConflict(withCallValues({ ...call, Sequence: 0 }, values), Object.keys(values));
  return conflict && [{ Field: conflict.field, Message: conflict.message }];
}

/** A call with other values; an empty text takes a field away. */
function withCallValues(call: FlexCall, values: FieldValues): FlexCall {
  const kept = Object.entries(call).filter(([key]) => !Object.hasOwn(values, key));
  return FlexCall.parse({ ...Object.fromEntries(kept), ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) });
}

function nameOf(docs: Documents, tripId: string): string {
  const trip: FlexTrip | null = docs.get('FlexTrip', tripId) ?? null;
  return `flexible trip ${String((trip && fieldValue(trip, 'Headsign')) || tripId)}`;
}
