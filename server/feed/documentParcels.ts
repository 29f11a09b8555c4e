import type { PreparedDocument } from '../store/prepare.ts';
import { ParcelWindow } from './parcelWindow.ts';

/** How much travels together from a reading thread to the store, and how many such parcels may be on their way. */
export interface ParcelSizes {
  readonly documents: number;
  /** Characters of their JSON. */
  readonly characters: number;
  readonly ahead: number;
}

/** Documents on their way from a reading thread: gathered into parcels, and held back while the store is slower. */
export class DocumentParcels {
  readonly window: ParcelWindow;
  readonly #sizes: ParcelSizes;
  readonly #post: (documents: readonly PreparedDocument[]) => void;
  #documents: PreparedDocument[] = [];
  #characters = 0;

  constructor(sizes: ParcelSizes, post: (documents: readonly PreparedDocument[]) => void) {
    this.#sizes = sizes;
    this.#post = post;
    this.window = new ParcelWindow(sizes.ahead);
  }

  /** Takes a document; await what it answers before the next. */
  add(document: PreparedDocument): Promise<void> | undefined {
    this.#documents.push(document);
    this.#characters += document.json.length;
    return this.#documents.length >= this.#sizes.documents || this.#characters >= this.#sizes.characters ? this.send() : undefined;
  }

  /** Sends what is gathered; answers once there is room for more. */
  async send(): Promise<void> {
    if (this.#documents.length > 0) {
      this.window.sent();
      this.#post(this.#documents);
      this.#documents = [];
      this.#characters = 0;
    }
    await this.window.room();
  }
}
