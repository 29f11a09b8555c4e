import { revertChangeset, routeOfEdit } from '../../../src/contract/edits.ts';
import { listPathways, readPathways } from '../../../src/contract/pathways.ts';
import { type CallInput, type Route, urlOf } from '../../../src/contract/route.ts';
import { listStops } from '../../../src/contract/stops.ts';
import { listTransfers } from '../../../src/contract/transfers.ts';
import { removePathway } from '../../../src/domain/edits/pathways.ts';
import { removeTransfer } from '../../../src/domain/edits/transfers.ts';
import { startPathway } from '../../../src/commands/pathways/drawPathwaySteps.ts';
import { startTransfer } from '../../../src/commands/transfers/createTransferSteps.ts';
import type { CreateTransferEvent } from '../../../src/machines/createTransferMachine.ts';
import type { DrawPathwayEvent } from '../../../src/machines/drawPathwayMachine.ts';
import { createStop, deleteStop } from '../../server/stopCalls.ts';
import { expect } from '../browser.ts';
import type { Point } from '../mapDriver.ts';
import { signInByHttp } from '../signInByHttp.ts';
import type { Ends, Surroundings, WorkflowOnScreen } from './workflowOnScreen.ts';

/** A stop of the demo city, near which the stops of the walk are made: those of the city have schedules, and nobody could remove them. */
const NEIGHBOUR = 'V0133A';
/** The stops that stand for those of the path cases, in degrees from the neighbour. */
const STOPS: Readonly<Record<string, { readonly id: string; readonly lat: number; readonly lng: number }>> = {
  S1: { id: 'WALK1', lat: 0.0016, lng: -0.001 },
  S2: { id: 'WALK2', lat: 0.0002, lng: -0.003 },
  S9: { id: 'WALK9', lat: -0.0012, lng: -0.001 },
};
/** The zoom in which a stop is shown when it is opened is nearer than this. */
const NEAR = 14.5;
const FIRST = {
  transfer: 'Click the stop where the transfer begins. Escape leaves.',
  pathway: 'Click the stop where the pathway begins. Escape leaves.',
};

/** What both ways of leading from stop to stop have in common on the screen. */
function connecting({ page, map, held, base }: Surroundings, tool: { readonly title: string; readonly key: string }) {
  const popup = page.getByRole('complementary', { name: /^Stop / });
  const errors = page.getByTestId('errors');
  const status = page.getByRole('contentinfo', { name: 'Status' });
  const rows = page.getByRole('grid', { name: 'Stops' }).locator('[data-row]');
  const versionId = Number(base.split('/').at(-1));
  const stopOf = (name: string): string => STOPS[name]?.id ?? name;
  const hint = page.getByRole('region', { name: 'Map' }).locator('.map-hint');
  let colleague: ReturnType<typeof aRemover> | undefined;

  const parts = {
    popup,
    errors,
    status,
    nothingToAnswer: (): Promise<void> => expect(status.getByText('All saved')).toBeVisible(),
    expectHint: (text: string): Promise<void> => expect(hint.getByText(text, { exact: true })).toBeVisible(),
    noHint: async (...texts: readonly string[]): Promise<void> => {
      for (const text of texts) await expect(hint.getByText(text, { exact: true })).toHaveCount(0);
    },
    async begin() {
      const site = new URL(page.url()).origin;
      colleague = aRemover(site, versionId);
      await (await colleague).make();
      await page.goto(`${base}/stops/${NEIGHBOUR}`);
      await expect(popup.getByLabel('Coordinates')).toBeVisible();
      await map.idle();
      await popup.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('combobox', { name: 'Search stops' }).fill('WALK');
      await expect(rows).toHaveCount(3);
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await parts.stepBack();
    },
    /** Zooms out a little, where that was not done before: the stops of the walk lie within the map, also beside the details of one. */
    async stepBack() {
      await map.idle();
      const edge = await page.locator('.map-surface').boundingBox();
      if (!edge) throw new Error('There is no map');
      await page.mouse.move(edge.x + edge.width / 4, edge.y + edge.height / 2);
      const zoom = await page.evaluate(() => globalThis.__map?.zoom() ?? 0);
      // a map that is come back to may stand where it was left; still further out nothing can be clicked
      if (zoom > NEAR) for (let turn = 0; turn < 2; turn++) await page.mouse.wheel(0, 300);
      await map.idle();
    },
    /** Takes the tool up, from a stop by its button, else by its key. */
    async start(stopId: string | null, isClosed: boolean) {
      if (!isClosed) return page.keyboard.press(tool.key);
      if (stopId === null) {
        if ((await popup.count()) > 0) await popup.getByRole('button', { name: 'Close', exact: true }).click();
        await expect(popup).toHaveCount(0);
        return page.keyboard.press(tool.key);
      }
      await rows.filter({ hasText: stopOf(stopId) }).click();
      await expect(popup.getByLabel('Coordinates')).toBeVisible();
      return popup.getByRole('button', { name: tool.title }).click();
    },
    pick: async (stopId: string): Promise<void> => map.click(await map.stop(stopOf(stopId))),
    async leave() {
      await page.getByRole('link', { name: 'DMP, to the databases' }).click();
      await expect(page).toHaveURL(/\/data$/);
      await page.goBack();
      await expect(rows).toHaveCount(3);
      await parts.stepBack();
    },
    /** A colleague removes a stop; once that is seen, it is brought back for the steps to come. */
    async gone(stopId: string, isChosen: boolean) {
      // what is on its way would meet another revision of the stop, and be sent again
      if (!isChosen && stopId !== 'S9' && held.waiting > 0) return;
      const remover = await colleague;
      const rev = await remover?.remove(stopOf(stopId));
      const told = page.getByText(`Stop ${stopOf(stopId)} was removed in the meantime. Drawing has ended.`);
      await expect(rows).toHaveCount(2);
      if (isChosen) await expect(told).toBeVisible();
      // what was asked for between the two cannot be answered any more
      if (isChosen && held.waiting > 0) await parts.fail(409, 'There is no such stop any more');
      await remover?.bringBack(rev ?? 0);
      await expect(rows).toHaveCount(3);
    },
    async fail(code: number, message: string) {
      await held.fail(code, message);
      await expect(errors).toContainText(message);
      await errors.getByRole('button', { name: 'Close and clear the errors' }).click();
    },
    async end() {
      await page.keyboard.press('Escape');
      while (held.waiting > 0) await held.release();
      await parts.nothingToAnswer();
    },
  };
  return parts;
}

