/** Why a feed cannot be taken at all. Each message is a sentence that names the file, and the line and value where there is one. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly messages: readonly string[];

  constructor(messages: string | readonly string[]) {
    const all = typeof messages === 'string' ? [messages] : messages;
    super(all.join('\n'));
    this.messages = all;
  }
}

/** A table without columns that it cannot be read without. Where the feed can do without the table it is kept as a file. */
export class MissingColumns extends FeedRefused {
  readonly file: string;
  readonly line: number;
  /** The reason without the file and the line. */
  readonly reason: string;

  constructor(file: string, line: number, reason: string) {
    super(`${file} line ${line}: ${reason}`);
    this.file = file;
    this.line = line;
    this.reason = reason;
  }
}
