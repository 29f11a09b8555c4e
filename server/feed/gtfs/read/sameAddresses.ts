/** Reports routes and stops whose web page is that of something larger: GTFS asks for a page of their own. */
import type { FeedNotes } from '../notes.ts';

interface Page {
  readonly line: number;
  readonly id: string;
  readonly url: string;
}

export class SameAddresses {
  readonly agencies = new Set<string>();
  readonly routes: Page[] = [];
  readonly stops: Page[] = [];

  check(notes: FeedNotes): void {
    const say = (file: string, column: string, { line, id, url }: Page, what: string, whose: string): void =>
      notes.add('warning', file, line, `${column} is that of ${whose}`, `${column} of the ${what} ${id} is that of ${whose}: ${url}`, {
        column,
        value: url,
      });
    for (const page of this.routes) if (this.agencies.has(page.url)) say('routes.txt', 'route_url', page, 'route', 'an agency');
    const routes = new Set(this.routes.map(({ url }) => url));
    for (const page of this.stops) {
      if (this.agencies.has(page.url)) say('stops.txt', 'stop_url', page, 'stop', 'an agency');
      else if (routes.has(page.url)) say('stops.txt', 'stop_url', page, 'stop', 'a route');
    }
  }
}