type TransferState = 'closed' | 'choosingStart' | 'drawing' | 'filling' | 'creating';
const TYPES: Readonly<Record<number, string>> = { 0: 'Recommended', 2: 'Timed connection (min transfer time)' };

/** Creating a transfer, as somebody with mouse and keyboard does it. */
export function createTransferOnScreen(surroundings: Surroundings): WorkflowOnScreen<CreateTransferEvent, TransferState> {
  const { page, held } = surroundings;
  const parts = connecting(surroundings, { title: 'Create transfer', key: startTransfer.definition.action?.key ?? '' });
  const form = page.getByRole('dialog', { name: 'Create transfer' });
  const create = form.getByRole('button', { name: 'Create', exact: true });
  const COMPLETE = 'Complete creating transfer';
  return {
    begin: parts.begin,
    events: {
      START: (event, state) => parts.start(event.stopId, state === 'closed'),
      async PICK(event, state) {
        // without the tool a click opens the stop; with the form open it stands over the stops
        if (state === 'closed') return parts.noHint(FIRST.transfer, COMPLETE);
        if (state === 'filling' || state === 'creating') return expect(form).toBeVisible();
        return parts.pick(event.stopId);
      },
      async SUBMIT(event, state) {
        if (state === 'creating') return expect(create).toBeDisabled();
        if (state !== 'filling') return expect(form).toHaveCount(0);
        await form.getByRole('combobox', { name: 'Type' }).click();
        await page.getByRole('option', { name: TYPES[event.transferType] ?? '' }).click();
        if (event.transferType === 2) await form.getByLabel('Duration (seconds)').fill(event.duration);
        if (event.transferType === 2 && event.duration === '') {
          await expect(create).toHaveAttribute('aria-disabled', 'true');
          return form.getByLabel('Duration (seconds)').press('Enter');
        }
        return create.click();
      },
      async CANCEL(_event, state) {
        // with no tool in hand Escape closes the details
        if (state === 'closed') return;
        if (state === 'creating') return expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
        await page.keyboard.press('Escape');
      },
      LEAVE: parts.leave,
      GONE: (event, state, context) => parts.gone(event.stopId, state !== 'choosingStart' && isEnd(event.stopId, context)),
      async DONE(_event, state) {
        if (held.waiting === 0) return parts.nothingToAnswer();
        // others may wait still: the walk counts them
        await held.release();
        if (state === 'creating') await expect(page.getByText('Transfer successfully created').first()).toBeVisible();
      },
      async FAILED(event, state) {
        if (held.waiting === 0) return parts.nothingToAnswer();
        const [message = ''] = event.messages;
        if (state !== 'creating') return parts.fail(409, message);
        await held.fail(409, message);
        // told in the form alone
        await expect(form).toContainText(message);
        await expect(parts.errors).toHaveCount(0);
      },
    },
    states: {
      async closed() {
        await parts.noHint(FIRST.transfer, COMPLETE);
        await expect(form).toHaveCount(0);
      },
      async choosingStart() {
        await parts.expectHint(FIRST.transfer);
        await expect(form).toHaveCount(0);
      },
      async drawing() {
        await parts.expectHint(COMPLETE);
        await expect(form).toHaveCount(0);
      },
      async filling({ messages = [] }) {
        await expect(create).toBeVisible();
        for (const message of messages) await expect(form.getByText(message)).toBeVisible();
      },
      async creating() {
        await expect(create).toBeDisabled();
      },
    },
    sent: (asked) => asked,
    end: parts.end,
  };
}

type PathwayState = 'closed' | 'choosingStart' | 'drawing' | 'creating';

