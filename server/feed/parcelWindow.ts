/** Limits the parcels in transit; a sender waits until there is room. */
export class ParcelWindow {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #ahead = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** A parcel was sent. */
  sent(): void {
    this.#ahead++;
  }

  /** A parcel was dealt with. */
  taken(): void {
    this.#ahead--;
    // Several senders may wait, one for each parcel of a chunk; each looks again for itself.
    for (const lookAgain of this.#waiting.splice(0)) lookAgain();
  }

  /** Waits until fewer parcels than allowed are on their way. */
  async room(): Promise<void> {
    while (this.#ahead >= this.#size) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }
}
