import type { ChangeSet } from '../../domain/changes.ts';

/** What deleting change sets touches, in words: how much is taken back, where, and what stays. */
export function deletionWords(sets: readonly ChangeSet[], draft: string): { readonly title: string; readonly lines: readonly string[] } {
  const sum = (count: (set: ChangeSet) => number): number => sets.reduce((total, set) => total + count(set), 0);
  const active = sum(({ Count, Inactive }) => Count - Inactive);
  const off = sum(({ Inactive }) => Inactive);
  const comments = sum(({ Comments }) => Comments);
  const authors = [...new Set(sets.map(({ CreatedBy }) => CreatedBy))];
  const some = (n: number, word: string): string => `${n.toLocaleString('en-GB')} ${word}${n === 1 ? '' : 's'}`;
  return {
    title: `Delete ${some(sets.length, 'change set')}?`,
    lines: [
      `${some(active, 'change')} made by ${authors.join(', ')} ${active === 1 ? 'is' : 'are'} taken back in ${draft}, where nobody has changed the same since.`,
      ...(off === 0 ? [] : [`${some(off, 'change')} ${off === 1 ? 'is' : 'are'} switched off already.`]),
      ...(comments === 0 ? [] : [`${some(comments, 'comment')} ${comments === 1 ? 'stays' : 'stay'} in the history.`]),
      'Deleted changes are no longer carried on to other versions. They cannot be switched on again.',
    ],
  };
}
