/** Limits the number of concurrent jobs; the others wait in order. */
export class TurnTaker {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs a function in its turn. Throws the signal's reason where it is aborted before. */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  /** Resolves when the turn is handed over. */
  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      const turn = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
