/** Paths and words for what others have changed. */
import { personName } from '../../domain/account.ts';

/** Paths of changed fields, `stop/S1/Name`; of the whole entity if its fields are not listed. */
export function pathsOf(edits: readonly { readonly Kind: string; readonly Id: string; readonly Fields: readonly string[] }[]): readonly string[] {
  return edits.flatMap(({ Kind, Id, Fields }) => {
    const path = `${Kind.toLowerCase()}/${Id}`;
    return Fields.length === 0 ? [path] : Fields.map((field) => `${path}/${field}`);
  });
}

/** The name of a person by the e-mail address that signs an edit. */
export function nameOfAuthor(email: string): string {
  const { first, last } = personName(email);
  return `${first} ${last}`.trim() || email;
}
