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
