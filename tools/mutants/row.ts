/** One mistake in the list: what it is, the text of a file that it replaces, and the checks that have to see it, tried in order. */
export type Row = readonly [name: string, file: string, search: string, replace: string, ...checks: string[]];

export const FIELDS = 'laws test/laws/fields.test.ts';
