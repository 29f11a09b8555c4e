/**
 * The workflows on the real screen: the paths that the machines' graphs give are walked with mouse and keyboard, all of them by
 * `npm run test:long` and `npm run paths`, by `npm test` the first one of some.
 */
import { workflowCatalogue } from '../../src/machines/catalogue.ts';
import type { BrowserSettings } from '../../src/domain/settings.ts';
import { expect, test, WITHOUT_MAP } from '../drivers/browser.ts';
import { haveFreshVersion } from '../drivers/freshVersion.ts';
import { holdCalls } from '../drivers/heldCalls.ts';
import { driveMap } from '../drivers/mapDriver.ts';
import { attachTrackOnScreen } from '../drivers/onScreen/attachTrackOnScreen.ts';
import { rebaseOnScreen } from '../drivers/onScreen/rebaseOnScreen.ts';
import { createTransferOnScreen, drawPathwayOnScreen } from '../drivers/onScreen/connectOnScreen.ts';
import { commentChangesOnScreen } from '../drivers/onScreen/commentChangesOnScreen.ts';
import { comparerNavigatorOnScreen } from '../drivers/onScreen/comparerNavigatorOnScreen.ts';
import { createStopOnScreen } from '../drivers/onScreen/createStopOnScreen.ts';
import { deleteChangesOnScreen } from '../drivers/onScreen/deleteChangesOnScreen.ts';
import { deleteModeOnScreen } from '../drivers/onScreen/deleteModeOnScreen.ts';
import { editSheetOnScreen } from '../drivers/onScreen/editSheetOnScreen.ts';
import { excludingOnScreen } from '../drivers/onScreen/excludingOnScreen.ts';
import { exportFormOnScreen } from '../drivers/onScreen/exportFormOnScreen.ts';
import { fareCheckOnScreen } from '../drivers/onScreen/fareCheckOnScreen.ts';
import { fareConditionOnScreen } from '../drivers/onScreen/fareConditionOnScreen.ts';
import { fareFormOnScreen } from '../drivers/onScreen/fareFormOnScreen.ts';
import { mapSearchOnScreen } from '../drivers/onScreen/mapSearchOnScreen.ts';
import { fixCasesOnScreen } from '../drivers/onScreen/fixCasesOnScreen.ts';
import { moveStopOnScreen } from '../drivers/onScreen/moveStopOnScreen.ts';
import { pipelineFormOnScreen } from '../drivers/onScreen/pipelineFormOnScreen.ts';
import { pipelineRunOnScreen } from '../drivers/onScreen/pipelineRunOnScreen.ts';
import { regionWizardOnScreen } from '../drivers/onScreen/regionWizardOnScreen.ts';
import { sessionNoteOnScreen } from '../drivers/onScreen/sessionNoteOnScreen.ts';
import { shapeOnScreen } from '../drivers/onScreen/shapeOnScreen.ts';
import { tagSearchOnScreen } from '../drivers/onScreen/tagSearchOnScreen.ts';
import { taskRunOnScreen } from '../drivers/onScreen/taskRunOnScreen.ts';
import { paintCalendarOnScreen } from '../drivers/onScreen/paintCalendarOnScreen.ts';
import { scheduleFormOnScreen } from '../drivers/onScreen/scheduleFormOnScreen.ts';
import { trackStopsOnScreen } from '../drivers/onScreen/trackStopsOnScreen.ts';
import { uploadOnScreen } from '../drivers/onScreen/uploadOnScreen.ts';
import { versionLifecycleOnScreen } from '../drivers/onScreen/versionLifecycleOnScreen.ts';
import type { AnyWorkflowOnScreen, Ends, OnScreen, Surroundings } from '../drivers/onScreen/workflowOnScreen.ts';
import { pathCases } from '../paths/cases.ts';
import { edgeCover, type Path, walk } from '../paths/edgeCover.ts';
import { isWrite } from '../paths/fakeScreen.ts';

interface Walked {
  readonly onScreen: OnScreen;
  /** The writes that the walk holds back. */
  readonly write: RegExp;
  /** How the screen is set. */
  readonly settings?: Partial<BrowserSettings>;
  /** No path of it is walked by `npm test`, which has stories of it. */
  readonly long?: true;
}

