/** Why a call is refused: a status, a reason for machines and sentences for people. Routes turn it into the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** not_found, not_editable, read_only, conflict, taken, in_use, key_reused, ... */
  readonly code: string;
  readonly messages: readonly string[];
  /** With 412: the present state, in the shape that the call answers when it succeeds. */
  readonly present: unknown;

  constructor(status: number, code: string, messages: string | readonly string[], present?: unknown) {
    const lines = typeof messages === 'string' ? [messages] : messages;
    super(lines.join(' '));
    this.status = status;
    this.code = code;
    this.messages = lines;
    this.present = present;
  }
}

/** What was sent cannot be taken: one message for each field (400). */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly fields: readonly { readonly Field: string; readonly Message: string }[];

  constructor(fields: readonly { readonly Field: string; readonly Message: string }[]) {
    super(fields.map(({ Field, Message }) => (Field === '' ? Message : `${Field}: ${Message}`)).join('; '));
    this.fields = fields;
  }
}

/** The refusal of a file of more than so many bytes. */
export function tooLarge(limit: number): Refusal {
  return new Refusal(413, 'too_large', `The file is larger than ${Math.round(limit / 1e6)} MB.`);
}
