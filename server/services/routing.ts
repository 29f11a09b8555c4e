/** The path between two places: by the configured router, along the lines of the version, or straight. */
import type { Coordinate } from '../../src/domain/coordinate.ts';
import type { RouteAnswer, RouteVariant } from '../../src/domain/routing.ts';
import { encodeShape } from '../../src/domain/shapes.ts';
import { alignAlong, type Box, boxOfPath } from '../geo/alignment.ts';
import { askRouter, type RouterConfig } from '../geo/router.ts';

export type Routing = (versionId: number, variant: RouteVariant, from: Coordinate, to: Coordinate) => Promise<RouteAnswer>;

/** `linesNear` answers the lines of a version that pass a box; refuses where it cannot be read. */
export function createRouting(
  router: RouterConfig | undefined,
  linesNear: (versionId: number, box: Box) => Promise<readonly (readonly Coordinate[])[]>,
  /** Milliseconds for the router to answer. */
  patience?: number,
): Routing {
  return async (versionId, variant, from, to) => {
    const lines = await linesNear(versionId, boxOfPath(from, to));
    let notice: string | undefined;
    if (variant === 'standard' && router) {
      try {
        return { Route: encodeShape(await askRouter(router, from, to, patience)), Engine: router.kind };
      } catch {
        notice = 'The router did not answer.';
      }
    }
    const along = alignAlong(lines, from, to);
    if (along)
      return {
        Route: encodeShape(along),
        Engine: 'feed',
        ...(notice === undefined ? {} : { Notice: `${notice} This path follows the lines of the feed.` }),
      };
    return { Route: encodeShape([from, to]), Engine: 'straight', Notice: `${notice ?? 'No line of the feed leads there.'} This path is straight.` };
  };
}
