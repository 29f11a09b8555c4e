import type { Change, Comment } from '../../domain/changes.ts';
import { folded } from '../../domain/folded.ts';
import { texts } from './texts.ts';

/** Changes of one kind of document in a branch. */
interface ChangeGroup {
  readonly name: string;
  readonly changes: readonly Change[];
}

/** A comment with what it speaks of; the first branch, without a comment, holds the changes that are chosen. */
export interface CommentBranch {
  readonly key: string;
  readonly title: string;
  readonly comment?: Comment;
  readonly groups: readonly ChangeGroup[];
}

/** The tree of comments, groups and changes, narrowed to those with a text in comment, name or author. `search` is folded already. */
export function commentTree(
  comments: readonly Comment[],
  changes: readonly Change[],
  chosen: readonly Change[],
  search: string,
): readonly CommentBranch[] {
  const byId = new Map(changes.map((change) => [change.ChangeId, change]));
  const fits = (...texts: readonly string[]): boolean => search === '' || texts.some((text) => folded(text).includes(search));
  const some = (list: readonly Change[], all: boolean): readonly Change[] =>
    all ? list : list.filter(({ Name, CreatedBy, Program = '', Type, Message }) => fits(Name, CreatedBy, Program, Type, Message));
  const branches = [
    { key: 'chosen', title: texts.changes, groups: groupsOf(some(chosen, false)) },
    ...comments.map((comment) => {
      const own = comment.Changes.flatMap((id) => byId.get(id) ?? []);
      return { key: String(comment.Id), title: comment.Message, comment, groups: groupsOf(some(own, fits(comment.Message, comment.CausedBy))) };
    }),
  ];
  return branches.filter(({ groups }) => groups.length > 0);
}

function groupsOf(changes: readonly Change[]): readonly ChangeGroup[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.Type);
    if (group) group.push(change);
    else groups.set(change.Type, [change]);
  }
  return [...groups].map(([name, of]) => ({ name, changes: of }));
}
