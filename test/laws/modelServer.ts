/**
 * A server of one version in memory: it carries out the product's own edits and reverts by their declarations, and answers every
 * other call with whatever the contract allows. Calls are carried out in the order in which they are answered.
 */
import type { CallDescription, CommandInput } from '../../src/kernel/command.ts';
import { EditBody, pathParts } from '../../src/contract/edits.ts';
import type { EntityState } from '../../src/contract/versions.ts';
import { versionChanged } from '../../src/commands/notifications/versionChanged.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import {
  type DocumentChange,
  type Documents,
  isFamily,
  liesIn,
  type Lookup,
  lookedUp,
  MissingDocument,
} from '../../src/domain/edits/documentEdit.ts';
import { mergeDocument } from '../../src/domain/edits/mergeDocument.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import { sameJson } from '../../src/domain/sameJson.ts';
import { sampleVersion } from './sampleVersion.ts';

interface Slot {
  readonly kind: EntityKind;
  readonly id: string;
  readonly doc: Entity | null;
  readonly rev: number;
}

/** What a call came to: an answer, or the status of a failure and the present state. */
export type Outcome = { readonly reply: unknown } | { readonly status: number; readonly present?: unknown };

export class ModelServer {
  rev = 0;
  readonly #slots = new Map<string, Slot>(sampleVersion.map(({ kind, id, doc }) => [`${kind} ${id}`, { kind, id, doc, rev: 0 }]));
  readonly #sets = new Map<
    number,
    readonly { readonly kind: EntityKind; readonly id: string; readonly before: Entity | null; readonly after: Entity | null }[]
  >();

