/** What is said between the store and the thread that runs PGlite. Apart, because importing the thread's file would start it. */

/** What the thread is asked to do. `text`: answer the first value of the first row as bytes; `script`: several statements. */
export interface PgliteRequest {
  readonly id: number;
  readonly do: 'query' | 'text' | 'script' | 'close';
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface PgliteReply {
  readonly id: number;
  readonly rows?: readonly unknown[];
  readonly affected?: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly error?: { readonly message: string; readonly code?: string; readonly detail?: string; readonly constraint?: string };
}

/** Sent once, when the database can be used. */
export const READY = 'ready';
