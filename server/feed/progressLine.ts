/** How far a command is: a line that is written over; a line for each step where that is requested; nothing where the output is no terminal. */
export class ProgressLine {
  readonly #verbose: boolean;
  #step = '';
  #shown = false;

  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  /** `part` is 0 to 1 where the total is known; progress is then printed in steps of a tenth. */
  show(phase: string, part?: number): void {
    const step = part === undefined ? phase : `${phase} ${Math.floor(part * 10) * 10} %`;
    if (this.#verbose && step !== this.#step) process.stderr.write(`${step}\n`);
    this.#step = step;
    if (this.#verbose || !process.stderr.isTTY) return;
    this.#shown = true;
    process.stderr.write(`\r\u{1b}[K${part === undefined ? '' : `${String(Math.floor(part * 100)).padStart(3)} %  `}${phase}`);
  }

  clear(): void {
    if (this.#shown) process.stderr.write('\r\u{1b}[K');
  }
}