  /** Carries a call out where it is about documents; undefined for any other. */
  carryOut({ call, input, ifMatch }: CallDescription): Outcome | undefined {
    const { params = {}, body = {}, query = {} } = input as Record<string, Record<string, unknown>>;
    if (call === 'readDocuments') {
      const wanted = [query['key']].flat().map((name) => String(name).replace('/', ' '));
      return { reply: { Rev: this.rev, Documents: wanted.flatMap((key) => this.#slots.get(key) ?? []).map(stateOf) } };
    }
    if (call === 'revertChangeset') return this.#revert(Number(params['rev']), body['force'] === true);
    const edit = editNamed(call);
    if (!edit) return undefined;
    const { Seen, Full, ...rest } = EditBody.parse(body);
    const inPath = Object.fromEntries(pathParts(edit).map((name) => [name, params[name]]));
    const payload = edit.payload.safeParse({ ...inPath, ...query, ...rest });
    if (!payload.success) return { status: 400 };
    const minted = edit.mint ? edit.mint(payload.data, (prefix) => `${prefix}-new`) : payload.data;
    const lookups = edit.lookUp?.(minted) ?? [];
    const p = lookedUp(
      minted,
      lookups.map((lookup) => ({ key: lookup.key, ids: this.#found(lookup) })),
    );
    const refs = edit.documents(p);
    const first = refs.find((ref) => !isFamily(ref));
    const seen = Seen ?? (typeof ifMatch === 'number' && first && !isFamily(first) ? [{ Kind: first.kind, Id: first.id, Rev: ifMatch }] : []);
    const overtaken = seen.flatMap(({ Kind, Id, Rev }) => {
      const slot = this.#slots.get(`${Kind} ${Id}`);
      return (slot?.rev ?? 0) === Rev ? [] : [slot ?? { kind: Kind, id: Id, doc: null, rev: 0 }];
    });
    // with the members of families that came to be since, as the server has it
    const unseen = [...this.#slots.values()].filter(
      ({ kind, id, doc }) =>
        doc !== null &&
        !seen.some(({ Kind, Id }) => Kind === kind && Id === id) &&
        refs.some((ref) => isFamily(ref) && ref.kind === kind && liesIn(ref, id)),
    );
    if (overtaken.length > 0) return { status: 412, present: { Rev: this.rev, Documents: [...overtaken, ...unseen].map(stateOf) } };
    try {
      const docs = this.#documents();
      const refusal = edit.refuse?.(docs, p);
      if (refusal !== undefined && refusal.length > 0) return { status: 409 };
      return this.#commit(edit.change(docs, p), Full === true || !sameJson(p, payload.data));
    } catch (error) {
      if (error instanceof MissingDocument) return { status: 404 };
      throw error;
    }
  }

  #found(lookup: Lookup): readonly string[] {
    const slots = [...this.#slots.values()].flatMap(({ kind, id, doc }) => (doc ? [{ kind, id, doc }] : []));
    const textOf = (doc: Entity, key: string): string => String(Reflect.get(doc, key) ?? '');
    if ('values' in lookup)
      return slots.flatMap(({ kind, id, doc }) =>
        kind === lookup.kind && lookup.of.includes(id) ? [textOf(doc, lookup.values)].filter(Boolean) : [],
      );
    const { field, of } = lookup;
    const isMeant = (doc: Entity): boolean => field === undefined || (of ? of.includes(textOf(doc, field)) : textOf(doc, field) !== '');
    return slots.flatMap(({ kind, id, doc }) => (kind === lookup.ids && isMeant(doc) ? [id] : []));
  }

  /** The documents of a kind. */
  documents<K extends EntityKind>(kind: K): readonly { readonly doc: Entity<K>; readonly rev: number }[] {
    return [...this.#slots.values()].flatMap(({ doc, rev, ...of }) => (of.kind === kind && doc ? [{ doc: doc as Entity<K>, rev }] : []));
  }

  /** A colleague changes a document that an edit on its way speaks of: elsewhere in it, or all of it. Answers the message that tells. */
  meddle({ call, input }: CallDescription, elsewhere: boolean): CommandInput | undefined {
    const edit = editNamed(call);
    if (!edit) return undefined;
    const { params = {}, body = {} } = input as Record<string, Record<string, unknown>>;
    const payload = edit.payload.safeParse({ ...params, ...body });
    const refs = payload.success ? edit.documents(payload.data) : [];
    const slot = [...this.#slots.values()].find(
      (one) => one.doc && refs.some((ref) => ref.kind === one.kind && (isFamily(ref) ? liesIn(ref, one.id) : ref.id === one.id)),
    );
    if (!slot?.doc) return undefined;
    const doc = (elsewhere ? { ...slot.doc, Extra: { Meddled: String(this.rev) } } : { ...slot.doc, Name: `Meddled ${this.rev}` }) as Entity;
    this.#commit([{ kind: slot.kind, id: slot.id, doc } as DocumentChange], false);
    return versionChanged({
      VersionId: 1,
      Rev: this.rev,
      CommandId: null,
      Author: 'anna.smit@demo.example',
      Edits: [{ Kind: slot.kind, Id: slot.id, Rev: this.rev, Doc: doc, Fields: [elsewhere ? 'Extra' : 'Name'] }],
    });
  }

  #revert(rev: number, force: boolean): Outcome {
    const set = this.#sets.get(rev);
    if (!set) return { status: 404 };
    const merged = set.map(({ kind, id, before, after }) => ({
      kind,
      id,
      ...mergeDocument(kind, after, before, this.#slots.get(`${kind} ${id}`)?.doc ?? null, force),
    }));
    const inWay = merged.filter(({ conflicts }) => conflicts.length > 0);
    if (inWay.length > 0 && !force) {
      return {
        status: 412,
        present: { Rev: this.rev, Documents: inWay.flatMap(({ kind, id }) => this.#slots.get(`${kind} ${id}`) ?? []).map(stateOf) },
      };
    }
    return this.#commit(
      merged.map(({ kind, id, doc }) => ({ kind, id, doc }) as DocumentChange),
      true,
    );
  }

  #commit(changes: readonly DocumentChange[], full: boolean): Outcome {
    const real = changes.flatMap(({ kind, id, doc }) => {
      const before = this.#slots.get(`${kind} ${id}`)?.doc ?? null;
      return sameJson(before, doc) ? [] : [{ kind, id, before, after: doc }];
    });
    if (real.length > 0) {
      this.rev += 1;
      this.#sets.set(this.rev, real);
      for (const { kind, id, after } of real) this.#slots.set(`${kind} ${id}`, { kind, id, doc: after, rev: this.rev });
    }
    const told = full ? { Documents: changes.flatMap(({ kind, id }) => this.#slots.get(`${kind} ${id}`) ?? []).map(stateOf) } : {};
    return { reply: { Rev: this.rev, ...told, ...(real.length === 0 && { NoChange: true }) } };
  }

  #documents(): Documents {
    const get = (kind: EntityKind, id: string) => (this.#slots.get(`${kind} ${id}`)?.doc ?? null) as never;
    return {
      get,
      need(kind, id) {
        const doc = get(kind, id);
        if (!doc) throw new MissingDocument({ kind, id });
        return doc;
      },
      under: (kind, ...parent) => {
        const family = { kind, under: parent.map(encodeURIComponent).join('/') };
        const members = [...this.#slots.values()].filter((slot) => slot.kind === kind && slot.doc && liesIn(family, slot.id));
        return members.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ doc }) => doc as never);
      },
    };
  }
}

function stateOf({ kind, id, doc, rev }: Slot): EntityState {
  return { Kind: kind, Id: id, Rev: rev, Doc: doc, Fields: [] };
}
