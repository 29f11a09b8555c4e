/** The address bar and the product's location: each follows the other. */
import type { Location } from '../domain/locations.ts';

/** Path and query as the address bar shows them. */
export function presentAddress(): Location {
  return { path: window.location.pathname, search: window.location.search };
}

/** Shows a location in the address bar, unless it is there already. `replace` leaves no entry to go back to. */
export function showAddress(location: Location, replace: boolean): void {
  const url = location.path + location.search;
  if (url === window.location.pathname + window.location.search) return;
  if (replace) window.history.replaceState(null, '', url);
  else window.history.pushState(null, '', url);
}

/** Tells when the user goes back or forward. Returns how to stop. */
export function followAddress(changed: (location: Location) => void): () => void {
  const listener = (): void => changed(presentAddress());
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}
