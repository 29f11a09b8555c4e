/** Makes up values that a zod schema accepts: answers for a server that knows nothing of the product. */
import { z } from 'zod';
import type { Chance } from './chance.ts';

interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape | boolean;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

const shapes = new WeakMap<z.core.$ZodType, Shape>();

/** A value the schema accepts, undefined when a few tries did not find one. */
export function sampleReply(schema: z.core.$ZodType, chance: Chance): unknown {
  const shape = shapes.get(schema) ?? (z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape);
  shapes.set(schema, shape);
  for (let i = 0; i < 20; i++) {
    const value = madeUp(shape, chance, shape.$defs ?? {}, 0);
    if (z.safeParse(schema, value).success) return value;
  }
  return undefined;
}

function madeUp(shape: Shape, chance: Chance, defs: Readonly<Record<string, Shape>>, depth: number): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return chance.pick(shape.enum);
  if (shape.$ref !== undefined) return depth > 8 ? null : madeUp(defs[shape.$ref.replace('#/$defs/', '')] ?? {}, chance, defs, depth + 1);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return madeUp(chance.pick(choices) ?? {}, chance, defs, depth + 1);
  if (shape.allOf)
    return shape.allOf
      .map((part) => madeUp(part, chance, defs, depth + 1))
      .reduce((all, part) => (isObject(all) && isObject(part) ? { ...all, ...part } : part));
  const type = typeof shape.type === 'string' ? shape.type : chance.pick(shape.type ?? []);
  switch (type) {
    case 'string':
      return text(shape, chance);
    case 'integer':
      return Math.round(number(shape, chance));
    case 'number':
      return number(shape, chance);
    case 'boolean':
      return chance.next() < 0.5;
    case 'array': {
      const { items } = shape;
      if (shape.prefixItems) return shape.prefixItems.map((part) => madeUp(part, chance, defs, depth + 1));
      const count = Math.max(shape.minItems ?? 0, depth > 6 ? 0 : chance.below(4));
      return Array.from({ length: count }, () => madeUp(typeof items === 'object' ? items : {}, chance, defs, depth + 1));
    }
    case 'object':
      return object(shape, chance, defs, depth);
    default:
      return null;
  }
}

function object(shape: Shape, chance: Chance, defs: Readonly<Record<string, Shape>>, depth: number): unknown {
  const made: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(shape.properties ?? {})) {
    if (shape.required?.includes(key) || chance.next() < 0.5) made[key] = madeUp(part, chance, defs, depth + 1);
  }
  const rest = shape.additionalProperties;
  if (!shape.properties && typeof rest === 'object')
    for (let i = chance.below(3); i > 0; i--) made[`${chance.below(5)}`] = madeUp(rest, chance, defs, depth + 1);
  return made;
}

function number({ minimum, maximum, exclusiveMinimum }: Shape, chance: Chance): number {
  const low = Math.max(minimum ?? exclusiveMinimum ?? 0, -1000) + (exclusiveMinimum === undefined ? 0 : 1);
  return Math.min(maximum ?? low + 5, low + chance.below(5));
}

function text({ format, pattern, minLength }: Shape, chance: Chance): string {
  if (format === 'date') return '2026-01-15';
  if (format === 'date-time') return '2026-01-15T10:00:00Z';
  if (format === 'uuid') return `00000000-0000-4000-8000-00000000000${chance.below(10)}`;
  if (format === 'email') return 'ada@example.org';
  if (format === 'uri') return 'https://example.org/';
  const tries = ['1', 'abc', 'America/New_York', 'en', 'FFFFFF', '12:00:00', '2026-01-15', '-1.5,2.5', 'USD'];
  const fits = pattern === undefined ? ['a', 'b', 'stop', '17'] : tries.filter((t) => new RegExp(pattern, 'u').test(t));
  return (chance.pick(fits) ?? 'x').padEnd(minLength ?? 0, 'x');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
