import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './noticeMail.ts';

/** A way for mails to leave. */
export interface MailTransport {
  /** Sending a mail twice does no harm: the second replaces the first. */
  readonly repeatable: boolean;
  /** Throws MailRefused where this recipient will never get it, anything else where it may be retried. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The server will not take the mail, now or later. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Milliseconds that a mail server may take to connect, to greet, and to answer. */
const PATIENCE = 15_000;

/** Sends by a mail server: `smtp://user:password@host:587`, `smtps://host`. */
export function smtpTransport(url: string, from: string, patience = PATIENCE): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    repeatable: false,
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        const code: unknown = Object(error).responseCode;
        // 5xx: permanent. The operator has to correct refused credentials (535); until then the mail stays queued.
        if (typeof code === 'number' && code >= 550 && code < 560) throw new MailRefused(sentence(error), { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** Keeps mails as .eml files in a folder: the default, so that an installation without a configured mail server sends nothing. */
export function fileTransport(folder: string, from: string): MailTransport {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    repeatable: true,
    async send(mail) {
      const composed = await compose.sendMail({ from, ...mail });
      await mkdir(folder, { recursive: true });
      const path = join(folder, mailFile(mail));
      await writeFile(`${path}.part`, composed.message as Buffer);
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}

/** Name of the file of a mail. */
export function mailFile({ messageId }: Pick<Mail, 'messageId'>): string {
  return `${messageId.replace(/[^a-z0-9]/gi, '').slice(0, 32)}.eml`;
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
