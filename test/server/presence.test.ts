import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPresence, type PresenceText } from '../../server/live/presence.ts';
import { PRESENCE_CHANGED, PresenceChanged, SHOW_PLACE } from '../../src/contract/presence.ts';
import { closeAll, listen, memoryFanout, type Site, startSite, watch } from './liveSite.ts';

afterEach(closeAll);

/** Somebody who follows a database, with the paths of the others by name as they are shown now. */
interface Follower {
  show(place: unknown): Promise<void>;
  leave(): Promise<void>;
  /** Where others are, `mia /data/db/demo`; several places of one person one after another. */
  others(): string[];
  /** Waits until the others are so. */
  see(...others: string[]): Promise<void>;
  readonly messages: PresenceChanged[];
}

async function follow(site: Site, who: string, databaseId: string): Promise<Follower> {
  const { connection } = await listen(site, who);
  const messages: PresenceChanged[] = [];
  let you = '';
  const tabs = new Map<string, { readonly person: string; readonly text: string }>();
  connection.on(PRESENCE_CHANGED, (message: unknown) => {
    const { You, Tabs } = PresenceChanged.parse(message);
    messages.push({ DatabaseId: databaseId, Tabs });
    if (You !== undefined) {
      you = You;
      tabs.clear();
    }
    for (const { Tab, Person, Name, Place } of Tabs) {
      tabs.delete(Tab);
      if (Place) tabs.set(Tab, { person: Person, text: `${Name.replace(/@.*/, '')} ${Place.path}${Place.cell ? ` ${Place.cell.row}` : ''}` });
    }
  });
  expect((await watch(site, who, connection.connectionId, [], databaseId)).status).toBe(200);
  const others = (): string[] => [...tabs.values()].filter(({ person }) => person !== you).map(({ text }) => text);
  return {
    show: (place) => connection.send(SHOW_PLACE, place),
    leave: () => connection.stop(),
    others,
    see: async (...expected) => {
      await expect.poll(others, { timeout: 3000 }).toEqual(expected);
    },
    messages,
  };
}

