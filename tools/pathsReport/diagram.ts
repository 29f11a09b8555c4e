/** A machine as a picture: states in columns by their distance from the start, transitions as arrows with their events. */
import type { AnyStateMachine } from 'xstate';
import type { Coverage, TransitionCount } from '../../test/paths/coverage.ts';

const BOX = { width: 132, height: 44 };
const GAP = { x: 250, y: 130 };

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** SVG of the machine; a transition that no path takes is red. */
export function machineDiagram(machine: AnyStateMachine, coverage: Coverage): string {
  const boxes = place(machine, coverage.transitions);
  const arrows = new Map<string, TransitionCount[]>();
  for (const one of coverage.transitions) {
    const key = `${one.from}>${one.to}`;
    arrows.set(key, [...(arrows.get(key) ?? []), one]);
  }
  const width = Math.max(...boxes.map((box) => box.x)) + BOX.width + 60;
  const height = Math.max(...boxes.map((box) => box.y)) + BOX.height + 150;
  const drawn = [...arrows].map(([key, transitions]) => arrow(key, transitions, boxes, arrows)).join('');
  const nodes = boxes.map(
    ({ name, x, y }, i) =>
      `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8" class="state${i === 0 ? ' first' : ''}"/>` +
      `<text x="${x + BOX.width / 2}" y="${y + BOX.height / 2 + 5}" text-anchor="middle">${escape(name)}</text>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="States of ${escape(machine.id)}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
${drawn}${nodes.join('')}</svg>`;
}

function place(machine: AnyStateMachine, transitions: readonly TransitionCount[]): readonly Box[] {
  const names = Object.keys(machine.states);
  const { initial } = machine.config;
  const first = typeof initial === 'string' ? initial : (names[0] ?? '');
  const depth = new Map([[first, 0]]);
  const queue = [first];
  for (const name of queue) {
    for (const { from, to } of transitions) {
      if (from !== name || depth.has(to)) continue;
      depth.set(to, (depth.get(name) ?? 0) + 1);
      queue.push(to);
    }
  }
  const rows = new Map<number, number>();
  return [...queue, ...names.filter((name) => !depth.has(name))].map((name) => {
    const column = depth.get(name) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { name, x: 30 + column * GAP.x, y: 90 + row * GAP.y };
  });
}

function arrow(key: string, transitions: readonly TransitionCount[], boxes: readonly Box[], all: ReadonlyMap<string, unknown>): string {
  const [fromName, toName] = key.split('>');
  const from = boxes.find((box) => box.name === fromName);
  const to = boxes.find((box) => box.name === toName);
  if (!from || !to) return '';
  const missed = transitions.some((one) => one.count === 0);
  const label = transitions.map((one) => (one.guard === null ? one.event : `${one.event} [${one.guard}]`));
  const { path, at } = from === to ? loop(from) : curve(from, to, all.has(`${toName}>${fromName}`));
  const lines = label.map((line, i) => `<tspan x="${at.x}" dy="${i === 0 ? 0 : 13}">${escape(line)}</tspan>`).join('');
  return `<path d="${path}" class="arrow${missed ? ' missed' : ''}" marker-end="url(#tip)"/><text class="event" x="${at.x}" y="${at.y}" text-anchor="middle">${lines}</text>`;
}

function loop(box: Box): { path: string; at: { x: number; y: number } } {
  const x = box.x + BOX.width / 2;
  return { path: `M${x - 22} ${box.y} C${x - 46} ${box.y - 46} ${x + 46} ${box.y - 46} ${x + 22} ${box.y}`, at: { x, y: box.y - 42 } };
}

/** Forward arrows run above the middle line, backward ones below and the further the longer, so that labels stay apart. */
function curve(from: Box, to: Box, both: boolean): { path: string; at: { x: number; y: number } } {
  const columns = Math.round((to.x - from.x) / GAP.x);
  const forward = columns > 0;
  const y = (box: Box): number => box.y + BOX.height / 2 + (forward ? -8 : 8);
  const start = { x: forward ? from.x + BOX.width : from.x + BOX.width / 2, y: forward ? y(from) : from.y + BOX.height };
  const end = { x: forward ? to.x : to.x + BOX.width / 2, y: forward ? y(to) : to.y + BOX.height };
  const bend = forward ? (both ? -18 : 0) - (columns - 1) * 60 : 30 + 34 * Math.abs(columns);
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + bend };
  const q = { x: middle.x, y: middle.y + bend * 0.4 };
  return {
    path: `M${start.x} ${start.y} Q${q.x} ${q.y} ${end.x} ${end.y}`,
    at: { x: (start.x + 2 * q.x + end.x) / 4, y: (start.y + 2 * q.y + end.y) / 4 + (forward ? -7 : 13) },
  };
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
