/** Sends the mails of notices: each once, whichever process was killed over it, and again later where the mail server is away. */
import { noticeMail } from '../mail/noticeMail.ts';
import { MailRefused, type MailTransport } from '../mail/transport.ts';
import { endMail, listDueMails, listSendingMails, type MailEnd, releaseMail, takeMail, type TakenMail } from '../store/notices.ts';
import { storable } from '../store/storable.ts';
import { createOutboxQueue, type Outbox, type OutboxPlace, type OutboxQueue, releaseUnattended as releaseOf, sendOne } from './outbox.ts';

export interface MailPlace extends OutboxPlace {
  readonly transport: MailTransport;
  /** Address of the product, for the links of mails. */
  readonly publicUrl: string;
}

/** A queue over the mails of the store. */
export function createMailQueue(settings: Omit<MailPlace, 'inHand'>, stopping: AbortSignal): OutboxQueue {
  const place: MailPlace = { ...settings, inHand: new Set() };
  return createOutboxQueue(place, mailsOf(place), stopping);
}

/** Sends one queued mail; nothing happens where it is being sent already, here or elsewhere. */
export function sendMail(place: MailPlace, mailId: number, stopping?: AbortSignal): Promise<void> {
  return sendOne(place, mailsOf(place), mailId, stopping);
}

/** Releases mails that nobody sends. Those of killed processes are sent again only where that does no harm, as a mail server may have them already. */
export function releaseUnattended(place: MailPlace): Promise<void> {
  return releaseOf(place, mailsOf(place));
}

function mailsOf({ engine: { db }, transport, publicUrl, warn }: MailPlace): Outbox<TakenMail, MailEnd> {
  return {
    name: 'mails',
    sideBySide: false,
    listDue: (limit) => listDueMails(db, limit),
    take: (id, worker) => takeMail(db, id, worker),
    async send({ event, recipient, rule, attempts }) {
      try {
        await transport.send(noticeMail(event, recipient, rule, publicUrl));
        return { sent: true };
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        warn(`A notice could not be mailed to ${recipient}`, error);
        const again = error instanceof MailRefused || attempts >= ATTEMPTS ? null : Math.min(LONGEST_PAUSE, 15 * 2 ** (attempts - 1));
        return { error: storable(text.slice(0, 500)), again };
      }
    },
    end: (id, worker, end) => endMail(db, id, worker, end),
    listSending: () => listSendingMails(db),
    release: (id, isOwn) => releaseMail(db, id, isOwn || transport.repeatable),
  };
}

/** Seconds between two attempts at most; with 40 attempts a mail server may be away for a day and a half. */
const LONGEST_PAUSE = 3600;
const ATTEMPTS = 40;
