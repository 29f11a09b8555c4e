/** Seals texts with a key that the server keeps for the account: what stays in the browser after log-out can be opened after the next sign-in alone. */

export interface Sealing {
  /** Whether the key has been fetched: sealing no longer depends on the server. */
  isReady(): boolean;
  /** The text as base64 of nonce and AES-GCM ciphertext; undefined where the key could not be had. */
  seal(text: string): Promise<string | undefined>;
  /** Rejects where the key cannot be had, or is not the one it was sealed with. */
  open(sealed: string): Promise<string>;
}

/** Asks for the key (32 bytes as base64url) once, at once: when the user logs out, the server may be out of reach. */
export function createSealing(readKey: () => Promise<string>): Sealing {
  let key: Promise<CryptoKey> | undefined;
  let ready = false;
  const fetchKey = async (): Promise<CryptoKey> => {
    try {
      const found = await importKey(readKey);
      ready = true;
      return found;
    } catch (error) {
      key = undefined;
      throw error;
    }
  };
  const keyOf = (): Promise<CryptoKey> => (key ??= fetchKey());
  void keyOf().catch(() => undefined);
  return {
    isReady: () => ready,
    async seal(text) {
      const found = await keyOf().catch(() => undefined);
      if (found === undefined) return undefined;
      const iv = crypto.getRandomValues(new Uint8Array(NONCE));
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, found, new TextEncoder().encode(text)));
      return base64Of(iv) + base64Of(sealed);
    },
    async open(sealed) {
      const iv = bytesOf(sealed.slice(0, NONCE_CHARACTERS));
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(), bytesOf(sealed.slice(NONCE_CHARACTERS)));
      return new TextDecoder().decode(opened);
    },
  };
}

/** Bytes; a multiple of three, so that its base64 ends without padding. */
const NONCE = 12;
const NONCE_CHARACTERS = 16;

async function importKey(readKey: () => Promise<string>): Promise<CryptoKey> {
  const text = (await readKey()).replaceAll('-', '+').replaceAll('_', '/');
  return crypto.subtle.importKey('raw', bytesOf(text), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  // chunks are joined before they are encoded: each would be padded
  return btoa(text);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
