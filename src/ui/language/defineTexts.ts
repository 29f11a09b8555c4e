import type { ReactNode } from 'react';
import { filledIn, plainText } from './language.ts';
import type { IsMessage, IsRich, Parameters } from './parameters.ts';

type Texts = Readonly<Record<string, string>>;

/** The texts of an area as its screens use them: a string each, or a function of the parameters that its message names. */
export type Catalogue<T extends Texts> = {
  readonly [K in keyof T]: IsMessage<T[K]> extends true ? (values: Parameters<T[K]>) => IsRich<T[K]> extends true ? ReactNode : string : string;
};

/** The same texts in another language: the keys of the catalogue `typeof texts`, none more and none missing. */
export type Translation<C> = { readonly [K in keyof C]: string };

/** The English texts of every area whose code is loaded. */
export const catalogues = new Map<string, { readonly ours: Texts; readonly specified: Texts }>();

/**
 * The catalogue of an area, in English as ICU messages. `specified` are the texts of the specification: they stay letter by letter, and a
 * test names each of them. Read a text where it is shown, never while a module is loaded: the language changes while the product runs.
 */
export function defineTexts<const Ours extends Texts, const Specified extends Texts = object & Texts>(
  area: string,
  ours: Ours,
  specified?: Specified,
): Catalogue<Ours & Specified> {
  catalogues.set(area, { ours, specified: specified ?? {} });
  const shown = {};
  for (const [key, english] of Object.entries({ ...ours, ...specified }))
    Object.defineProperty(shown, key, { enumerable: true, get: textOf(area, key, english) });
  return shown as Catalogue<Ours & Specified>;
}

function textOf(area: string, key: string, english: string): () => unknown {
  if (!hasParameters(english)) return () => plainText(area, key, english);
  const fill = (values: Readonly<Record<string, unknown>>): unknown => filledIn(area, key, english, values);
  return () => fill;
}

/** As IsMessage says it. */
export function hasParameters(english: string): boolean {
  return english.includes('{') || english.includes('</');
}
