import { sql } from 'kysely';
import { NotificationRule, type SentRule } from '../../src/domain/notificationRules.ts';
import type { Db } from './tables.ts';

/** Rules of a region in their order. */
export async function listRules(db: Db, regionKey: string): Promise<NotificationRule[]> {
  const rows = await db
    .selectFrom('notification_rule')
    .select(['rule_id', 'doc'])
    .where('region_key', '=', regionKey)
    .orderBy('seq')
    .orderBy('rule_id')
    .execute();
  return rows.map(({ rule_id: id, doc }) => NotificationRule.parse({ ...Object(doc), id: String(id) }));
}

/** Puts these rules in the place of all rules of a region. Rules with an id keep it; it must be one of the region's. */
export async function replaceRules(db: Db, regionKey: string, rules: readonly SentRule[]): Promise<void> {
  const kept = rules.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
  const gone = db.deleteFrom('notification_rule').where('region_key', '=', regionKey);
  await (kept.length === 0 ? gone : gone.where('rule_id', 'not in', kept)).execute();
  for (const [seq, { id, ...rule }] of rules.entries()) {
    const doc = sql`${JSON.stringify(rule)}::jsonb`;
    if (id === undefined) await db.insertInto('notification_rule').values({ region_key: regionKey, seq, doc }).execute();
    else await db.updateTable('notification_rule').set({ seq, doc }).where('rule_id', '=', Number(id)).where('region_key', '=', regionKey).execute();
  }
  await db
    .updateTable('region')
    .set({ rules_rev: sql`rules_rev + 1` })
    .where('key', '=', regionKey)
    .execute();
}
