/** The way of a track round a closed stretch: along the streets, by a Valhalla server, or along the lines of the version. */
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { headingAt, leavingAndRejoining, pieceOf, placeAlong, type Run, runsAlong, type WayRound, withoutStretch } from '../../src/domain/detours.ts';
import type { Track } from '../../src/domain/model/track.ts';
import type { RouteAnswer } from '../../src/domain/routing.ts';
import { decodeShape, distancesAlong, encodeShape } from '../../src/domain/shapes.ts';
import { usesStreets } from '../../src/domain/vehicleTypes.ts';
import { alignAlong } from '../geo/alignment.ts';
import { type RouterConfig, valhallaServer } from '../geo/router.ts';
import { NoAnswer, type StreetEngine } from '../geo/streets/streetEngine.ts';
import { type AskValhalla, closedStreets, type Heading, valhallaPathAround } from '../geo/valhalla.ts';
import { elapsed } from '../surroundings.ts';
import { slices } from './prepared.ts';
import { coversAll } from './routing.ts';

interface WaysRoundOptions {
  readonly closed: readonly Coordinate[];
  /** Lines of the feed round about. */
  readonly lines: readonly (readonly Coordinate[])[];
  readonly streets?: StreetEngine | undefined;
  readonly router?: RouterConfig | undefined;
  readonly patience?: number | undefined;
  /** When no further way is looked for. */
  readonly until: number;
}

interface WaysOfTrack {
  /** None where there is no way round one of the uses. */
  readonly parts: readonly WayRound[];
  readonly engine?: RouteAnswer['Engine'] | undefined;
  readonly notice?: string | undefined;
}

interface Answer {
  readonly paths: readonly (readonly Coordinate[])[];
  readonly engine?: RouteAnswer['Engine'];
  readonly notice?: string | undefined;
}

/** Metres before and behind the stretch between which a way round is looked for. The nearest may lie behind the last crossing. */
const REACHES = [150, 400, 1000];
/** Metres that one stop left out counts as in the choice between ways round. */
const STOP_LEFT_OUT = 300;
/** Uses of the stretch with so few metres between them have one way round: a line that turns there, or drives round a block. */
const TOGETHER = 300;
/** A way round may touch the stretch where it crosses or turns off, over so many metres. */
const TOUCHES = 25;

