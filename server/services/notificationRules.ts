import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplyOf } from '../../src/contract/route.ts';
import { READ_ONLY } from '../../src/domain/versions.ts';
import type { listNotificationRules, listSentNotices } from '../../src/contract/notifications.ts';
import { ruleErrors, type SentRule } from '../../src/domain/notificationRules.ts';
import type { SentMail } from '../../src/domain/notices.ts';
import type { Caller } from '../auth/auth.ts';
import { noticeMail } from '../mail/noticeMail.ts';
import { mailFile } from '../mail/transport.ts';
import { listRules, replaceRules } from '../store/notificationRules.ts';
import { listSentNotices as noticesOf, readMail } from '../store/notices.ts';
import { readRegion } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import type { Write } from './editing.ts';
import { manageableRegion, noRegion, stale, withRights } from './regions.ts';
import { BadInput, Refusal } from '../refusal.ts';

type Rules = ReplyOf<typeof listNotificationRules>;

/** The rules of a region, and whether the caller may change them. */
export async function listNotificationRulesOf(db: Db, caller: Caller, key: string): Promise<Rules> {
  const region = await readRegion(db, key);
  if (!region) throw noRegion(key);
  return {
    notifications: await listRules(db, region.Key),
    defaultEmail: caller.account.email,
    permissions: { readOnly: withRights(region, caller).Permissions.ReadOnly },
    rev: region.RulesRev,
  };
}

/** The newest notices of a region. They name recipients, so they are for those who may change its rules. */
export async function listSentNoticesOf(db: Db, caller: Caller, key: string): Promise<ReplyOf<typeof listSentNotices>> {
  return { notices: await noticesOf(db, await editableRegion(db, caller, key), 200) };
}

/** How mails leave: from whom, with links to where, and the folder that keeps them where no mail server takes them. */
export interface MailPlaces {
  readonly from: string;
  readonly publicUrl: string;
  readonly outbox: string | undefined;
}

/** A sent mail; for those who may change the rules of its region. */
export async function readSentMailOf(db: Db, caller: Caller, key: string, id: number, { from, publicUrl, outbox }: MailPlaces): Promise<SentMail> {
  const kept = await readMail(db, await editableRegion(db, caller, key), id);
  if (kept === undefined) throw new Refusal(404, 'not_found', `There is no notice ${id} in this region.`);
  const { event, recipient, rule } = kept;
  const mail = noticeMail(event, recipient, rule, publicUrl);
  const file = mailFile(mail);
  // the name is a hash: nothing of the call is in the path
  const source = outbox === undefined ? null : await readFile(join(outbox, file), 'utf8').catch(() => null);
  const { subject, text, to } = mail;
  return { id, rule, from, to, subject, text, runPath: event.runPath, logPath: event.logPath, file: source === null ? null : file, source };
}

async function editableRegion(db: Db, caller: Caller, key: string): Promise<string> {
  const region = await readRegion(db, key);
  if (!region) throw noRegion(key);
  if (withRights(region, caller).Permissions.ReadOnly) throw new Refusal(403, 'read_only', READ_ONLY);
  return region.Key;
}

/** Puts these rules in the place of all rules of a region. Refuses with a list of fields (400), or 412 where they were changed since. */
export async function saveNotificationRules(write: Write, key: string, ifMatch: number, rules: readonly SentRule[]): Promise<Rules> {
  const region = await manageableRegion(write, key);
  if (region.RulesRev !== ifMatch) throw stale();
  const known = new Set((await listRules(write.db, region.Key)).map(({ id }) => id));
  const databases = new Set(region.Databases.map(({ Id }) => Id));
  const errors = rules.flatMap((rule, index) => {
    const found = Object.entries(ruleErrors(rule, rules)).map(([part, Message]) => ({ Field: `[${index}]/${part}`, Message: String(Message) }));
    if (rule.id !== undefined && !known.has(rule.id)) found.push({ Field: `[${index}]/id`, Message: `There is no notification ${rule.id}.` });
    const foreign = (rule.dbIds ?? []).find((id) => !databases.has(id));
    return foreign === undefined ? found : [...found, { Field: `[${index}]/databases`, Message: `There is no database ${foreign} in this region.` }];
  });
  if (errors.length > 0) throw new BadInput(errors);
  await replaceRules(write.db, region.Key, rules);
  write.publish({ target: 'regionChanged', message: { RegionKey: region.Key } });
  return listNotificationRulesOf(write.db, write.caller, region.Key);
}
