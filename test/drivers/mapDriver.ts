import type { Page } from '@playwright/test';

/** A px of the page. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place as the product speaks of it, in degrees. */
export interface Place {
  readonly Lat: number;
  readonly Lng: number;
}

/**
 * The map as somebody with a mouse uses it. It asks the map only where things are; everything done goes through the real
 * mouse, and a px that something else covers is refused, because nobody could press there.
 */
export interface MapDriver {
  /** Waits until the map is there, drawn and at rest. */
  idle(): Promise<void>;
  /** The px where a stop is. Waits for the stop to be on the map; fails when it is hidden or covered. */
  stop(stopId: string): Promise<Point>;
  /** Whether the map has this stop. */
  has(stopId: string): Promise<boolean>;
  /** The px where a place is, covered or not. */
  place(at: Place): Promise<Point>;
  /** The px of ground with nothing on it, `nth` of those at least 150 px from one another, that no popup covers. */
  ground(nth: number): Promise<Point>;
  /** Moves the mouse somewhere and presses a button, as a click does. */
  click(at: Point, button?: 'left' | 'right'): Promise<void>;
  /** Presses the left button and keeps it pressed. */
  press(at: Point): Promise<void>;
  /** Moves with the button pressed, in steps as a hand does. */
  pull(to: Point): Promise<void>;
  /** Lets the button go where the mouse is. */
  release(): Promise<void>;
  /** Press, move and release. */
  drag(from: Point, to: Point): Promise<void>;
}

/** Makes the map tell a test where things are; call it before the first page is opened. */
export async function driveMap(page: Page): Promise<MapDriver> {
  await page.addInitScript(() => {
    globalThis.__dmpMapProbe = true;
  });

  const idle = async (): Promise<void> => {
    await page.waitForFunction(() => globalThis.__map !== undefined, undefined, { timeout: WAIT });
    await page.evaluate(() => globalThis.__map?.idle());
  };
  const has = (stopId: string): Promise<boolean> => page.evaluate((id) => globalThis.__map?.feature(id) !== undefined, stopId);
  const driver: MapDriver = {
    idle,
    has,
    async stop(stopId) {
      await idle();
      await page.waitForFunction((id) => globalThis.__map?.feature(id) !== undefined, stopId, { timeout: WAIT });
      await idle();
      const found = await page.evaluate((id) => {
        const at = globalThis.__map?.feature(id);
        const top = at && document.elementFromPoint(at.x, at.y);
        return { at, free: top?.closest('.map-surface') != null, over: top?.textContent?.slice(0, 60) ?? '' };
      }, stopId);
      if (!found.at) throw new Error(`The map shows no stop ${stopId}`);
      if (!found.free) throw new Error(`Stop ${stopId} cannot be pressed: something covers it (${found.over})`);
      return found.at;
    },
    async place(at) {
      await idle();
      const point = await page.evaluate((place) => globalThis.__map?.project(place), at);
      if (!point) throw new Error('There is no map');
      return point;
    },
    async ground(nth) {
      await idle();
      const free = await page.evaluate((gap) => {
        const edge = document.querySelector('.map-surface')?.getBoundingClientRect();
        const found: { x: number; y: number }[] = [];
        if (!edge) return found;
        for (let y = edge.top + 90; y < edge.bottom - 90; y += 30) {
          for (let x = edge.left + 60; x < edge.right - 60; x += 30) {
            const hit = globalThis.__map?.at(x, y);
            if (!hit || Object.values(hit).some((ids) => ids.length > 0)) continue;
            if (document.elementFromPoint(x, y)?.closest('.map-surface') == null) continue;
            if (found.every((one) => Math.hypot(one.x - x, one.y - y) >= gap)) found.push({ x, y });
          }
        }
        return found;
      }, GROUND_GAP);
      const point = free[nth];
      if (!point) throw new Error(`The map has only ${free.length} free places to press`);
      return point;
    },
    async click(at, button = 'left') {
      await page.mouse.move(at.x, at.y);
      await page.mouse.click(at.x, at.y, { button });
    },
    async press(at) {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
    },
    pull: (to) => page.mouse.move(to.x, to.y, { steps: 6 }),
    release: () => page.mouse.up(),
    async drag(from, to) {
      await driver.press(from);
      await driver.pull(to);
      await driver.release();
    },
  };
  return driver;
}

/** Milliseconds that a map may take to come: its code is loaded after the first screen. */
const WAIT = 60_000;
/** Px between two places of `ground`. */
const GROUND_GAP = 150;
