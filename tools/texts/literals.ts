/** Finds texts of the interface that are not in a catalogue: texts between tags, and in attributes that are read by people. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const READ_ATTRIBUTES = new Set(['label', 'title', 'aria-label', 'placeholder', 'hint', 'description', 'alt', 'what', 'why', 'subtitle']);

/** A place in a file, with the text that stands there. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** What a file does with texts: those that stand in it, and reads of a catalogue while the module is loaded, which never change. */
export function textsIn(file: string, code: string): { readonly literals: readonly Place[]; readonly earlyReads: readonly Place[] } {
  const literals: Place[] = [];
  const earlyReads: Place[] = [];
  const placeOf = (node: Node, text: string): Place => ({ file, line: code.slice(0, node.start).split('\n').length, text: text.trim() });
  const visit = (node: Node, inFunction: boolean): void => {
    if (node.type === 'JSXText' && isText(node['value'])) literals.push(placeOf(node, node['value']));
    if (node.type === 'JSXAttribute') {
      const name = textOf(node['name'], 'name');
      const value = textOf(node['value'], 'value');
      if (name !== undefined && READ_ATTRIBUTES.has(name) && isText(value)) literals.push(placeOf(node, value));
    }
    if (node.type === 'MemberExpression' && !inFunction && textOf(node['object'], 'name') === 'texts') {
      earlyReads.push(placeOf(node, `texts.${textOf(node['property'], 'name') ?? ''}`));
    }
    const inside = inFunction || /Function/.test(node.type);
    for (const value of Object.values(node)) for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside);
  };
  const program: unknown = parseSync(file, code).program;
  if (isNode(program)) visit(program, false);
  return { literals, earlyReads };
}

/** The files of the screens, tests left out. */
export function screenFiles(root: string): readonly string[] {
  return readdirSync(join(root, 'src/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => `src/ui/${file}`);
}

/** The literal texts of every area that has some: `src/ui/stops` is the area `stops`. */
export function literalsByArea(root: string): ReadonlyMap<string, readonly Place[]> {
  const found = new Map<string, Place[]>();
  for (const file of screenFiles(root)) {
    const area = file.split('/')[2] ?? '';
    const { literals } = textsIn(file, readFileSync(join(root, file), 'utf8'));
    if (literals.length > 0) found.set(area, [...(found.get(area) ?? []), ...literals]);
  }
  return found;
}

/** By hand: a schema makes an error for each of the million values that are no node. */
function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    typeof value.start === 'number'
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}{2,}/u.test(value);
}

function textOf(node: unknown, field: string): string | undefined {
  const value = isNode(node) ? node[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}
