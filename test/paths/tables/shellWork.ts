/** Work of the shell: the tour, and following a colleague. */
import { machineTable } from './machineTable.ts';

export const firstSteps = machineTable(
  `
  closed, version, time, undo, finding, publish | START | version | settings.change | | how to open a version or bring one in
  version | NEXT, DONE [version] | time | | | how to change a time
  time    | NEXT, DONE [time]    | undo | | | how to undo
  undo    | NEXT, DONE [undo]    | finding | | | where findings are
  finding | NEXT, DONE [finding] | publish | | | how to publish
  publish | NEXT, DONE [publish] | closed  | | | no tour
  time    | BACK | version | | | how to open a version or bring one in
  undo    | BACK | time    | | | how to change a time
  finding | BACK | undo    | | | how to undo
  publish | BACK | finding | | | where findings are
  closed, version, time, undo, finding, publish | LEAVE | closed | | | no tour
  `,
  Object.fromEntries(
    ['version', 'time', 'undo', 'finding', 'publish'].map((step) => [step, (event) => event['type'] === 'NEXT' || event['step'] === step]),
  ),
);

export const follow = machineTable(`
  off       | START      | following |               |                   | the bar that names the colleague
  following | MOVE       | =         | location.open | path = event.path | the colleague's page
  following | LEAVE      | off       |               | path = ""         | no bar
  following | STOP       | off       |               | path = ""         | no bar
`);
