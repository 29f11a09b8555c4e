/** Routing over the network: an OSRM or Valhalla server named by the configuration. */
import polyline from '@mapbox/polyline';
import { z } from 'zod';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { elapsed, timeUp } from '../surroundings.ts';
import { type AskValhalla, valhallaPath } from './valhalla.ts';

/** A router of the installation. */
export interface RouterConfig {
  readonly kind: 'osrm' | 'valhalla';
  /** Address without a slash at its end. */
  readonly url: string;
  /** Profile of OSRM (`driving`) or costing of Valhalla (`bus`). */
  readonly profile: string;
}

/** Milliseconds a router may take: somebody waits for it with the mouse button down. */
const PATIENCE = 6000;
/** Bytes of an answer; a path of 100,000 points is 1 MB. */
const LIMIT = 4_000_000;

const OsrmAnswer = z.object({ code: z.literal('Ok'), routes: z.array(z.object({ geometry: z.string() })).min(1) });

/** The path as the router knows it. Throws where it does not answer in time, refuses, or answers something else. */
export async function askRouter(router: RouterConfig, from: Coordinate, to: Coordinate, patience = PATIENCE): Promise<Coordinate[]> {
  const points = router.kind === 'osrm' ? await askOsrm(router, from, to, patience) : await askValhalla(router, from, to, patience);
  return requirePath(points);
}

/** Asks the calls of a Valhalla server, all of them together within `patience` milliseconds. */
export function valhallaServer({ url }: RouterConfig, patience = PATIENCE): AskValhalla {
  const until = elapsed() + patience;
  return (method, query) => fetchJson(`${url}/${method}`, Math.max(1, Math.round(until - elapsed())), query);
}

/** A path has two points or more, on the earth. */
export function requirePath(points: Coordinate[]): Coordinate[] {
  const ok = points.length > 1 && points.every(({ Lat, Lng }) => Math.abs(Lat) <= 90 && Math.abs(Lng) <= 180);
  if (!ok) throw new Error('The router answered without a path');
  return points;
}

async function askOsrm({ url, profile }: RouterConfig, from: Coordinate, to: Coordinate, patience: number): Promise<Coordinate[]> {
  const places = [from, to].map(({ Lat, Lng }) => `${Lng},${Lat}`).join(';');
  const answer = await fetchJson(`${url}/route/v1/${encodeURIComponent(profile)}/${places}?overview=full&geometries=polyline`, patience);
  return decoded(OsrmAnswer.parse(answer).routes[0]?.geometry ?? '');
}

/** Both calls together take no longer than one may. */
function askValhalla(router: RouterConfig, from: Coordinate, to: Coordinate, patience: number): Promise<Coordinate[]> {
  return valhallaPath(valhallaServer(router, patience), router.profile, from, to);
}

async function fetchJson(url: string, patience: number, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    signal: timeUp(patience),
    ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`The router answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > LIMIT) throw new Error('The answer of the router is too large');
  return JSON.parse(text);
}

function decoded(text: string): Coordinate[] {
  return polyline.decode(text, 5).map(([Lat, Lng]) => ({ Lat, Lng }));
}
