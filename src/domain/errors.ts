/** What a failed call says to the user. */

/** The general line where an answer carries no words of its own. */
export const GENERAL_ERROR = "Something went wrong. It's not your fault.";

/**
 * The messages of a failed response. Status 503 and 504 go first, then the body: a text is split into lines, an array is
 * read for Message with an optional Field, an object for its `errors`; anything else gives the general line.
 */
export function errorMessages(status: number, body: unknown): readonly string[] {
  if (status === 503) return ['Service unavailable: Service cannot be reached at this time'];
  if (status === 504) return ['Gateway Timeout: Connection to the service has timed out'];
  const messages = messagesOf(body)
    .map((line) => line.trim())
    .filter(Boolean);
  return messages.length > 0 ? messages : [GENERAL_ERROR];
}

function messagesOf(body: unknown): readonly string[] {
  if (typeof body === 'string') return lines(body);
  if (Array.isArray(body)) return body.flatMap((entry: unknown) => fieldMessage(entry));
  if (isRecord(body)) {
    const { errors } = body;
    if (typeof errors === 'string') return lines(errors);
    if (Array.isArray(errors)) {
      const texts = errors.flatMap((entry: unknown) => errorText(entry));
      return texts.length > 0 ? [texts.join('. ')] : [];
    }
  }
  return [];
}

function fieldMessage(entry: unknown): readonly string[] {
  if (!isRecord(entry) || typeof entry['Message'] !== 'string') return [];
  const field = entry['Field'];
  return [typeof field === 'string' && field !== '' ? `${field}. ${entry['Message']}` : entry['Message']];
}

/** A message without the name of the field that it is about: the field shows it itself. */
export function withoutField(message: string): string {
  return message.replace(/^[\w/.-]+\. (?=\S)/, '');
}

/** The messages about one field, without its name, and the rest. */
export function messagesAt(field: string, messages: readonly string[]): { readonly here: readonly string[]; readonly others: readonly string[] } {
  const start = `${field}. `;
  return {
    here: messages.filter((message) => message.startsWith(start)).map((message) => message.slice(start.length)),
    others: messages.filter((message) => !message.startsWith(start)),
  };
}

function errorText(entry: unknown): readonly string[] {
  if (typeof entry === 'string') return lines(entry);
  if (!isRecord(entry)) return [];
  const { message } = entry;
  if (typeof message === 'string') return lines(message);
  if (Array.isArray(message)) return [message.filter((m): m is string => typeof m === 'string').join('. ')];
  return [];
}

function lines(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
