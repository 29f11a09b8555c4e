/** The report of the path tests as one HTML file that needs nothing else. */
import type { AnyStateMachine } from 'xstate';
import type { Coverage } from '../../test/paths/coverage.ts';
import type { Path } from '../../test/paths/edgeCover.ts';
import { machineDiagram } from './diagram.ts';

export interface MachineReport {
  readonly id: string;
  readonly machine: AnyStateMachine;
  readonly coverage: Coverage;
  readonly paths: readonly Path[];
  readonly browserPaths: readonly Path[];
  readonly mutants: number;
  readonly survivors: readonly string[];
}

/** The page; `outcome` says how the paths ran. */
export function reportPage(machines: readonly MachineReport[], outcome: readonly string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Paths of the machines</title><style>
body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1f2933}
h1{font-size:1.5rem}h2{margin-top:2.5rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid #d9e2ec;padding:.25rem .75rem;text-align:left}td.n{text-align:right}
svg{max-width:100%;height:auto}.state{fill:#e6fcf5;stroke:#0b7285}.first{stroke-width:3}.arrow{fill:none;stroke:#627d98}
.missed{stroke:#c92a2a;stroke-width:2}.event{font-size:11px;fill:#334e68}.bad{color:#c92a2a;font-weight:600}ol{columns:2;font-family:ui-monospace,monospace;font-size:12px}
</style><h1>Paths of the machines</h1><p>${outcome.map(escape).join('<br>')}</p>${machines.map(section).join('')}</html>`;
}

function section({ id, machine, coverage, paths, browserPaths, mutants, survivors }: MachineReport): string {
  const steps = paths.reduce((sum, path) => sum + path.events.length, 0);
  const rows = coverage.transitions.map(
    (one) =>
      `<tr><td>${escape(one.from)}</td><td>${escape(one.event)}</td><td>${one.guard === null ? '' : `${escape(one.guard)} (refused ${one.refused})`}</td><td>${escape(one.to)}</td><td class="n${one.count === 0 ? ' bad' : ''}">${one.count}</td></tr>`,
  );
  const missing = coverage.missing.map((line) => `<li class="bad">${escape(line)}</li>`).join('');
  const survived = survivors.map((line) => `<li class="bad">A mistake nobody sees: ${escape(line)}</li>`).join('');
  const taken = coverage.transitions.filter((one) => one.count > 0).length;
  return `<h2>${escape(id)}</h2><p>${paths.length} paths, ${steps} steps (${browserPaths.length} of them in the browser) · ${taken} of ${coverage.transitions.length} transitions · ${mutants - survivors.length} of ${mutants} planted mistakes seen</p>
<ul>${missing}${survived}</ul>${machineDiagram(machine, coverage)}
<table><thead><tr><th>State</th><th>Event</th><th>Guard</th><th>Goes to</th><th>Taken</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<details><summary>The paths</summary><ol>${paths.map((path) => `<li>${escape(path.events.map((event) => event.type).join(' → '))}</li>`).join('')}</ol></details>`;
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
