import type { ChangeSet } from '../../domain/changes.ts';
import { authorWords } from './authorWords.ts';
import { texts } from './texts.ts';

/** What deleting change sets touches, in words: how much is taken back, where, and what stays. */
export function deletionWords(sets: readonly ChangeSet[], draft: string): { readonly title: string; readonly lines: readonly string[] } {
  const sum = (count: (set: ChangeSet) => number): number => sets.reduce((total, set) => total + count(set), 0);
  const active = sum(({ Count, Inactive }) => Count - Inactive);
  const off = sum(({ Inactive }) => Inactive);
  const comments = sum(({ Comments }) => Comments);
  const authors = [...new Set(sets.map(authorWords))];
  return {
    title: texts.deleteChangeSet({ sets: sets.length }),
    lines: [
      texts.switchOffSummary({ active, authors: authors.join(', '), draft }),
      ...(off === 0 ? [] : [texts.alreadyOff({ off })]),
      ...(comments === 0 ? [] : [texts.commentsStay({ comments })]),
      texts.deletedChangesStay,
    ],
  };
}