/** Who does the events of each workflow. */
const ON_SCREEN: Readonly<Record<string, Walked>> = {
  moveStop: { onScreen: moveStopOnScreen, write: /\/edit\/stop\/coordinates$/, long: true },
  createStop: { onScreen: createStopOnScreen, write: /\/edit\/stop\/create$/, long: true },
  createTransfer: { onScreen: createTransferOnScreen, write: /\/edit\/transfer\/create\/v2$/, long: true },
  drawPathway: { onScreen: drawPathwayOnScreen, write: /\/edit\/pathway\/create\/[^/]+$/, long: true },
  fareForm: { onScreen: fareFormOnScreen, write: /\/edit\/fare\/create$/, settings: WITHOUT_MAP, long: true },
  sessionNote: { onScreen: sessionNoteOnScreen, write: /\/note$/, settings: WITHOUT_MAP, long: true },
  fareCheck: { onScreen: fareCheckOnScreen, write: /$^/, long: true },
  exportForm: { onScreen: exportFormOnScreen, write: /\/exports\/ui\/exports\/(create|\d+)$/, settings: WITHOUT_MAP, long: true },
  regionWizard: {
    onScreen: regionWizardOnScreen,
    write: /\/(storage\/ui\/regions(\/[^/?]+\/(general|bounds|databases))?|scheduler\/ui\/notifications)(\?.*)?$/,
    settings: WITHOUT_MAP,
    long: true,
  },
  fareCondition: { onScreen: fareConditionOnScreen, write: /\/edit\/fare\/(conditions|rules)$/, long: true },
  excluding: { onScreen: excludingOnScreen, write: /\/rules\/\d+\/ignore$/, settings: WITHOUT_MAP, long: true },
  comparerNavigator: { onScreen: comparerNavigatorOnScreen, write: /$^/, settings: WITHOUT_MAP, long: true },
  commentChanges: { onScreen: commentChangesOnScreen, write: /\/storage\/ui\/comment$/, settings: WITHOUT_MAP, long: true },
  pipelineForm: { onScreen: pipelineFormOnScreen, write: /\/scheduler\/ui\/pipelines(\/\d+)?$/, settings: WITHOUT_MAP, long: true },
  pipelineRun: { onScreen: pipelineRunOnScreen, write: /\/pipelines\/runs(\/\d+\/(approve|resume|repeat))?$/, settings: WITHOUT_MAP, long: true },
  deleteMode: { onScreen: deleteModeOnScreen, write: /\/(agencies\?.+|edit\/fare\/delete(\?.*)?)$/, settings: WITHOUT_MAP, long: true },
  taskRun: { onScreen: taskRunOnScreen, write: /\/tasks\/run$/, settings: WITHOUT_MAP, long: true },
  paintCalendar: { onScreen: paintCalendarOnScreen, write: /\/edit\/schedule\/exceptions$/, settings: WITHOUT_MAP },
  scheduleForm: { onScreen: scheduleFormOnScreen, write: /\/edit\/schedule\/(create|clone|delete)$/, settings: WITHOUT_MAP, long: true },
  shape: { onScreen: shapeOnScreen, write: /\/edit\/track\/shape(\/replace)?$/, long: true },
  editSheet: { onScreen: editSheetOnScreen, write: /\/edit\/timetable\/times$/, settings: WITHOUT_MAP, long: true },
  attachTrack: { onScreen: attachTrackOnScreen, write: /\/tracks\/attach$/, settings: WITHOUT_MAP, long: true },
  carryOn: { onScreen: rebaseOnScreen, write: /\/version\/\d+\/corrections$/, settings: WITHOUT_MAP, long: true },
  deleteChanges: { onScreen: deleteChangesOnScreen, write: /\/storage\/ui\/changes$/, settings: WITHOUT_MAP, long: true },
  fixCases: { onScreen: fixCasesOnScreen, write: /\/edit\/validation\/mend$/, settings: WITHOUT_MAP, long: true },
  tagSearch: { onScreen: tagSearchOnScreen, write: /$^/, settings: WITHOUT_MAP, long: true },
  mapSearch: { onScreen: mapSearchOnScreen, write: /$^/, long: true },
  trackStops: { onScreen: trackStopsOnScreen, write: /\/edit\/track\/stop\/delete$/, settings: WITHOUT_MAP, long: true },
  upload: { onScreen: uploadOnScreen, write: /\/source\/[^/]+$/, settings: WITHOUT_MAP, long: true },
  versionLifecycle: {
    onScreen: versionLifecycleOnScreen,
    write: /\/versions\/\d+(\/(clone|publish))?$/,
    settings: WITHOUT_MAP,
    long: true,
  },
};

