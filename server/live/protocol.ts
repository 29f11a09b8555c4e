import { z } from 'zod';

/**
 * The part of the SignalR hub protocol (JSON, version 1) that this hub speaks. Texts end with the record separator.
 * Source: github.com/dotnet/aspnetcore, src/SignalR/docs/specs/HubProtocol.md and TransportProtocols.md.
 */
export const SEPARATOR = '\u001e';

/** Answer to a handshake that is understood. */
export const HANDSHAKE_OK = `{}${SEPARATOR}`;
export const PING = `{"type":6}${SEPARATOR}`;

/** Answer to a handshake that is not; the connection ends after it. */
export function handshakeRefused(error: string): string {
  return JSON.stringify({ error }) + SEPARATOR;
}

/** Calls `target` on the client with one argument. */
export function invocation(target: string, message: unknown): string {
  return JSON.stringify({ type: 1, target, arguments: [message] }) + SEPARATOR;
}

/** Answers a call of the client that waits for an answer: this hub takes none, as a serverless service takes none. */
export function callRefused(invocationId: string): string {
  return JSON.stringify({ type: 3, invocationId, error: 'This connection only tells; calls go over HTTP.' }) + SEPARATOR;
}

/** Ends a connection on purpose; the client may open another. */
export function closing(error?: string): string {
  return JSON.stringify({ type: 7, ...(error === undefined ? {} : { error }), allowReconnect: true }) + SEPARATOR;
}

/** What a client may say. Types this hub has no use for are let pass, as the protocol asks. */
export const ClientMessage = z.looseObject({
  type: z.int(),
  invocationId: z.string().optional(),
  target: z.string().optional(),
  arguments: z.array(z.unknown()).optional(),
});
export const Handshake = z.object({ protocol: z.literal('json'), version: z.literal(1) });

/** The JSON texts in what arrived; undefined where one of them is none. */
export function readTexts(data: string): unknown[] | undefined {
  const texts = data.split(SEPARATOR);
  // What follows the last separator must be nothing: the protocol frames whole texts.
  if (texts.pop() !== '') return undefined;
  try {
    return texts.map((text): unknown => JSON.parse(text));
  } catch {
    return undefined;
  }
}
