import type { GlLike, GlMouseEvent } from './glLike.ts';
import type { MapPointer } from './mapEngine.ts';

/**
 * Tells what the pointer does on a GL map, in our own words. A pointer that is held (a drag of data) is followed
 * over the whole window, so that a release outside the map is not lost.
 */
export function listenToPointer(map: GlLike, tell: (pointer: MapPointer) => void): () => void {
  let held = false;

  const emit = (kind: MapPointer['kind'], event: GlMouseEvent) => {
    if (held && kind !== 'click') return;
    tell({
      kind,
      at: { Lat: event.lngLat.lat, Lng: event.lngLat.lng },
      point: { x: event.point.x, y: event.point.y },
      button: event.originalEvent.button,
      shift: event.originalEvent.shiftKey,
      ctrl: event.originalEvent.ctrlKey || event.originalEvent.metaKey,
      alt: event.originalEvent.altKey,
      hold: () => {
        event.preventDefault();
        if (kind === 'down' && !held) follow();
      },
    });
  };

  const outside = (kind: 'move' | 'up', event: MouseEvent) => {
    const edge = map.getCanvas().getBoundingClientRect();
    const point = { x: event.clientX - edge.left, y: event.clientY - edge.top };
    const { lng, lat } = map.unproject([point.x, point.y]);
    tell({
      kind,
      at: { Lat: lat, Lng: lng },
      point,
      button: event.button,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      hold: () => {},
    });
  };
  const moved = (event: MouseEvent) => outside('move', event);
  const released = (event: MouseEvent) => {
    letGo();
    outside('up', event);
  };
  const follow = () => {
    held = true;
    window.addEventListener('mousemove', moved);
    window.addEventListener('mouseup', released);
  };
  const letGo = () => {
    held = false;
    window.removeEventListener('mousemove', moved);
    window.removeEventListener('mouseup', released);
  };

  map.on('mousemove', (event) => emit('move', event));
  map.on('mousedown', (event) => emit('down', event));
  map.on('mouseup', (event) => emit('up', event));
  map.on('mouseout', (event) => emit('leave', event));
  map.on('click', (event) => emit('click', event));
  map.on('contextmenu', (event) => emit('menu', event));
  return letGo;
}
