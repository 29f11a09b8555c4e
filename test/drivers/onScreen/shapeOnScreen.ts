import type { Route } from '@playwright/test';
import { readSchedule } from '../../../src/contract/schedules.ts';
import { urlOf } from '../../../src/contract/route.ts';
import { decodeShape } from '../../../src/domain/shapes.ts';
import type { ShapeEvent } from '../../../src/machines/shapeMachine.ts';
import { expect, visit } from '../browser.ts';
import type { Point } from '../mapDriver.ts';
import { signInByHttp } from '../signInByHttp.ts';
import { commonOnScreen, type Surroundings, type WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'closed' | 'moving' | 'drawing' | 'routing' | 'saving';

/** A schedule of the demo city whose tracks run both ways. */
const SCHEDULE = '2_20260701';
const BUTTONS = { MOVE: 'Move shape points', DRAW: 'Draw shape' } as const;
const HINTS = {
  moving: 'Drag a point, or drag the line to insert one; right-click removes a point. Enter applies, Escape cancels.',
  begin: 'Click the stop where the new part begins. Escape leaves.',
  drawing: 'Click where the shape leads next; end at a stop. Alt draws straight. Enter applies, Ctrl+Z takes the last part back, Escape leaves.',
  routing: 'Looking for the path...',
} as const;
const DRAWN = /shape point$|Begin to draw$|Draw on$/;

/** Moving the points of a track's shape and drawing a part of it again, with mouse and keyboard. */
export function shapeOnScreen(surroundings: Surroundings): WorkflowOnScreen<ShapeEvent, State> {
  const { page, map, held, base } = surroundings;
  const { nothingToAnswer, dismissErrors, errors, letGo } = commonOnScreen(surroundings);
  const site = new URL(page.url()).origin;
  const bar = page.getByRole('toolbar', { name: 'Shape' });
  const button = (mode: keyof typeof BUTTONS) => bar.getByRole('button', { name: BUTTONS[mode] });
  const [apply, cancel] = [bar.getByRole('button', { name: 'Apply' }), bar.getByRole('button', { name: 'Cancel' })];
  const hint = page.getByRole('region', { name: 'Map' }).locator('.map-hint');
  const undo = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /Undo/ });
  /** The track that is open, and how often Cancel was pressed. */
  let [track, cancels, drags] = ['', 0, 0];
  /** A part was begun to be drawn. */
  let begun = false;
  /** Ways that the server was asked for and that are not answered yet. */
  let asked: Route[] = [];

  const openTrack = async (id: string): Promise<void> => {
    track = id;
    await visit(page, `${base}/schedules/${SCHEDULE}/${id}/map`);
    await expect(button('DRAW')).toBeVisible();
    await expect(
      page
        .getByRole('grid', { name: /^Stops of track/ })
        .locator('[data-row]')
        .first(),
    ).toBeVisible();
    await map.idle();
  };
  /** The middle of the present shape, as the server has it. */
  const middle = async (): Promise<Point> => {
    const { access_token: token } = await signInByHttp(site, 'editor');
    const versionId = Number(base.split('/').at(-1));
    const answer = await fetch(site + urlOf(readSchedule, { params: { versionId, scheduleId: SCHEDULE } }), {
      headers: { authorization: `Bearer ${token}` },
    });
    const shape = readSchedule.reply.parse(await answer.json()).Tracks.find(({ Track }) => Track.Id === track)?.Track.Shape ?? '';
    const points = decodeShape(shape);
    const at = points[Math.floor(points.length / 2)];
    if (!at) throw new Error(`Track ${track} has no shape`);
    return map.place(at);
  };
  const undoAll = async (): Promise<void> => {
    for (let before = await undo.innerText(); DRAWN.test(before); before = await undo.innerText()) {
      await page.keyboard.press('Control+z');
      await expect(undo).not.toHaveText(before);
    }
    begun = false;
  };
  const takeAsked = async (): Promise<Route | undefined> => {
    await expect.poll(() => asked.length).toBe(1);
    return asked.pop();
  };
  const noBar = async (): Promise<void> => {
    await expect(apply).toHaveCount(0);
    await expect(cancel).toHaveCount(0);
  };
  const fail = async (): Promise<void> => {
    await expect.poll(() => held.waiting).toBe(1);
    await held.fail(500, 'No');
    await expect(errors).toContainText('No');
    await dismissErrors();
  };
  /** Two clicks on the map: the part begins, and a way to the second is asked for. */
  const drawLeg = async (): Promise<void> => {
    await map.click(await map.ground(0));
    await expect(undo).toHaveAccessibleName(/Begin to draw/);
    begun = true;
    await map.click(await map.ground(2));
    await expect.poll(() => asked.length).toBe(1);
  };
  const dragPoint = async (): Promise<void> => {
    const from = await middle();
    drags += 1;
    await map.drag(from, { x: from.x + 30 + drags, y: from.y + (drags % 2 === 0 ? -40 : 40) });
    await expect(undo).toHaveAccessibleName(/shape point$/);
  };

  return {
    async begin() {
      await page.route(/\/routing\/segment\//, (route) => void asked.push(route));
      await page.goto(`${base}/schedules/${SCHEDULE}/a-b/map`);
      await map.idle();
      await openTrack('a-b');
    },
    events: {
      async START({ trackId, mode }, state) {
        if (state === 'saving') {
          await expect(button(mode)).toHaveAttribute('aria-disabled', 'true');
          // nor does the key take it up
          return page.keyboard.press(mode === 'MOVE' ? 'Alt+w' : 'Alt+d');
        }
        asked = [];
        begun = false;
        if (trackId !== track || state === 'closed') await openTrack(trackId);
        await button(mode).click();
      },
      async BEGIN(_event, state) {
        // while a way is looked for the part has begun already; otherwise there is nothing to begin
        if (state === 'routing') return expect(hint.getByText(HINTS.begin)).toHaveCount(0);
        if (state !== 'drawing') return expect(undo).not.toHaveAccessibleName(/Begin to draw/);
        await undoAll();
        await map.click(await map.ground(0));
        begun = true;
        await expect(undo).toHaveAccessibleName(/Begin to draw/);
      },
      async LEG(_event, state) {
        if (state !== 'drawing') return expect.poll(() => asked.length).toBe(state === 'routing' ? 1 : 0);
        await undoAll();
        await drawLeg();
      },
      async STRAIGHT(_event, state) {
        if (state !== 'drawing') return expect.poll(() => asked.length).toBe(state === 'routing' ? 1 : 0);
        await undoAll();
        await map.click(await map.ground(0));
        begun = true;
        await expect(undo).toHaveAccessibleName(/Begin to draw/);
        await page.keyboard.down('Alt');
        await map.click(await map.ground(2));
        await page.keyboard.up('Alt');
        await expect(undo).toHaveAccessibleName(/Draw on/);
        expect(asked).toHaveLength(0);
      },
      async ROUTED(_event, state) {
        if (state !== 'routing') return expect.poll(() => asked.length).toBe(0);
        await (await takeAsked())?.continue();
        await expect(undo).toHaveAccessibleName(/Draw on/);
      },
      async ROUTE_FAILED(_event, state) {
        if (state !== 'routing') return expect.poll(() => asked.length).toBe(0);
        await (await takeAsked())?.fulfill({ status: 400, json: { errors: [{ message: 'The router knows no such place' }] } });
        await expect(errors).toContainText('The router knows no such place');
        await dismissErrors();
        // the line goes straight
        await expect(undo).toHaveAccessibleName(/Draw on/);
      },
      async APPLY({ edit }, state) {
        if (state === 'closed') return noBar();
        if (state === 'saving') return expect(apply).toBeDisabled();
        if (state === 'routing') return expect(apply).toHaveAttribute('aria-disabled', 'true');
        await undoAll();
        if (edit && state === 'moving') await dragPoint();
        if (edit && state === 'drawing') {
          await drawLeg();
          await (await takeAsked())?.continue();
          await expect(undo).toHaveAccessibleName(/Draw on/);
        }
        await apply.click();
      },
      async SAVED(_event, state) {
        if (state !== 'saving') return nothingToAnswer();
        await expect.poll(() => held.waiting).toBe(1);
        await held.release();
        await expect(undo).toHaveAccessibleName(/shape.*, line 2, /i);
      },
      async FAILED(_event, state) {
        if (state !== 'saving') return nothingToAnswer();
        await fail();
        // what was done is there to be done with
        await expect(undo).toHaveAccessibleName(DRAWN);
      },
      async CANCEL(_event, state) {
        if (state === 'closed') return noBar();
        cancels += 1;
        if (state === 'saving' || cancels % 2 === 0) await cancel.click();
        else await page.keyboard.press('Escape');
        if (state !== 'saving') asked = [];
      },
      async LEAVE(_event, state) {
        await visit(page, `${base}/schedules`);
        await expect(page.getByRole('grid', { name: 'Schedules' })).toBeVisible();
        await expect(bar).toHaveCount(0);
        asked = [];
        if (state === 'saving') await fail();
        await openTrack(track);
      },
    },
    states: {
      async closed() {
        await noBar();
        for (const text of Object.values(HINTS)) await expect(hint.getByText(text)).toHaveCount(0);
        for (const mode of ['MOVE', 'DRAW'] as const) await expect(button(mode)).toHaveAttribute('aria-pressed', 'false');
        await expect(undo).not.toHaveAccessibleName(DRAWN);
      },
      async moving() {
        await expect(hint.getByText(HINTS.moving)).toBeVisible();
        await expect(button('MOVE')).toHaveAttribute('aria-pressed', 'true');
        await expect(apply).toBeEnabled();
      },
      async drawing() {
        await expect(hint.getByText(begun ? HINTS.drawing : HINTS.begin)).toBeVisible();
        await expect(button('DRAW')).toHaveAttribute('aria-pressed', 'true');
        await expect(apply).toBeEnabled();
      },
      async routing() {
        await expect(hint.getByText(HINTS.routing)).toBeVisible();
        await expect(button('DRAW')).toHaveAttribute('aria-pressed', 'true');
      },
      async saving() {
        await expect(apply).toBeDisabled();
      },
    },
    sent: (count) => count,
    async end() {
      await visit(page, '/data');
      await letGo();
      await dismissErrors();
    },
  };
}