// High enough for a stop's popup to stand above the stop instead of over it.
test.use({ viewport: { width: 1400, height: 1000 } });

const all = process.env['DMP_LONG'] !== undefined;
const onScreen = workflowCatalogue.filter(({ id }) => Object.hasOwn(ON_SCREEN, id));

test('somebody can do every event of each workflow on the screen, and knows each of its states', async ({ page }) => {
  const surroundings = { page, map: await driveMap(page), held: await holdCalls(page, /$^/), base: '' };
  expect(onScreen.map(({ id }) => id).toSorted()).toEqual(Object.keys(ON_SCREEN).toSorted());
  for (const { id, machine } of onScreen) {
    const { events, states } = executorOf(id, surroundings);
    expect(pathCases[id] ?? [], id).not.toEqual([]);
    for (const type of machine.events) expect(Object.keys(events), `nobody does ${type} of ${id}`).toContain(type);
    for (const state of Object.keys(machine.states)) expect(Object.keys(states), `nobody knows ${state} of ${id}`).toContain(state);
  }
});

// The paths of the other workflows are walked on the model (test/paths); on the screen they have stories of their own.
for (const { id, machine } of onScreen) {
  if (!all && ON_SCREEN[id]?.long === true) continue;
  const paths = edgeCover(machine, pathCases[id] ?? [], { alike: 'state' });
  (all ? paths : paths.slice(0, 1)).forEach((path, i) => {
    test(`the screen follows ${id}, path ${i + 1} of ${paths.length} (${path.events.length} steps)`, async ({ page }) => {
      const map = await driveMap(page);
      const base = await haveFreshVersion(page, ON_SCREEN[id]?.settings);
      const held = await holdCalls(page, ON_SCREEN[id]?.write ?? /$^/);
      await walkOnScreen(id, machine, path, i + 1, { page, map, held, base });
    });
  });
}

/** Where `npm run paths` wants a picture of every step. */
const pictures = process.env['DMP_PATH_PICTURES'];

type Machine = (typeof workflowCatalogue)[number]['machine'];

async function walkOnScreen(id: string, machine: Machine, path: Path, number: number, surroundings: Surroundings): Promise<void> {
  const screen = executorOf(id, surroundings);
  const { page, held } = surroundings;
  await screen.begin();
  let asked = 0;
  let before = '';
  let ends: Ends = {};
  for (const [step, { event, snapshot, asked: commands }] of walk(machine, path).entries()) {
    const state = String(snapshot.value);
    asked += commands.filter(isWrite).length;
    await test.step(event ? `${before} --${JSON.stringify(event)}--> ${state}` : `begin at ${state}`, async () => {
      if (event) await doneBy(screen.events, event.type)(event as never, before as never, ends);
      await doneBy(screen.states, state)(snapshot.context);
      await expect.poll(() => held.seen, { message: 'calls that left the browser' }).toBe(screen.sent(asked, held.answered));
      const waiting = asked - held.answered;
      await expect(
        page.getByRole('contentinfo', { name: 'Status' }).getByText(waiting === 0 ? /^(All saved|Form not saved)$/ : `${waiting} waiting`),
      ).toBeVisible();
    });
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${id}-${number}-${step}.png`, scale: 'css' });
    before = state;
    ends = snapshot.context as Ends;
  }
  await screen.end();
  expect(await page.getByTestId('errors').count(), 'errors shown at the end').toBe(0);
}

function executorOf(id: string, surroundings: Surroundings): AnyWorkflowOnScreen {
  const found = ON_SCREEN[id];
  if (!found) throw new Error(`Nobody says how workflow ${id} is done on the screen: add it to ON_SCREEN`);
  return found.onScreen(surroundings);
}

function doneBy<T>(by: Readonly<Record<string, T>>, key: string): T {
  const found = by[key];
  if (found === undefined) throw new Error(`Nobody says what ${key} is on the screen`);
  return found;
}