/** Drawing pathways, as somebody with mouse and keyboard does it. */
export function drawPathwayOnScreen(surroundings: Surroundings): WorkflowOnScreen<DrawPathwayEvent, PathwayState> {
  const { map, page, held } = surroundings;
  const parts = connecting(surroundings, { title: 'Create pathway', key: startPathway.definition.action?.key ?? '' });
  const GO_ON = 'Click a stop, or empty ground to make a node. Click the last node again, or press Escape, to end.';
  /** Where the last node was made. */
  let node: Point | undefined;
  return {
    begin: parts.begin,
    events: {
      START: (event, state) => parts.start(event.stopId, state === 'closed'),
      async PICK(event, state, { from }) {
        // without the tool a click opens the stop
        if (state === 'closed') return parts.noHint(FIRST.pathway, GO_ON);
        if (event.stopId !== null) return parts.pick(event.stopId);
        // a click on ground makes a node there; one on the node where the line stands ends it
        const isNode = from === event.nodeId && node !== undefined;
        const at = isNode && node ? node : await map.ground(1);
        if (state === 'drawing') node = at;
        return map.click(at);
      },
      async END(_event, state) {
        // with no tool in hand Escape closes the details
        if (state === 'closed') return;
        await page.keyboard.press('Escape');
      },
      LEAVE: parts.leave,
      GONE: (event, state, context) => parts.gone(event.stopId, state !== 'choosingStart' && isEnd(event.stopId, context)),
      async DONE() {
        if (held.waiting === 0) return parts.nothingToAnswer();
        await held.release();
      },
      async FAILED() {
        if (held.waiting === 0) return parts.nothingToAnswer();
        await parts.fail(409, 'The pathway was not made');
      },
    },
    states: {
      closed: () => parts.noHint(FIRST.pathway, GO_ON),
      choosingStart: () => parts.expectHint(FIRST.pathway),
      drawing: () => parts.expectHint(GO_ON),
      creating: () => parts.expectHint(GO_ON),
    },
    sent: (asked) => asked,
    end: parts.end,
  };
}

function isEnd(stopId: string, { from, to }: Ends): boolean {
  return stopId === from || stopId === to;
}

/** Somebody else at another screen, who removes stops and brings them back. */
interface Remover {
  /** Makes the stops of the walk. */
  make(): Promise<void>;
  /** Removes a stop, and before it what keeps it from being removed; answers the revision of its removal. */
  remove(stopId: string): Promise<number>;
  bringBack(rev: number): Promise<void>;
}

let calls = 0;

async function aRemover(site: string, versionId: number): Promise<Remover> {
  const { access_token: token } = await signInByHttp(site, 'editor');
  const call = async (
    route: Route,
    input: Omit<CallInput, 'params'> & { readonly params?: object },
    rev?: number,
  ): Promise<Record<string, unknown>> => {
    calls += 1;
    const answer = await fetch(site + urlOf(route, { ...input, params: { versionId, ...input.params } }), {
      method: route.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(route.method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': `remover:${process.pid}-${Date.now()}-${calls}` }),
        ...(rev === undefined ? {} : { 'if-match': `"${rev}"` }),
      },
      ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
    if (!answer.ok) throw new Error(`The colleague's ${route.name} was refused: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const stops = async () => listStops.reply.parse(await call(listStops, {})).Stops;
  /** Removes links that end at a stop. */
  const clear = async (stopId: string): Promise<void> => {
    const transfers = listTransfers.reply.parse(await call(listTransfers, {})).Transfers.flatMap((group) => group.Transfers);
    for (const { Id, StopIdFrom, StopIdTo, Rev = 0 } of transfers) {
      if (StopIdFrom === stopId || StopIdTo === stopId) await call(routeOfEdit(removeTransfer), { body: { transferId: Id } }, Rev);
    }
    const ids = listPathways.reply.parse(await call(listPathways, {})).Pathways.filter((one) => one.FromStopId === stopId || one.ToStopId === stopId);
    for (const { Id } of ids) {
      const { Pathways } = readPathways.reply.parse(await call(readPathways, { query: { ids: Id } }));
      await call(routeOfEdit(removePathway), { body: { pathwayId: Id } }, Pathways[0]?.Rev ?? 0);
    }
  };
  return {
    async make() {
      const at = (await stops()).find(({ Id }) => Id === NEIGHBOUR)?.Coordinate;
      if (!at) throw new Error(`There is no stop ${NEIGHBOUR}`);
      for (const { id, lat, lng } of Object.values(STOPS)) {
        await call(createStop, { body: { stopId: id, stopName: id, stopType: 0, coordinate: { Lat: at.Lat + lat, Lng: at.Lng + lng } } });
      }
    },
    async remove(stopId) {
      await clear(stopId);
      const rev = (await stops()).find(({ Id }) => Id === stopId)?.Rev ?? 0;
      return Number((await call(deleteStop, { body: { stopId } }, rev))['Rev']);
    },
    async bringBack(rev) {
      await call(revertChangeset, { params: { rev }, body: {} });
    },
  };
}
