/** What subcommands of `dmp` are, what they answer, and how their arguments are read. */
import type { Client } from './client.ts';

/** Codes with which `dmp` ends. */
export const EXIT = { done: 0, found: 1, usage: 2, refused: 3, waits: 4, held: 5 } as const;

/** Arguments that are missing or wrong; the help of the subcommand follows the sentence. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** What a subcommand found: as text, as one JSON object, and the code to end with. */
export interface Outcome {
  readonly text: string;
  readonly json: unknown;
  readonly code: number;
}

export interface Asked {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Subcommand {
  readonly summary: string;
  readonly usage: string;
  readonly options: Readonly<Record<string, 'string' | 'boolean'>>;
  run(client: Client, asked: Asked): Promise<Outcome>;
}

export function onlyOne(positionals: readonly string[], what: string): string {
  const [first, ...more] = positionals;
  if (first === undefined || first === '') throw new WrongArguments(`${what} is missing.`);
  if (more.length > 0) throw new WrongArguments(`Give one ${what} at a time.`);
  return first;
}

export function textOf(options: Asked['options'], name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function required(options: Asked['options'], name: string): string {
  const value = textOf(options, name);
  if (value === undefined) throw new WrongArguments(`--${name} is missing.`);
  return value;
}

export function numberOf(text: string, what: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new WrongArguments(`${what} is a number: "${text}" is none.`);
  return Number(text);
}

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
