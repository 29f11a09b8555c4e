/** Routing over the network: an OSRM or Valhalla server named by the configuration. */
import polyline from '@mapbox/polyline';
import { z } from 'zod';
import type { Coordinate } from '../../src/domain/coordinate.ts';

/** A router of the installation. */
export interface RouterConfig {
  readonly kind: 'osrm' | 'valhalla';
  /** Address without a slash at its end. */
  readonly url: string;
  /** Profile of OSRM (`driving`) or costing of Valhalla (`bus`). */
  readonly profile: string;
}

/** Milliseconds a router may take: somebody waits for it with the mouse in hand. */
const PATIENCE = 6000;
/** Bytes of an answer; a path of 100,000 points is 1 MB. */
const LIMIT = 4_000_000;

const OsrmAnswer = z.object({ code: z.literal('Ok'), routes: z.array(z.object({ geometry: z.string() })).min(1) });
const ValhallaAnswer = z.object({ trip: z.object({ legs: z.array(z.object({ shape: z.string() })).min(1) }) });

/** The path as the router knows it. Throws where it does not answer in time, refuses, or answers something else. */
export async function askRouter(router: RouterConfig, from: Coordinate, to: Coordinate, patience = PATIENCE): Promise<Coordinate[]> {
  const points = router.kind === 'osrm' ? await askOsrm(router, from, to, patience) : await askValhalla(router, from, to, patience);
  const ok = points.length > 1 && points.every(({ Lat, Lng }) => Math.abs(Lat) <= 90 && Math.abs(Lng) <= 180);
  if (!ok) throw new Error('The router answered without a path');
  return points;
}

async function askOsrm({ url, profile }: RouterConfig, from: Coordinate, to: Coordinate, patience: number): Promise<Coordinate[]> {
  const places = [from, to].map(({ Lat, Lng }) => `${Lng},${Lat}`).join(';');
  const answer = await fetchJson(`${url}/route/v1/${encodeURIComponent(profile)}/${places}?overview=full&geometries=polyline`, patience);
  return decoded(OsrmAnswer.parse(answer).routes[0]?.geometry ?? '', 5);
}

async function askValhalla({ url, profile }: RouterConfig, from: Coordinate, to: Coordinate, patience: number): Promise<Coordinate[]> {
  const locations = [from, to].map(({ Lat, Lng }) => ({ lat: Lat, lon: Lng }));
  const answer = await fetchJson(`${url}/route`, patience, { locations, costing: profile, directions_type: 'none' });
  return ValhallaAnswer.parse(answer).trip.legs.flatMap(({ shape }) => decoded(shape, 6));
}

async function fetchJson(url: string, patience: number, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The router answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > LIMIT) throw new Error('The answer of the router is too large');
  return JSON.parse(text);
}

function decoded(text: string, precision: number): Coordinate[] {
  return polyline.decode(text, precision).map(([Lat, Lng]) => ({ Lat, Lng }));
}