describe('presence', () => {
  let site: Site;
  let fanout: ReturnType<typeof memoryFanout>;
  beforeEach(async () => {
    fanout = memoryFanout();
    site = await startSite(fanout);
  });

  it('shows who works where to those in the same database, and to nobody else', async () => {
    const [mia, tom, ida] = [await follow(site, 'mia', 'demo'), await follow(site, 'tom', 'demo'), await follow(site, 'ida', 'up')];
    await mia.show({ path: '/data/db/demo/v/1/stops/A' });
    await tom.see('mia /data/db/demo/v/1/stops/A');
    await mia.show({ path: '/data/db/demo/v/1/stops/B' });
    await tom.see('mia /data/db/demo/v/1/stops/B');
    expect([mia.others(), ida.others()]).toEqual([[], []]);
    const late = await follow(site, 'noor', 'demo').catch(() => undefined);
    expect(late, 'an account without a role has no live connection').toBeUndefined();
    await (await follow(site, 'eva', 'demo')).see('mia /data/db/demo/v/1/stops/B');
    await mia.show(null);
    await tom.see();
    await mia.show({ path: '/data/db/demo/v/1/stops/C' });
    await tom.see('mia /data/db/demo/v/1/stops/C');
    await mia.leave();
    await tom.see();
  });

  it('holds nothing of a region that somebody does not see, neither of others for them nor of theirs for others', async () => {
    const [nina, tom] = [await follow(site, 'nina', 'demo'), await follow(site, 'tom', 'demo')];
    const north = await follow(site, 'nina', 'up');
    await tom.show({ path: '/data/db/demo/v/1/stops' });
    await nina.show({ path: '/data/db/demo/v/1/stops' });
    await north.show({ path: '/data/db/demo/v/1/stops' });
    const other = await follow(site, 'ida', 'up');
    await north.show({ path: '/data/db/up/v/101/stops' });
    await other.see('nina /data/db/up/v/101/stops');
    expect([nina.messages, tom.others()]).toEqual([[], []]);
    expect(north.others()).toEqual([]);
  });

  it('ignores what is no place, and what comes too often, and shows the last', async () => {
    const [mia, tom] = [await follow(site, 'mia', 'demo'), await follow(site, 'tom', 'demo')];
    for (const bad of [
      'text',
      7,
      [],
      {},
      { path: '//evil.example/' },
      { path: `/data/db/demo/${'x'.repeat(600)}` },
      { path: '/data/db/demo', at: { Lat: 99, Lng: 0 } },
    ])
      await mia.show(bad);
    await mia.show({ path: '/data/db/demo/v/1/schedules' });
    await tom.see('mia /data/db/demo/v/1/schedules');
    const before = tom.messages.length;
    for (let row = 0; row < 40; row++) await mia.show({ path: '/data/db/demo/v/1/schedules', cell: { row: String(row), column: '1' } });
    await tom.see('mia /data/db/demo/v/1/schedules 39');
    expect(tom.messages.length - before).toBeLessThanOrEqual(4);
    for (let row = 100; row < 120; row++) await mia.show({ path: '/data/db/demo/v/1/schedules', cell: { row: String(row), column: '1' } });
    await tom.show({ path: '/data/db/demo' });
    await mia.see('tom /data/db/demo');
    expect(tom.others()).not.toContain('mia /data/db/demo/v/1/schedules 119');
  });

  it('goes to other processes only where people are in the same database, and goes with them', async () => {
    const elsewhere = await startSite(fanout);
    let sent = 0;
    const stop = await fanout.listen(() => (sent += 1));
    const mia = await follow(site, 'mia', 'demo');
    await mia.show({ path: '/data/db/demo/v/1/stops' });
    await mia.show({ path: '/data/db/demo/v/1/schedules' });
    await expect.poll(() => sent).toBe(1);
    const tom = await follow(elsewhere, 'tom', 'demo');
    await tom.see('mia /data/db/demo/v/1/schedules');
    await tom.show({ path: '/data/db/demo/v/1/fares' });
    await mia.see('tom /data/db/demo/v/1/fares');
    await elsewhere.app.close();
    await mia.see();
    await stop();
  });
});

describe('presence in memory', () => {
  const connection = (tab: string, heard: unknown[] = []): Parameters<ReturnType<typeof createPresence>['follow']>[0] => ({
    tab,
    person: `person of ${tab}`,
    name: tab,
    tell: (_target, message) => heard.push(message),
  });

  it('forgets somebody without a sign of life', async () => {
    let now = 0;
    const presence = createPresence({ tell: () => undefined, notify: () => undefined, now: () => now });
    const [mia, tom] = [connection('mia'), connection('tom')];
    presence.follow(mia, 'demo');
    presence.follow(tom, 'demo');
    presence.show(mia, { path: '/data/db/demo' });
    expect(presence.size()).toBe(1);
    now = 11 * 60_000;
    presence.show(tom, { path: '/data/db/demo' });
    presence.sweep();
    expect(presence.size()).toBe(1);
    presence.close();
  });

  it('says to other processes no more than NOTIFY carries', () => {
    const texts: PresenceText[] = [];
    const presence = createPresence({ tell: () => undefined, notify: (text) => texts.push(text) });
    for (let n = 0; n < 60; n++) {
      const one = connection(`tab ${n}`);
      presence.follow(one, 'demo');
      presence.show(one, { path: `/data/db/demo/v/1/stops/${'é'.repeat(200)}` });
    }
    presence.hear('other', { do: 'presence', databaseId: 'demo', tabs: [], say: 'hello' });
    const said = texts.filter(({ tabs }) => tabs.length > 0);
    expect(said.flatMap(({ tabs }) => tabs)).toHaveLength(60);
    for (const text of said) expect(Buffer.byteLength(JSON.stringify({ ...text, from: 'twelve bytes' }))).toBeLessThan(7999);
    presence.close();
  });
});
