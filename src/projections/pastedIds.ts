/** Ids that were pasted as a list: one a line, as cells, or with commas or semicolons between them. */

/** The ids of a pasted text in their order; quotes around them go. A text without separators is one id. */
export function pastedIds(text: string): readonly string[] {
  const separator = /[\n\r\t;]/.test(text) ? /[\n\r\t;]+/ : /,+/;
  return text
    .split(separator)
    .map((id) => id.trim().replace(/^"(.*)"$/, '$1'))
    .filter((id) => id !== '');
}
