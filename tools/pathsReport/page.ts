/** The report of the path tests as one HTML file; the pictures of browser steps lie in a folder beside it. */
import type { AnyStateMachine } from 'xstate';
import type { Coverage } from '../../test/paths/coverage.ts';
import type { JudgedStep } from '../../test/paths/tables/judge.ts';
import { machineDiagram } from './diagram.ts';

interface BrowserPath {
  readonly steps: readonly JudgedStep[];
  /** Undefined where it was not walked. */
  readonly passed: boolean | undefined;
  /** File of the picture after so many steps. */
  picture(step: number): string | undefined;
}

export interface MachineReport {
  readonly id: string;
  readonly machine: AnyStateMachine;
  readonly coverage: Coverage;
  readonly paths: readonly (readonly JudgedStep[])[];
  readonly browserPaths: readonly BrowserPath[];
  readonly mutants: number;
  readonly survivors: readonly string[];
}

/** The page; `lines` say how the paths ran as a whole. */
export function reportPage(
  machines: readonly MachineReport[],
  about: { readonly build: string; readonly date: string; readonly lines: readonly string[] },
): string {
  const contents = machines.map((machine) => `<tr><td><a href="#${machine.id}">${escape(machine.id)}</a></td>${verdictCells(machine)}</tr>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Paths of the machines</title><style>
body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#1f2933}
h1{font-size:1.5rem}h2{margin-top:2.5rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid #d9e2ec;padding:.25rem .75rem;text-align:left;vertical-align:top}td.n{text-align:right}
svg{max-width:100%;height:auto}.state{fill:#e6fcf5;stroke:#0b7285}.first{stroke-width:3}.arrow{fill:none;stroke:#627d98}
.missed{stroke:#c92a2a;stroke-width:2}.event{font-size:11px;fill:#334e68}.bad{color:#c92a2a;font-weight:600}.good{color:#2b8a3e;font-weight:600}
code{font:12px ui-monospace,monospace;color:#486581;overflow-wrap:anywhere}details{margin:.25rem 0}img{width:220px;border:1px solid #d9e2ec}
</style><h1>Paths of the machines</h1><p>Build ${escape(about.build)} · ${escape(about.date)} UTC<br>${about.lines.map(escape).join('<br>')}</p>
<table><thead><tr><th>Machine</th><th>Verdict</th><th>Paths as the table says</th><th>In the browser</th><th>Transitions</th><th>Planted mistakes seen</th></tr></thead><tbody>${contents}</tbody></table>
${machines.map(section).join('')}</html>`;
}

function verdictCells({ paths, browserPaths, coverage, mutants, survivors }: MachineReport): string {
  const right = paths.filter(isRight).length;
  const walked = browserPaths.filter(({ passed }) => passed !== undefined);
  const passed = walked.filter((path) => path.passed === true).length;
  const taken = coverage.transitions.filter((one) => one.count > 0).length;
  const whole = right === paths.length && passed === walked.length && survivors.length === 0 && coverage.missing.length === 0;
  return `<td class="${whole ? 'good">passed' : 'bad">failed'}</td><td>${right} of ${paths.length}</td><td>${walked.length === 0 ? 'not walked' : `${passed} of ${walked.length}`}</td><td>${taken} of ${coverage.transitions.length}</td><td>${mutants - survivors.length} of ${mutants}</td>`;
}

function isRight(steps: readonly JudgedStep[]): boolean {
  return steps.every(({ faults }) => faults.length === 0);
}

function section({ id, machine, coverage, paths, browserPaths, survivors }: MachineReport): string {
  const missing = coverage.missing.map((line) => `<li class="bad">${escape(line)}</li>`).join('');
  const survived = survivors.map((line) => `<li class="bad">A mistake nobody sees: ${escape(line)}</li>`).join('');
  const onModel = paths.map((steps, i) => pathDetails(`Path ${i + 1} of ${paths.length}`, steps, isRight(steps)));
  const onScreen = browserPaths
    .filter(({ passed }) => passed !== undefined)
    .map(({ steps, passed, picture }, i) => pathDetails(`In the browser: path ${i + 1}`, steps, passed === true, picture));
  return `<h2 id="${escape(id)}">${escape(id)}</h2><ul>${missing}${survived}</ul>${machineDiagram(machine, coverage)}
${onScreen.join('')}<details><summary>${paths.length} paths on the model</summary>${onModel.join('')}</details>`;
}

function pathDetails(title: string, steps: readonly JudgedStep[], passed: boolean, picture?: (step: number) => string | undefined): string {
  // in the browser the first step without a picture is the one that did not end
  const failing = steps.findIndex(({ faults }, i) => faults.length > 0 || (!passed && picture !== undefined && picture(i + 1) === undefined));
  const verdict = passed ? '<span class="good">passed</span>' : `<span class="bad">failed${failing < 0 ? '' : ` at step ${failing + 1}`}</span>`;
  const rows = steps.map(({ from, to, event, asked, row, faults }, i) => {
    const { type, ...data } = event;
    const file = picture?.(i + 1);
    return `<tr><td class="n">${i + 1}</td><td>${escape(from)}</td><td>${escape(type)}${Object.keys(data).length === 0 ? '' : `<br><code>${escape(JSON.stringify(data))}</code>`}</td><td>${escape(to)}</td><td>${asked.map(escape).join('<br>')}</td><td>${escape(row?.shows ?? 'nothing changes')}</td><td>${(row?.ids ?? []).map(escape).join(' ')}</td><td class="bad">${faults.map(escape).join('<br>')}</td>${file === undefined ? '' : `<td><a href="${file}"><img src="${file}" loading="lazy" alt="The screen after step ${i + 1}"></a></td>`}</tr>`;
  });
  return `<details${passed ? '' : ' open'}><summary>${escape(title)}, ${steps.length} steps: ${verdict}</summary><table><thead><tr><th></th><th>State</th><th>Event</th><th>Goes to</th><th>Commands</th><th>What is shown</th><th>Requirements</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table></details>`;
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
