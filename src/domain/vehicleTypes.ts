/** Names of what runs on a schedule. */

const BASIC: Readonly<Record<number, string>> = {
  0: 'Tram',
  1: 'Metro',
  2: 'Rail',
  3: 'Bus',
  4: 'Ferry',
  5: 'Cable tram',
  6: 'Aerial lift',
  7: 'Funicular',
  11: 'Trolleybus',
  12: 'Monorail',
};

/** The GTFS route types that are offered. */
export const VEHICLE_TYPES: readonly number[] = Object.keys(BASIC).map(Number);

const EXTENDED: Readonly<Record<number, string>> = {
  1: 'Rail',
  2: 'Coach',
  4: 'Metro',
  7: 'Bus',
  8: 'Trolleybus',
  9: 'Tram',
  10: 'Ferry',
  11: 'Air',
  12: 'Ferry',
  13: 'Aerial lift',
  14: 'Funicular',
  15: 'Taxi',
};

/** Hundreds of the extended numbers, by the basic type that they are of. */
const BASIC_OF_HUNDRED: Readonly<Record<number, number>> = { 1: 2, 2: 3, 4: 1, 5: 1, 6: 1, 7: 3, 8: 11, 9: 0, 10: 4, 12: 4, 13: 6, 14: 7 };

/** The mode of a GTFS route type: a basic type stands for itself, an extended one for the basic type of its hundred, or else for the hundred. */
export function vehicleMode(type: number): number {
  const hundred = Math.floor(type / 100);
  return hundred < 1 ? type : (BASIC_OF_HUNDRED[hundred] ?? hundred * 100);
}

/** Whether vehicles of a GTFS route type run on streets: buses, trolleybuses, coaches and taxis; also those of an unknown type. */
export function usesStreets(type: number | undefined): boolean {
  if (type === undefined || type < 100) return type === undefined || type === 3 || type === 11;
  return [2, 7, 8, 15].includes(Math.floor(type / 100));
}

/** The name of a GTFS route type, 0 to 12 or one of the extended numbers (their hundreds); an unknown one shows its number. */
export function vehicleTypeLabel(type: number): string {
  const label = type >= 100 ? EXTENDED[Math.floor(type / 100)] : BASIC[type];
  return label ?? `Unknown vehicle type ${type}`;
}