/** Looks for ways round one stretch. Tracks with the same shape there are asked for once. */
export function openWaysRound({ closed, lines, streets, router, patience, until }: WaysRoundOptions) {
  const open = withoutStretch(lines, closed);
  const slice = slices();
  const known = new Map<string, Answer>();
  let excluded: Promise<Coordinate[]> | undefined;
  let [engineIsDead, routerIsDead] = [false, false];

  const along = async (from: Heading, to: Heading, vehicleType: number | undefined): Promise<Answer> => {
    const missed: string[] = [];
    const asked = async (ask: AskValhalla, costing: string): Promise<readonly Coordinate[] | undefined> => {
      excluded ??= closedStreets(ask, costing, closed);
      excluded.catch(() => (excluded = undefined));
      const path = await valhallaPathAround(ask, costing, from, to, await excluded);
      return isOpen(path, closed) ? path : undefined;
    };
    const said = (): string | undefined => (missed.length === 0 ? undefined : `${missed.join(' ')} This way follows the lines of the feed.`);
    if (streets && usesStreets(vehicleType) && coversAll(streets.made(), [from, to])) {
      if (engineIsDead) missed.push('The street engine did not answer.');
      else
        try {
          const path = await asked(streets.ask, 'bus');
          if (path) return { paths: [path], engine: 'streets' };
          missed.push('No way along streets leads round it.');
        } catch (error) {
          engineIsDead = !(error instanceof NoAnswer);
          missed.push(error instanceof NoAnswer ? 'No way along streets leads round it.' : 'The street engine did not answer.');
        }
    }
    if (router?.kind === 'osrm') missed.push('An OSRM router cannot keep off a stretch.');
    if (router?.kind === 'valhalla') {
      if (routerIsDead) missed.push('The router did not answer.');
      else
        try {
          const path = await asked(valhallaServer(router, patience), router.profile);
          if (path) return { paths: [path], engine: 'valhalla' };
          missed.push('The router knows no way round it.');
        } catch (error) {
          // it answers 400 where it knows no way
          const isNoWay = error instanceof Error && error.message === 'The router answered 400';
          routerIsDead = !isNoWay;
          missed.push(isNoWay ? 'The router knows no way round it.' : 'The router did not answer.');
        }
    }
    const path = alignAlong(open, from, to);
    await slice();
    if (path && isOpen(path, closed)) return { paths: [path], engine: 'feed', notice: said() };
    return { paths: [], notice: [...missed, 'No way round was found.'].join(' ') };
  };

  const roundOne = async (track: Track, points: readonly Coordinate[], use: Run, vehicleType: number | undefined) => {
    const metres = distancesAlong(points);
    const end = metres.at(-1) ?? 0;
    if (use.from < 5 || use.to > end - 5) return { notice: 'The track begins or ends on the closed stretch.' } as const;
    let best: { way: WayRound; cost: number; engine: Answer['engine']; notice: string | undefined } | undefined;
    let notice: string | undefined;
    for (const reach of REACHES) {
      if (elapsed() > until)
        return best ?? ({ notice: 'There was no time left to look for a way round. Take the others, then look again.' } as const);
      const [from, to] = [Math.max(0, use.from - reach), Math.min(end, use.to + reach)];
      const key = `${vehicleType} ${encodeShape(pieceOf(points, metres, from, to))}`;
      const place = (at: number): Heading => ({ ...placeAlong(points, metres, at), heading: headingAt(points, metres, at) });
      const answer = known.get(key) ?? (await along(place(from), place(to), vehicleType));
      known.set(key, answer);
      notice = answer.notice;
      for (const path of answer.paths) {
        const way = leavingAndRejoining(points, from, to, use, path);
        const stops = track.Stops.filter(({ ShapeSequence: at }) => at !== undefined && isBetween(metres[at] ?? 0, way)).length;
        const cost = way.metres - (way.to - way.from) + stops * STOP_LEFT_OUT;
        if (cost < (best?.cost ?? Infinity)) best = { way, cost, engine: answer.engine, notice: answer.notice };
      }
    }
    return best ?? ({ notice } as const);
  };

  return async (track: Track, uses: readonly Run[], vehicleType: number | undefined): Promise<WaysOfTrack> => {
    const points = decodeShape(track.Shape ?? '');
    const parts: WayRound[] = [];
    let [engine, notice]: [Answer['engine'], string | undefined] = [undefined, undefined];
    for (const use of joined(uses)) {
      const found = await roundOne(track, points, use, vehicleType);
      if (!('way' in found)) return { parts: [], notice: found.notice };
      // a way round that comes back behind where the next one leaves has the next one in it
      if (found.way.from < (parts.at(-1)?.to ?? -1))
        return { parts: [], notice: 'The ways round its uses of the stretch overlap. Draw the shape by hand.' };
      parts.push(found.way);
      engine = found.engine;
      notice ??= found.notice;
    }
    return { parts, engine, notice };
  };
}

function isBetween(metres: number, { from, to }: WayRound): boolean {
  return metres > from && metres < to;
}

/** Uses that lie near one another as one. */
function joined(uses: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const use of uses) {
    const last = all.at(-1);
    if (last && use.from - last.to < TOGETHER) all[all.length - 1] = { from: last.from, to: use.to, covered: last.covered + use.covered };
    else all.push(use);
  }
  return all;
}

/** Whether a path keeps off a stretch. */
function isOpen(path: readonly Coordinate[], closed: readonly Coordinate[]): boolean {
  return path.length > 1 && runsAlong(path, closed).every(({ covered }) => covered <= TOUCHES);
}
