/** The next step of a workflow: what a person does for an event that its machine takes in its present state, from the paths of `test/paths`. */
import type { CommandInput } from '../../src/kernel/command.ts';
import type { Kernel } from '../../src/kernel/kernel.ts';
import type { AppState } from '../../src/projections/state.ts';
import { pathCases } from '../paths/cases.ts';
import { acts } from '../paths/fakeScreen.ts';
import type { Chance } from '../laws/chance.ts';

/** Workflows about other versions, files or settings than the worlds have, or a search of places, which is a thread; jobs have deeds of their own. */
const ELSEWHERE = new Set([
  'versionLifecycle',
  'upload',
  'regionWizard',
  'pipelineForm',
  'pipelineRun',
  'taskRun',
  'exportForm',
  'deliveryLocations',
  'publishing',
  'serviceAlerts',
  'carryOn',
  'takeOver',
  'attachTrack',
  'comparerNavigator',
  'mapSearch',
]);

const WALKED = Object.keys(pathCases).filter((id) => !ELSEWHERE.has(id));

/** Commands of one step; none where somebody does something else, or the machine waits for an answer. */
export function machineSteps(kernel: Kernel<AppState>, chance: Chance): readonly CommandInput[] {
  const begun = WALKED.filter((id) => isBegun(kernel, id));
  if (chance.next() >= (begun.length > 0 ? GOES_ON : BEGINS)) return [];
  const id = chance.pick(begun) ?? chance.pick(WALKED) ?? '';
  const snapshot = kernel.workflow(id).getSnapshot();
  const event = chance.pick((pathCases[id] ?? []).filter((one) => snapshot.can(one)));
  const said: CommandInput[] = [];
  const heard: Kernel<AppState> = { ...kernel, dispatch: (command) => (said.push(command), ''), receive: () => '' };
  // answers come from the server of the world
  const screen = { kernel: heard, callsOf: () => [], answer: () => undefined, fail: () => undefined };
  if (event) acts[id]?.(screen, event as never);
  return said;
}

/** Share of the acts of a person in the midst of a workflow that go on with it. */
const GOES_ON = 0.6;

/** Share of the other acts that begin one. */
const BEGINS = 0.12;

/** Whether a machine is in another state than at first. */
function isBegun(kernel: Kernel<AppState>, id: string): boolean {
  const { machine, value } = kernel.workflow(id).getSnapshot();
  return JSON.stringify(value) !== JSON.stringify(machine.config.initial);
}
