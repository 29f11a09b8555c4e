/** What does not go together in a booking rule, beside what its type has no place for (`onlyWhere`). */

interface Conflict {
  readonly field: string;
  readonly message: string;
}

/** What is wrong between the notices of a booking rule after some of them changed: at which field, and why. */
export function bookingConflict(doc: object, changed: readonly string[], isNew: boolean): Conflict | undefined {
  const number = (key: string): number | undefined => {
    const value: unknown = Reflect.get(doc, key);
    return typeof value === 'number' ? value : undefined;
  };
  const isGiven = (key: string): boolean => !['', undefined].includes(Reflect.get(doc, key));
  const at = (keys: readonly string[], message: string): Conflict | undefined => {
    const field = keys.find((key) => changed.includes(key));
    return field === undefined ? undefined : { field, message };
  };
  const [min, max] = [number('PriorNoticeDurationMin'), number('PriorNoticeDurationMax')];
  const [first, last] = [number('PriorNoticeStartDay'), number('PriorNoticeLastDay')];
  if (min !== undefined && max !== undefined && max < min)
    return at(['PriorNoticeDurationMax', 'PriorNoticeDurationMin'], 'Riders would have to book earlier than they can: at most is less than at least');
  if (first !== undefined && max !== undefined)
    return at(['PriorNoticeStartDay', 'PriorNoticeDurationMax'], 'The earliest booking is given by a day or by minutes, not by both');
  if (first !== undefined && last !== undefined && last > first)
    return at(['PriorNoticeStartDay', 'PriorNoticeLastDay'], 'The first day for bookings is after the last one');
  // one field is saved at a time: either may come first
  if (isNew && !isGiven('PriorNoticeStartDay') && isGiven('PriorNoticeStartTime'))
    return { field: 'PriorNoticeStartDay', message: 'A time of the first day needs the first day' };
  if (isNew && isGiven('PriorNoticeStartDay') && !isGiven('PriorNoticeStartTime'))
    return { field: 'PriorNoticeStartTime', message: 'The first day for bookings needs its time' };
  return undefined;
}
