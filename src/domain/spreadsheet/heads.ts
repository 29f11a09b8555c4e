/** Heads of the columns and rows of a workbook: the first of a language is written, all are read. GTFS field names are read too. */

/** Languages that heads are written in. */
export type HeadLanguage = 'en' | 'de';

interface Head {
  readonly en: readonly [string, ...(readonly string[])];
  readonly de: readonly [string, ...(readonly string[])];
  /** In other languages, and as GTFS calls it. */
  readonly also?: readonly string[];
}

/** Heads of a timetable. */
export const TIMETABLE_HEADS = {
  line: { en: ['Line', 'Route', 'Schedule'], de: ['Linie'], also: ['route_short_name', 'ligne', 'línea', 'lijn', 'linea'] },
  track: { en: ['Track', 'Track id', 'Pattern'], de: ['Linienweg', 'Linienweg-ID', 'Fahrweg'], also: ['shape_id', 'parcours', 'traject'] },
  days: { en: ['Days', 'Day type', 'Service'], de: ['Verkehrstage', 'Tage'], also: ['service_id', 'jours', 'días', 'dagen', 'giorni'] },
  every: { en: ['Every (min)', 'Headway', 'Every'], de: ['Takt (min)', 'Takt'], also: ['headway_secs', 'fréquence', 'frecuencia'] },
  until: { en: ['Until'], de: ['Bis'], also: ['end_time', "jusqu'à", 'hasta', 'tot'] },
  stopId: { en: ['Stop id', 'Stop number'], de: ['Haltestellen-ID', 'Haltestellennummer'], also: ['stop_id', "id de l'arrêt"] },
  stop: { en: ['Stop', 'Stop name', 'Station'], de: ['Haltestelle', 'Halt'], also: ['stop_name', 'arrêt', 'parada', 'halte', 'fermata'] },
  side: { en: ['Arr./Dep.', 'Arrival/departure'], de: ['An/Ab', 'Ankunft/Abfahrt'], also: ['a/d'] },
  arrival: { en: ['Arr.', 'Arrival', 'arr'], de: ['an', 'Ankunft'], also: ['arrival_time', 'arrivée', 'llegada'] },
  departure: { en: ['Dep.', 'Departure', 'dep'], de: ['ab', 'Abfahrt'], also: ['departure_time', 'départ', 'salida'] },
} as const satisfies Readonly<Record<string, Head>>;

/** What is written for a head. */
export function headIn(head: Head, language: HeadLanguage): string {
  return head[language][0];
}

/** Which head of a table a text is; undefined where it is none. Capitals, spaces and signs do not matter. */
export function headOf<K extends string>(heads: Readonly<Record<K, Head>>, text: string): K | undefined {
  const wanted = normal(text);
  if (wanted === '') return undefined;
  for (const key in heads) {
    const { en, de, also = [] } = heads[key];
    if ([...en, ...de, ...also].some((name) => normal(name) === wanted)) return key;
  }
  return undefined;
}

/** Whether two texts are the same head. */
export function sameHead(a: string, b: string): boolean {
  return normal(a) !== '' && normal(a) === normal(b);
}

/** Heads that the user has given a meaning: by `headKey` of the head, what it stands for; '' for nothing. */
export type AssignedHeads = Readonly<Record<string, string>>;

/** A head as it is remembered. */
export function headKey(text: string): string {
  return normal(text).slice(0, 100);
}

/** What a head was assigned to; undefined where it was not. */
export function assignedTo(assigned: AssignedHeads, text: string): string | undefined {
  const key = headKey(text);
  return key !== '' && Object.hasOwn(assigned, key) ? assigned[key] : undefined;
}

function normal(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_.:()/-]/g, '');
}
