/** One line of the log: an intent (command) or what came of it (event). Plain JSON, never changed once appended. */
export interface LogRecord<P = unknown> {
  /** Place in this log, counted from 0, without holes. */
  readonly seq: number;
  /** `${session}:${seq}`, after a reload `${session}:${run}.${seq}`; a write sends it as its Idempotency-Key. */
  readonly id: string;
  readonly kind: 'command' | 'event';
  /** 'stop.move' · 'stop.move.answered' · 'live.versionChanged' */
  readonly type: string;
  /** Schema version of the payload; old logs are lifted by upcasters. */
  readonly v: number;
  /** Plain JSON, secrets already taken out. */
  readonly payload: P;
  /** Milliseconds since the session began. */
  readonly at: number;
  /** Id of the user's act (or the outside fact) that everything here comes from. */
  readonly root: string;
  /** Id of the direct parent. */
  readonly cause?: string;
  /** Undo scope, e.g. `version/42`. */
  readonly scope?: string;
  /** Records of one gesture undo together. */
  readonly gesture?: string;
  /** A command taken up from a closed tab: the Idempotency-Key it was made under there. */
  readonly key?: string;
  /** A command taken up from a closed tab: what the user had before their eyes there. */
  readonly seen?: unknown;
  /** Of an act of the user: what the state was after it, so that a replay that differs says where. */
  readonly after?: StateCheck & { readonly v: number };
}

/** What a state was after a record, previews included. */
export interface StateCheck {
  /** Hash of the whole state. */
  readonly state: number;
  /** Which parts of the state the record changed, and the hash of each afterwards; coarser parts where many changed. */
  readonly changed: readonly (readonly [path: readonly string[], hash: number])[];
}

/** What a log says about the session that wrote it. */
export interface SessionHeader {
  readonly session: string;
  /** Version of the log format and the catalogue together; a newer one than ours cannot be replayed here. */
  readonly schema: number;
  readonly build: string;
  /** ISO date and time of the session's begin: the zero of every record's `at`. */
  readonly startedAt: string;
  readonly locale: string;
  readonly role: string;
  /** How the browser names itself, with its version. */
  readonly browser?: string;
  /** How many others were in the database when a report was made. */
  readonly colleagues?: number;
  /** The page that was shown when a report was made. */
  readonly page?: string;
  /** The session this one continues, after a reload. */
  readonly parent?: string;
}
