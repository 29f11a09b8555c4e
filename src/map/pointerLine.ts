import type { MapEngine } from './engine/mapEngine.ts';
import type { MapCoordinate } from './mapPicture.ts';

/** What follows the pointer: a line, and a dot at its tip. */
export interface PointerLine {
  readonly line: readonly MapCoordinate[];
  readonly dot?: MapCoordinate | undefined;
}

/** Shows it, or takes it away. */
export interface PointerLineView {
  show(what: PointerLine | undefined): void;
  destroy(): void;
}

/**
 * A line laid over the map instead of drawn in it: to follow the pointer the map itself need not be repainted, which is
 * most of what a move costs. It stays where it belongs when the map is moved meanwhile.
 */
export function layLineOver(container: HTMLElement, engine: Pick<MapEngine, 'project' | 'onView'>): PointerLineView {
  const svg = container.ownerDocument.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'map-pointer-line');
  svg.setAttribute('aria-hidden', 'true');
  const path = container.ownerDocument.createElementNS(SVG, 'path');
  const tip = container.ownerDocument.createElementNS(SVG, 'circle');
  tip.setAttribute('r', '6');
  svg.append(path, tip);
  let shown: PointerLine | undefined;

  const place = (): void => {
    if (!shown) return;
    path.setAttribute('d', pathOf(shown.line.map((at) => engine.project(at))));
    tip.style.display = shown.dot ? '' : 'none';
    if (!shown.dot) return;
    const { x, y } = engine.project(shown.dot);
    tip.setAttribute('cx', String(x));
    tip.setAttribute('cy', String(y));
  };
  const stopViewing = engine.onView(place);
  return {
    show(what) {
      shown = what;
      if (!what) return svg.remove();
      place();
      if (!svg.isConnected) container.append(svg);
    },
    destroy() {
      stopViewing();
      svg.remove();
    },
  };
}

const SVG = 'http://www.w3.org/2000/svg';

function pathOf(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
