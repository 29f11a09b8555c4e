import type { ReactNode } from 'react';

/**
 * The parameters of an ICU message, read from its text by the type checker: `{name}` takes a text or a number, `{count, plural, ...}` and
 * `{n, number}` a number, `{kind, select, ...}` a text, and a tag `<link>...</link>` what makes an element of its content.
 */
export type Parameters<S extends string> = Braced<S> & Tagged<S>;

/** Whether a text has parameters at all: one without is used as it stands. */
export type IsMessage<S extends string> = S extends `${string}{${string}` ? true : S extends `${string}</${string}` ? true : false;

/** Whether a text has tags: what comes out is then no string. */
export type IsRich<S extends string> = S extends `${string}</${string}` ? true : false;

type Tagged<S extends string> = S extends `${string}</${infer Tag}>${infer Rest}`
  ? { readonly [K in Tag]: (children: ReactNode) => ReactNode } & Tagged<Rest>
  : unknown;

/** Reads text up to the next brace. Text lies at the top or inside a branch of a plural: `Depth` has one mark for each branch that is open. */
type Braced<S extends string, Depth extends readonly 0[] = [], Found = unknown> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? Closed<S, Depth, Found>
    : Argument<After, Depth, Found>
  : Depth extends [0, ...infer Outer extends readonly 0[]]
    ? S extends `${string}}${infer Rest}`
      ? Branches<Rest, Outer, Found>
      : Found
    : Found;

type Closed<S extends string, Depth extends readonly 0[], Found> = S extends `${string}}${infer Rest}`
  ? Depth extends [0, ...infer Outer extends readonly 0[]]
    ? Branches<Rest, Outer, Found>
    : Found
  : Found;

/** Behind `{`: a name, and whatever is said of it. */
type Argument<S extends string, Depth extends readonly 0[], Found> = S extends `${infer Head}}${infer Rest}`
  ? Head extends `${infer Name}, plural,${string}`
    ? Branches<S, Depth, Found & { readonly [K in Name]: number }>
    : Head extends `${infer Name}, select,${string}`
      ? Branches<S, Depth, Found & { readonly [K in Name]: string }>
      : Head extends `${infer Name}, number${string}`
        ? Braced<Rest, Depth, Found & { readonly [K in Name]: number }>
        : Braced<Rest, Depth, Found & { readonly [K in Head]: string | number }>
  : Found;

/** Between the branches of a plural or select: another branch opens, or the argument ends. */
type Branches<S extends string, Depth extends readonly 0[], Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? S extends `${string}}${infer Rest}`
      ? Braced<Rest, Depth, Found>
      : Found
    : Braced<After, [0, ...Depth], Found>
  : S extends `${string}}${infer Rest}`
    ? Braced<Rest, Depth, Found>
    : Found;
