/** What a closed tab had seen of the documents that its unsent edits change. */
import { z } from 'zod';
import { SeenDocument } from '../contract/edits.ts';

/** A revision that was seen; `Elsewhere` in another session: what others have changed since is not known here. */
const Seen = SeenDocument.extend({ Elsewhere: z.literal(true).exactOptional() });
export type Seen = z.infer<typeof Seen>;

/** What an edit that was made in another session had seen, for its dispatch here; nothing for a command that is no edit of documents. */
export function seenElsewhere(seen: unknown): { readonly seen?: readonly Seen[] } {
  const parsed = Seen.array().safeParse(seen);
  return parsed.success ? { seen: parsed.data.map((one) => ({ ...one, Elsewhere: true })) } : {};
}

/** The same once an edit of that session is made, which had seen the same: `revs` are the revisions it has made, by kind and id. */
export function seenSince(all: readonly Seen[], before: readonly Seen[], revs: ReadonlyMap<string, number>): readonly Seen[] {
  return all.map((one) => {
    const rev = revs.get(keyOf(one));
    const same = before.some(({ Kind, Id, Rev }) => Kind === one.Kind && Id === one.Id && Rev === one.Rev);
    return rev !== undefined && same ? { ...one, Rev: rev } : one;
  });
}

/** How `seenSince` names a document. */
export function keyOf({ Kind, Id }: { readonly Kind: string; readonly Id: string }): string {
  return `${Kind} ${Id}`;
}
