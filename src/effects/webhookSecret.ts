/** The secret of a new webhook: made in the browser and shown once. */
import { WEBHOOK_SECRET_PREFIX } from '../domain/webhooks.ts';

/** `whsec_` and 256 random bits in base64. */
export function newWebhookSecret(): string {
  return WEBHOOK_SECRET_PREFIX + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
}
