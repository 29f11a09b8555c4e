/** What goes together in a call of a flexible trip. */
import { parseServiceTime } from '../time.ts';
import type { FieldValues } from './fieldValues.ts';
import type { FlexCall } from './flexTrips.ts';

type Call = Partial<Omit<FlexCall, 'Sequence'>>;

const PLACES = ['ZoneId', 'LocationGroupId', 'StopId'] as const;

/** What is wrong between the fields of a call after some of them changed: at which field, and why. */
export function callConflict(call: Call, changed: readonly string[]): { readonly field: string; readonly message: string } | undefined {
  const at = (keys: readonly string[], message: string): { readonly field: string; readonly message: string } | undefined => {
    const field = keys.find((key) => changed.includes(key));
    return field === undefined ? undefined : { field, message };
  };
  const { WindowStart: from, WindowEnd: until, ArrivalTime, DepartureTime, PickupType, DropOffType } = call;
  const isTimed = ArrivalTime !== undefined || DepartureTime !== undefined;
  const hasWindow = from !== undefined || until !== undefined;
  if (PLACES.filter((key) => call[key] !== undefined).length !== 1)
    return { field: PLACES.find((key) => changed.includes(key)) ?? 'StopId', message: 'A call has one place: a zone, a group of stops, or a stop' };
  if (from !== undefined && until !== undefined && (parseServiceTime(until) ?? 0) <= (parseServiceTime(from) ?? 0))
    return at(['WindowEnd', 'WindowStart'], 'The window ends before it begins');
  if (isTimed && call.StopId === undefined)
    return at(['ArrivalTime', 'DepartureTime', ...PLACES], 'Only a stop has fixed times; a zone or a group of stops has a window');
  if (isTimed && hasWindow) return at(['ArrivalTime', 'DepartureTime', 'WindowStart', 'WindowEnd'], 'A call has a window or fixed times, not both');
  if (hasWindow && (PickupType === 0 || PickupType === 3))
    return at(['PickupType', 'WindowStart', 'WindowEnd'], 'Within a window riders are picked up by booking, or not at all');
  if (hasWindow && DropOffType === 0)
    return at(['DropOffType', 'WindowStart', 'WindowEnd'], 'Within a window riders get off by booking, by asking the driver, or not at all');
  return undefined;
}

/**
 * What a further call of a trip begins with: riders get on at the first call and off at the others, in the window of the call before
 * and by its booking rule.
 */
export function nextCallValues(calls: readonly Call[]): FieldValues {
  const last = calls.at(-1);
  if (last === undefined) return { PickupType: 2, DropOffType: 1 };
  const rule = last.DropOffBookingRuleId ?? last.PickupBookingRuleId;
  return {
    ...(last.WindowStart !== undefined && { WindowStart: last.WindowStart }),
    ...(last.WindowEnd !== undefined && { WindowEnd: last.WindowEnd }),
    PickupType: 1,
    DropOffType: 2,
    ...(rule !== undefined && { DropOffBookingRuleId: rule }),
  };
}
