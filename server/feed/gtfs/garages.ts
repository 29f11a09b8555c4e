/** Garages of TODS (Transit Operational Data Standard) as depots: rows of stops_supplement.txt. */
import { Depot } from '../../../src/domain/model/depot.ts';
import { readKeptTable } from './keptTable.ts';

export const GARAGES_FILE = 'stops_supplement.txt';
const GARAGE = 'garage';

/** The row of a depot. TODS has no column for the room that it has. */
export function garageRow({ Id, Name, Lat, Lng, Vehicles }: Depot): Readonly<Record<string, string | number | undefined>> {
  return { stop_id: Id, stop_name: Name, stop_lat: Lat, stop_lon: Lng, location_type: 0, TODS_location_type: GARAGE, ext_vehicles: Vehicles };
}

/** The rows of stops_supplement.txt. */
function rowsOf(bytes: Uint8Array): readonly Readonly<Record<string, string>>[] {
  const table = readKeptTable(GARAGES_FILE, bytes);
  return (table?.rows ?? []).map((row) => Object.fromEntries((table?.columns ?? []).map((column, nth) => [column.trim(), (row[nth] ?? '').trim()])));
}

/** Rows that are no garage. */
export function otherRows(bytes: Uint8Array): readonly Readonly<Record<string, string>>[] {
  return rowsOf(bytes).filter((row) => row['TODS_location_type'] !== GARAGE);
}

/** The garages with a place of their own, each id once. Those without are kept with the file alone. */
export function depotsOf(bytes: Uint8Array): readonly Depot[] {
  const depots = new Map<string, Depot>();
  for (const row of rowsOf(bytes)) {
    const { stop_id: id = '', stop_name: name = '', stop_lat: lat = '', stop_lon: lng = '', ext_vehicles: room = '' } = row;
    if (row['TODS_location_type'] !== GARAGE || row['TODS_delete'] === '1' || id === '' || lat === '' || lng === '' || depots.has(id)) continue;
    const read = Depot.safeParse({
      Id: id,
      Name: name === '' ? id : name,
      Lat: Number(lat),
      Lng: Number(lng),
      ...(/^\d+$/.test(room) && { Vehicles: Number(room) }),
    });
    if (read.success) depots.set(id, read.data);
  }
  return [...depots.values()];
}
