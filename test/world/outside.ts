/** What servers use outside of them: a bucket for files and a mail server. Both outlive every server; each step there waits in the agenda. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Mail } from '../../server/mail/noticeMail.ts';
import type { MailTransport } from '../../server/mail/transport.ts';
import { checkKey, checkName, checked, ObjectLost, type ObjectStore } from '../../server/objects/objects.ts';
import type { Agenda } from './agenda.ts';
import { asOwner, type Owner, worldTime } from './clock.ts';

/** Files by their keys. A file is there whole or not at all, as in a bucket. */
export class WorldObjects {
  readonly files = new Map<string, Buffer>();
  isFull = false;
  readonly #agenda: Agenda;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  /** The store as a server sees it: what it is at when it is killed never ends. */
  of(owner: Owner): ObjectStore {
    const later = (what: string, run: () => void = () => undefined): Promise<void> =>
      new Promise((resolve, reject) =>
        this.#agenda.add({
          owner,
          kind: 'work',
          what,
          run: () => {
            try {
              run();
              resolve();
            } catch (error) {
              reject(error instanceof Error ? error : new Error(String(error)));
            }
          },
        }),
      );
    return {
      place: 'the bucket of the world',
      put: async (name, source, signal) => {
        checkName(name);
        const chunks: Uint8Array[] = [];
        for await (const chunk of source) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        const key = `${name}.${createHash('sha256').update(bytes).digest('hex')}`;
        await later(`begins to keep ${name}`);
        signal?.throwIfAborted();
        await later(`keeps ${name}`, () => {
          if (this.isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
          this.files.set(key, bytes);
        });
        return key;
      },
      get: async (key) => {
        checkKey(key);
        await later(`reads ${key.slice(0, 40)}`);
        const bytes = this.files.get(key);
        if (bytes === undefined) throw new ObjectLost(key, 'missing');
        return checked(Readable.from([bytes]), key);
      },
      remove: (key) => later(`removes ${key.slice(0, 40)}`, () => void this.files.delete(key)),
    };
  }
}

/** The mail server: takes a mail once, and knows nothing of repeats. */
export class WorldPost {
  readonly mails: Mail[] = [];
  /** Until then it takes none. */
  awayUntil = 0;
  readonly #agenda: Agenda;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  of(owner: Owner): MailTransport {
    return {
      repeatable: false,
      send: (mail) =>
        new Promise((resolve, reject) =>
          this.#agenda.add({
            owner,
            kind: 'request',
            what: `mails ${mail.to} "${mail.subject.slice(0, 40)}"`,
            lost: () => asOwner(owner, () => reject(new Error('The mail server is away'))),
            run: () => {
              if (worldTime() < this.awayUntil) return reject(new Error('The mail server is away'));
              this.mails.push(mail);
              // the server may be killed before it hears of it
              this.#agenda.add({ owner, kind: 'answer', what: `the mail to ${mail.to} is taken`, run: () => resolve() });
            },
          }),
        ),
      close: () => undefined,
    };
  }
}
