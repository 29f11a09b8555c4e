/** What the gate of a public feed found, in words. */
import { type GateReason, type IdKind, type ReleaseCheck, shareOf } from '../../domain/releaseGate.ts';
import { texts } from './texts.ts';

/** Why a release is held, in a sentence. */
export function heldWords(check: ReleaseCheck): string {
  return texts.heldBecause({ reasons: check.reasons.map((reason) => reasonWords(reason, check)).join('; ') });
}

function reasonWords(reason: GateReason, { ids, errors, limit, days, coverage }: ReleaseCheck): string {
  const window = coverage.find((one) => one.days === days);
  if (reason === 'unreadable') return texts.notCompared;
  if (reason === 'errors') return texts.tooManyErrors({ count: errors.count ?? 0, limit: limit ?? 0 });
  if (reason === 'days') return texts.daysWithout({ count: window?.without.length ?? 0, days });
  if (reason === 'share') return texts.fewTrips({ share: window === undefined ? 0 : shareOf(window), days });
  return removedWords(reason, ids[reason].count);
}

/** A kind of ids: `Trip ids`. */
export function idKindWords(kind: IdKind): string {
  return { trip: texts.tripIds, stop: texts.stopIds, route: texts.routeIds, agency: texts.agencyIds }[kind];
}

/** `12 trip ids removed`. */
export function removedWords(kind: IdKind, count: number): string {
  const words = {
    trip: texts.tripIdsRemoved,
    stop: texts.stopIdsRemoved,
    route: texts.routeIdsRemoved,
    agency: texts.agencyIdsRemoved,
  }[kind];
  return words({ count });
}

/** `2026-12-14 03:00` in a time zone. */
export function localText(seconds: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(seconds * 1000);
}
