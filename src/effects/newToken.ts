/** A new secret that opens something: made in the browser, so that its text is in no call, answer or record. */

/** 256 random bits as text that begins with `prefix`, and the SHA-256 of the text in hexadecimal digits, which is all that the server keeps. */
export async function newToken(prefix: string): Promise<{ readonly text: string; readonly hash: string }> {
  const random = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  const text = `${prefix}${random.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return { text, hash: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
