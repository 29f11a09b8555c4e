/** The path between two places: along the streets, by the configured router, along the lines of the version, or straight. */
import type { Coordinate } from '../../src/domain/coordinate.ts';
import type { RouteAnswer, RouteVariant } from '../../src/domain/routing.ts';
import { encodeShape } from '../../src/domain/shapes.ts';
import { usesStreets } from '../../src/domain/vehicleTypes.ts';
import { alignAlong, type Box, boxOfPath } from '../geo/alignment.ts';
import { askRouter, requirePath, type RouterConfig } from '../geo/router.ts';
import type { MadeStreets } from '../geo/streets/madeStreets.ts';
import { NoAnswer, type StreetEngine } from '../geo/streets/streetEngine.ts';
import { SEARCH_CUTOFF } from '../geo/streets/valhallaConfig.ts';
import { valhallaPath, valhallaPathAlong } from '../geo/valhalla.ts';

export interface RoutingQuestion {
  readonly versionId: number;
  readonly variant: RouteVariant;
  readonly from: Coordinate;
  readonly to: Coordinate;
  /** GTFS route_type of the line; undefined: one that uses streets. */
  readonly vehicleType?: number | undefined;
}

export type Routing = (question: RoutingQuestion) => Promise<RouteAnswer>;

export interface RoutingProviders {
  /** The lines of a version that pass a box; refuses where it cannot be read. */
  readonly linesNear: (versionId: number, box: Box) => Promise<readonly (readonly Coordinate[])[]>;
  readonly streets?: StreetEngine | undefined;
  readonly router?: RouterConfig | undefined;
  /** Milliseconds for the router to answer. */
  readonly patience?: number;
}

/** Asks one provider after another; what could not be had is said in the notice of the answer. */
export function createRouting({ linesNear, streets, router, patience }: RoutingProviders): Routing {
  return async ({ versionId, variant, from, to, vehicleType }) => {
    const lines = await linesNear(versionId, boxOfPath(from, to));
    const missed: string[] = [];
    const answer = (path: readonly Coordinate[], engine: RouteAnswer['Engine'], follows: string): RouteAnswer => ({
      Route: encodeShape(path),
      Engine: engine,
      ...(missed.length === 0 ? {} : { Notice: `${missed.join(' ')} This path ${follows}.` }),
    });

    // Outside the extracts, and for rails, all is as without streets.
    if (streets && usesStreets(vehicleType) && coversAll(streets.made(), [from, to])) {
      try {
        const path =
          variant === 'standard' ? await valhallaPath(streets.ask, 'bus', from, to) : await valhallaPathAlong(streets.ask, 'bus', from, to, lines);
        return answer(requirePath(path), 'streets', '');
      } catch (error) {
        missed.push(error instanceof NoAnswer ? 'No path along streets leads there.' : 'The street engine did not answer.');
      }
    }
    if (variant === 'standard' && router) {
      try {
        return answer(await askRouter(router, from, to, patience), router.kind, 'is that of the router');
      } catch {
        missed.push('The router did not answer.');
      }
    }
    const along = alignAlong(lines, from, to);
    if (along) return answer(along, 'feed', 'follows the lines of the feed');
    if (missed.length === 0) missed.push('No line of the feed leads there.');
    return answer([from, to], 'straight', 'is straight');
  };
}

/** Whether all places lie in an extract, or so near that a street of it may be within reach. */
export function coversAll(made: MadeStreets | undefined, places: readonly Coordinate[]): boolean {
  return places.every((place) => made?.extracts.some(({ bounds }) => isWithin(bounds, place)));
}

function isWithin({ south, north, west, east }: Box, { Lat, Lng }: Coordinate): boolean {
  const lat = SEARCH_CUTOFF / 111_195;
  const lng = lat / Math.max(0.01, Math.cos((Lat * Math.PI) / 180));
  return Lat >= south - lat && Lat <= north + lat && Lng >= west - lng && Lng <= east + lng;
}
