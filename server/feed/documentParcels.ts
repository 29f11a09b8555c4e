import { BatchBuilder, type DocumentBatch } from '../store/documentBatch.ts';
import type { PreparedDocument } from '../store/prepare.ts';
import { ParcelWindow } from './parcelWindow.ts';

/** Documents on their way from a reading thread: gathered into batches, and held back while the store is slower. */
export class DocumentParcels {
  readonly window = new ParcelWindow(AHEAD);
  readonly #post: (batch: DocumentBatch) => void;
  readonly #builder = new BatchBuilder();
  /** Of batches that have been written. */
  readonly #free: SharedArrayBuffer[] = [];

  constructor(post: (batch: DocumentBatch) => void) {
    this.#post = post;
  }

  /** Takes a document; await what it answers before the next. */
  add(document: PreparedDocument): Promise<void> | undefined {
    this.#builder.add(document);
    return this.#builder.isFull ? this.send() : undefined;
  }

  /** Sends what is gathered; answers once there is room for more. */
  async send(): Promise<void> {
    if (!this.#builder.isEmpty) {
      this.window.sent();
      this.#post(this.#builder.take(this.#free.pop()));
    }
    await this.window.room();
  }

  /** A parcel was dealt with; its memory can be used again. */
  taken({ memory }: Taken): void {
    if (memory !== undefined) this.#free.push(memory);
    this.window.taken();
  }
}

/** Batches on their way: so many that neither thread waits for a short break of the other's. With three an upload took a twentieth longer. */
const AHEAD = 8;

/** The reply to a reading thread once a parcel has been written. */
export interface Taken {
  readonly memory?: SharedArrayBuffer;
}
