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

/** Times of one call in a sheet of windows. */
const TimesOfCall = z.object({
  tripId: z.string(),
  sequence: Sequence,
  values: z.partialRecord(z.enum(['WindowStart', 'WindowEnd', 'ArrivalTime', 'DepartureTime']), FieldValue),
});

/** Changes times of many calls at once: all of them or none. */
export const editFlexTimes = documentEdit('flexTrip.editTimes', {
  summary: 'Changes windows and times of calls of flexible trips, all of them or none. An empty text takes a time away.',
  path: 'edit/flex-trips/times',
  payload: z.object({ calls: z.array(TimesOfCall).min(1).max(2000) }),
  samples: [
    {
      calls: [
        { tripId: 'FT1', sequence: 1, values: { WindowStart: '07:00:00' } },
        { tripId: 'FT1', sequence: 2, values: { WindowStart: '07:00:00', WindowEnd: '21:00:00' } },
      ],
    },
  ],
  documents: ({ calls }) => tripsOf(calls).map((tripId) => one('FlexTrip', tripId)),
  within: () => 'records/FlexTrip',
  touches: ({ calls }) => {
    const fields = calls.flatMap(({ tripId, sequence, values }) => Object.keys(values).map((key) => `flextrip/${tripId}/Calls/${sequence}/${key}`));
    const trips = tripsOf(calls).map((tripId) => `flextrip/${tripId}/Calls`);
    if (fields.length <= MOST_TOUCHED) return fields;
    return trips.length <= MOST_TOUCHED ? trips : ['flextrip'];
  },
  refuse: (docs, { calls }) => {
    for (const { tripId, sequence, values } of calls) {
      const call = docs.get('FlexTrip', tripId)?.Calls.find((each) => each.Sequence === sequence);
      if (!call) return `${nameOf(docs, tripId)} has no call ${sequence} any more.`;
      const wrong = refusalOf(call, values);
      if (wrong) return calls.length === 1 ? wrong : wrong.map((each) => ({ ...each, Message: `${nameOf(docs, tripId)}: ${each.Message}` }));
    }
    return undefined;
  },
  change: (docs, { calls }) =>
    tripsOf(calls).map((tripId) => {
      const trip = docs.need('FlexTrip', tripId);
      const ofTrip = calls.filter((each) => each.tripId === tripId);
      const Calls = trip.Calls.map((call) =>
        ofTrip.filter(({ sequence }) => sequence === call.Sequence).reduce((changed, { values }) => withCallValues(changed, values), call),
      );
      return put('FlexTrip', tripId, { ...trip, Calls });
    }),
  label: ({ calls }, docs) => {
    const [tripId = '', ...others] = tripsOf(calls);
    return others.length === 0 ? `Change times of ${nameOf(docs, tripId)}` : `Change times of ${others.length + 1} flexible trips`;
  },
});

/** Paths that an edit names at most. */
const MOST_TOUCHED = 32;

function tripsOf(calls: readonly { readonly tripId: string }[]): readonly string[] {
  return [...new Set(calls.map(({ tripId }) => tripId))];
}

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
