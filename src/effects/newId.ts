/** Ids and files: what only a browser can make. */

/** 22 characters of 131 random bits, letters and digits alone, so that an id needs no encoding anywhere. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => ALPHABET[byte % 62]).join('');
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
