/** What the reading of a feed has to say of it: every row that was left out or changed, with file, line and reason. */

/** One remark. `row` is the row as the source had it, where it was left out. */
export interface FeedNote {
  readonly severity: 'error' | 'warning' | 'info';
  readonly file: string;
  /** From 1, the header being line 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly reason: string;
  readonly row?: Readonly<Record<string, string>>;
}

/** Remarks of one kind in one file beyond this are counted and summed up in one remark. */
export const NOTES_PER_KIND = 1000;

/** Passes remarks on, and counts them so that a file of a million bad rows does not become a million remarks. */
export class FeedNotes {
  readonly #pass: (note: FeedNote) => void;
  readonly #kinds = new Map<string, { severity: FeedNote['severity']; file: string; kind: string; count: number; first: number; last: number }>();

  constructor(pass: (note: FeedNote) => void) {
    this.#pass = pass;
  }

  /** `kind` names the sort of fault for counting; the reason may name values too. */
  add(severity: FeedNote['severity'], file: string, line: number | null, kind: string, reason: string, row?: Readonly<Record<string, string>>): void {
    const key = `${file}\n${kind}`;
    let entry = this.#kinds.get(key);
    if (entry === undefined) {
      entry = { severity, file, kind, count: 0, first: 0, last: 0 };
      this.#kinds.set(key, entry);
    }
    entry.count++;
    if (entry.count > NOTES_PER_KIND) {
      if (entry.first === 0) entry.first = line ?? 0;
      entry.last = line ?? entry.last;
      return;
    }
    this.#pass({ severity, file, line, reason, ...(row === undefined ? {} : { row }) });
  }

  /** Sums up what was only counted. */
  finish(): void {
    for (const { severity, file, kind, count, first, last } of this.#kinds.values()) {
      if (count <= NOTES_PER_KIND) continue;
      const where = first > 0 ? `, lines ${first} to ${last}` : '';
      this.#pass({
        severity,
        file,
        line: null,
        reason: `${kind}: ${(count - NOTES_PER_KIND).toLocaleString('en')} more like the ones above${where}`,
      });
    }
  }
}
