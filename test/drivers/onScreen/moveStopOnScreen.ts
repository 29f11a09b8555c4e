import { startStopMove } from '../../../src/commands/stops/moveStopGesture.ts';
import type { MoveStopEvent } from '../../../src/machines/moveStopMachine.ts';
import { expect } from '../browser.ts';
import type { Point } from '../mapDriver.ts';
import type { Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

type State = 'idle' | 'armed' | 'dragging' | 'saving';

/** The stops of the demo city that stand for those of the path cases: two sides of one street. */
const STOPS: Readonly<Record<string, string>> = { S1: 'V0133A', S2: 'V0133B' };
const SEARCH = 'V0133';
const HINTS = {
  armed: 'Press the stop and drag it to its new place. Escape leaves.',
  dragging: 'Let go to put the stop here. Escape cancels.',
  saving: 'Updating coordinates...',
} as const;
const KEY = startStopMove.definition.action?.key ?? 'no key';
const FAILURE = 'The stop was not moved';

/** Moving a stop by hand, as somebody with mouse and keyboard does it. */
export function moveStopOnScreen({ page, map, held, base }: Surroundings): WorkflowOnScreen<MoveStopEvent, State> {
  const popup = page.getByRole('complementary', { name: /^Stop / });
  const moveButton = page.getByRole('button', { name: 'Move stop', exact: true });
  const coordinates = popup.getByLabel('Coordinates');
  const errors = page.getByTestId('errors');
  const status = page.getByRole('contentinfo', { name: 'Status' });
  const row = (stop: string) =>
    page
      .getByRole('grid', { name: 'Stops' })
      .locator('[data-row]')
      .filter({ hasText: STOPS[stop] ?? stop });
  const isOpen = (stop: string): boolean => new URL(page.url()).pathname.endsWith(`/stops/${STOPS[stop] ?? stop}`);
  const idOf = (stop: string): string => {
    const id = STOPS[stop];
    if (id === undefined) throw new Error(`No stop of the demo city stands for ${stop}`);
    return id;
  };

  /** Where the stop was pressed, while the button is down. */
  let pressedAt: Point | undefined;
  let swing = 1;
  let starts = 0;
  /** The coordinates of S1 that the server confirmed last, as the popup writes them. */
  let confirmed: string | undefined;

  /** Lets go of what Escape or Back has ended: somewhere else, for a press and release at one px would be a click. */
  const letGo = async (): Promise<void> => {
    if (!pressedAt) return;
    await map.pull({ x: pressedAt.x + 12, y: pressedAt.y + 12 });
    await map.release();
    pressedAt = undefined;
  };
  /** Pulls at a stop with no tool in hand: the map moves along, the stop keeps its place on it. */
  const pullInVain = async (stop: string): Promise<void> => {
    const at = await map.stop(idOf(stop));
    swing = -swing;
    // the selected stop would follow: too short a pull means nothing to it, and no other stop is ever taken
    const far = isOpen(stop) ? 1 : 14;
    await map.drag(at, { x: at.x + far * swing, y: at.y + far * swing });
  };
  const nothingToAnswer = (): Promise<void> => expect(status.getByText('All saved')).toBeVisible();
  const expectHint = async (state: State): Promise<void> => {
    const expected = held.waiting > 0 ? HINTS.saving : state === 'idle' ? undefined : HINTS[state];
    const onMap = page.getByRole('region', { name: 'Map' });
    for (const hint of Object.values(HINTS)) {
      const shown = onMap.locator('.map-hint').getByText(hint, { exact: true });
      await (hint === expected ? expect(shown).toBeVisible() : expect(shown).toHaveCount(0));
    }
  };
  const expectPopupOfAddress = async (): Promise<void> => {
    if (!/\/stops\/[^/]+$/.test(new URL(page.url()).pathname)) return expect(popup).toHaveCount(0);
    await expect(coordinates).toBeVisible();
    if (!isOpen('S1') || held.waiting > 0) return;
    confirmed ??= await coordinates.inputValue();
    await expect(coordinates).toHaveValue(confirmed);
  };

  return {
    async begin() {
      // opened by its address the stop is shown at zoom 15, where it can be taken hold of; chosen in the list it leaves the view as it is
      await page.goto(`${base}/stops/${idOf('S1')}`);
      await expect(coordinates).toBeVisible();
      await map.idle();
      await popup.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('combobox', { name: 'Search stops' }).fill(SEARCH);
      await expect(row('S1')).toBeVisible();
    },
    events: {
      async START(event, state) {
        if (state === 'idle') {
          if (!isOpen(event.stopId)) await row(event.stopId).click();
          await expect(coordinates).toBeVisible();
          await expectPopupOfAddress();
          // By the button and by its key in turn.
          starts += 1;
          return starts % 2 === 1 ? moveButton.click() : page.keyboard.press(KEY);
        }
        // In hand already: the button is pressed in; what is left is the key.
        await expect(moveButton).toHaveAttribute('aria-pressed', 'true');
        return page.keyboard.press('Alt+m');
      },
      async GRAB(event, state) {
        if (state === 'idle' || state === 'saving') return pullInVain(event.stopId);
        // The button of the mouse is down already.
        if (state === 'dragging') return expect(pressedAt).toBeDefined();
        const at = await map.stop(idOf(event.stopId));
        await map.press(at);
        if (event.stopId === 'S1') pressedAt = at;
        else await map.release();
      },
      async DROP(event, state) {
        if (state !== 'dragging' || !pressedAt) {
          // Nothing is active: the button is let go over the map without having been pressed there.
          const { x, y } = await map.ground(0);
          await page.mouse.move(x, y);
          return map.release();
        }
        const back = event.to.Lat === HOME_LAT;
        swing = -swing;
        // Sideways, so that the popup above the stop never comes to lie over its neighbour.
        await map.pull({ x: pressedAt.x + 70 * swing, y: pressedAt.y });
        if (back) await map.pull(pressedAt);
        await map.release();
        pressedAt = undefined;
      },
      async CANCEL(_event, state) {
        // with no tool in hand Escape closes the details, which is a way of leaving
        if (state === 'saving') return;
        await page.keyboard.press('Escape');
        await letGo();
      },
      async LEAVE(_event, state) {
        if (state === 'dragging') await page.goBack();
        else if (state !== 'armed' && (await popup.count()) > 0) await popup.getByRole('button', { name: 'Close', exact: true }).click();
        else await row('S2').click();
        await letGo();
        await expect.poll(() => isOpen('S1')).toBe(false);
      },
      async SETTLED() {
        if (held.waiting === 0) return nothingToAnswer();
        const before = confirmed;
        await held.release();
        await expect(status.getByText('All saved')).toBeVisible();
        confirmed = isOpen('S1') ? await coordinates.inputValue() : undefined;
        expect(confirmed).not.toBe(before);
      },
      async FAILED() {
        if (held.waiting === 0) return nothingToAnswer();
        await held.fail(500, FAILURE);
        await expect(errors).toContainText(FAILURE);
        await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
      },
    },
    states: {
      async idle() {
        await expectHint('idle');
        await expectPopupOfAddress();
      },
      async armed() {
        await expectHint('armed');
        await expect(popup).toBeVisible();
        expect(isOpen('S1')).toBe(true);
      },
      async dragging() {
        await expectHint('dragging');
        await expect(popup).toBeVisible();
        expect(isOpen('S1')).toBe(true);
      },
      async saving() {
        await expectHint('saving');
        await expectPopupOfAddress();
        expect(isOpen('S1')).toBe(true);
      },
    },
    // Writes of one stop go one after another.
    sent: (asked, answered) => Math.min(asked, answered + 1),
    async end() {
      await letGo();
      await page.keyboard.press('Escape');
      while (held.waiting > 0) await held.release();
      await expect(status.getByText('All saved')).toBeVisible();
      if (!isOpen('S1')) await row('S1').click();
      const shown = await coordinates.inputValue();
      await page.reload();
      await expect(coordinates).toHaveValue(shown);
    },
  };
}

/** The path cases drop at two places; this one is where the stop was grabbed. */
const HOME_LAT = 52.1;
