/** Seals texts that are kept in the database. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { randomBytes } from '../surroundings.ts';

/** The key for one purpose that a text of the operator gives. */
export function sealingKey(purpose: string, text: string): Buffer {
  return createHash('sha256').update(`${purpose}\n${text}`).digest();
}

/** AES-256-GCM, bound to the name: 12 bytes of nonce, 16 of tag, then the text; all in base64. */
export function seal(key: Buffer, name: string, value: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The sealed text; undefined where another key or name sealed it. */
export function unseal(key: Buffer, name: string, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  try {
    const plain = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([plain.update(bytes.subarray(28)), plain.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
