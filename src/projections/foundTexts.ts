/** What find and replace has found in a version, and what of it is selected. */
import type { TextChange } from '../domain/edits/texts.ts';
import type { TextGroup, SearchMode } from '../domain/versionTexts.ts';
import type { AppState } from './state.ts';

/** A search and the texts that it found. */
export interface FoundTexts {
  readonly search: {
    readonly find: string;
    readonly replace: string;
    readonly mode: SearchMode;
    readonly letters: 'any' | 'same';
    readonly groups: readonly TextGroup[];
  };
  readonly texts: readonly FoundText[];
  readonly more: boolean;
}

/** A text with what it becomes, the name of its document, and why it cannot become that. */
export interface FoundText extends TextChange {
  readonly owner: string;
  readonly problem?: string | undefined;
}

/** Names a text within its version. */
export function textKey({ kind, id, path }: Pick<TextChange, 'kind' | 'id' | 'path'>): string {
  return `${kind}/${id}/${path}`;
}

/** The edit that replaces what is selected: everything found but what is left and what cannot be. Undefined where that is nothing. */
export function replacement(
  view: AppState,
  versionId: number,
  left: readonly string[],
): { readonly find: string; readonly replace: string; readonly texts: TextChange[] } | undefined {
  const found = view.versions[versionId]?.foundTexts?.value;
  if (!found) return undefined;
  const leave = new Set(left);
  const texts = found.texts.flatMap(({ kind, id, path, from, to, problem }) =>
    problem !== undefined || leave.has(textKey({ kind, id, path })) ? [] : [{ kind, id, path, from, to }],
  );
  return texts.length === 0 ? undefined : { find: found.search.find, replace: found.search.replace, texts };
}
