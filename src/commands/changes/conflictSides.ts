/** Two concurrent edits of the same documents, in words: theirs, as stored by the server, and mine, as intended. */
import { EditConflict } from '../../contract/edits.ts';
import { editNamed } from '../../domain/edits/catalogue.ts';
import { type DocumentChange, documentsAmong, MissingDocument } from '../../domain/edits/documentEdit.ts';
import { type Entity, isEntityKind } from '../../domain/entities.ts';
import { sameJson } from '../../domain/sameJson.ts';
import type { ConflictEntry } from '../../kernel/state.ts';
import { fieldName, fieldText } from '../../projections/fieldText.ts';
import { formConflictLines } from './formConflicts.ts';

/** One field, or a whole document where it was removed, as both have it. */
export interface ConflictLine {
  /** "Name", or the document where there are several: "Stop S1, Name". */
  readonly what: string;
  readonly theirs: string;
  readonly mine: string;
}

/** Both sides of a conflict. */
export interface ConflictSides {
  readonly lines: readonly ConflictLine[];
  /** The first document it is about, to show it. */
  readonly about?: { readonly versionId: number; readonly kind: string; readonly id: string };
}

/** Reads both sides; what is of no known form is shown as it came. */
export function conflictSides({ type, mine, theirs }: Pick<ConflictEntry, 'type' | 'mine' | 'theirs'>): ConflictSides {
  const conflict = EditConflict.safeParse(theirs);
  const versionId: unknown = typeof mine === 'object' && mine !== null ? Reflect.get(mine, 'versionId') : undefined;
  if (!conflict.success)
    return { lines: formConflictLines({ type, mine, theirs }) ?? [{ what: '', theirs: JSON.stringify(theirs), mine: JSON.stringify(mine) }] };
  const present = conflict.data.Documents.flatMap(stateOf);
  const [first] = present;
  const about = first && typeof versionId === 'number' ? { about: { versionId, kind: first.kind, id: first.id } } : {};
  const clashes = clashesOf(type, mine, present);
  if (clashes.length > 0) return { lines: clashes, ...about };
  const wanted = conflict.data.Wanted?.flatMap(stateOf) ?? outcomeOf(type, mine, present);
  const lines = present.flatMap((theirsNow) => {
    const mineThen = wanted.find(({ kind, id }) => kind === theirsNow.kind && id === theirsNow.id);
    const prefix = present.length > 1 ? `${theirsNow.kind} ${theirsNow.id}` : '';
    return mineThen ? linesOf(theirsNow, mineThen, prefix) : [];
  });
  return { lines, ...about };
}

function linesOf(theirs: DocumentChange, mine: DocumentChange, prefix: string): readonly ConflictLine[] {
  const kind = theirs.kind.toLowerCase();
  if (theirs.doc === null || mine.doc === null) {
    const said = (doc: Entity | null): string => (doc === null ? `The ${kind} is removed` : `The ${kind} is there, changed`);
    return [{ what: prefix, theirs: said(theirs.doc), mine: mine.doc === null ? `Remove the ${kind}` : `Keep the ${kind}` }];
  }
  const [is, wants] = [new Map<string, unknown>(Object.entries(theirs.doc)), new Map<string, unknown>(Object.entries(mine.doc))];
  return [...new Set([...is.keys(), ...wants.keys()])]
    .filter((field) => !sameJson(is.get(field), wants.get(field)))
    .map((field) => ({
      what: [prefix, fieldName(field)].filter((text) => text !== '').join(', '),
      theirs: fieldText(theirs.kind, field, is.get(field)),
      mine: fieldText(theirs.kind, field, wants.get(field)),
    }));
}

/** What an edit that carries the values it was made on finds otherwise. */
function clashesOf(type: string, mine: unknown, present: readonly DocumentChange[]): readonly ConflictLine[] {
  const edit = editNamed(type);
  const payload = edit?.payload.safeParse(mine);
  return (payload?.success && edit?.guarded?.clashes(documentsAmong(present), payload.data)) || [];
}

/** What the edit would make of the present documents. */
function outcomeOf(type: string, mine: unknown, present: readonly DocumentChange[]): readonly DocumentChange[] {
  const edit = editNamed(type);
  const payload = edit?.payload.safeParse(mine);
  if (!edit || !payload?.success) return [];
  try {
    return edit.change(documentsAmong(present), payload.data);
  } catch (error) {
    if (error instanceof MissingDocument) return [];
    throw error;
  }
}

function stateOf({ Kind, Id, Doc }: EditConflict['Documents'][number]): readonly DocumentChange[] {
  return isEntityKind(Kind) ? [{ kind: Kind, id: Id, doc: Doc } as DocumentChange] : [];
}
