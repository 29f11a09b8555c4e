/**
 * `npm run bench -- presence`: 50 people in one sheet, each on a connection of their own, move to another cell four times a second. Milliseconds
 * from a place that is said until each of the others has it, and the share of a core that the server takes meanwhile.
 */
import { HubConnectionBuilder, HttpTransportType, LogLevel, type HubConnection } from '@microsoft/signalr';
import { setTimeout as pause } from 'node:timers/promises';
import { PRESENCE_CHANGED, PresenceChanged, SHOW_PLACE } from '../../src/contract/presence.ts';
import { watchVersions } from '../../src/contract/notifications.ts';
import { startProduct } from '../drivers/server.ts';
import { cpuOf, visit, type Visitor } from '../drivers/several.ts';
import { signInByHttp } from '../drivers/signInByHttp.ts';
import { percentiles } from '../server/bigVersion.ts';

const PEOPLE = 50;
const SECONDS = 20;
/** Milliseconds between two cells of one person. */
const EVERY = 250;
/** Of so many messages one is looked at. */
const LOOKED_AT = 10;
const PATH = '/data/db/velmar/v/1/schedules/L1/a-b/timetables';

export async function run(): Promise<Record<string, unknown>> {
  const server = await startProduct({ env: { LOG_LEVEL: 'error', CALLS_PER_SECOND: '100000' } });
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const connections: HubConnection[] = [];
  try {
    const visitors = await Promise.all(
      (['editor', 'viewer'] as const).map(async (who) => visit(server.url, (await signInByHttp(server.url, who)).access_token)),
    );
    for (let n = 0; n < PEOPLE; n++) connections.push(await connect(server.url, visitors[n % visitors.length], sentAt, delays));
    // what the server does after its start is to be over
    let idle = await shareOf(server, 5);
    for (let n = 0; n < 12 && idle > 0.1; n++) idle = await shareOf(server, 5);
    let moving = true;
    const move = async (connection: HubConnection, person: number): Promise<void> => {
      await pause((person * EVERY) / PEOPLE);
      for (let n = 0; moving; n++) {
        const row = `${person} ${n}`;
        sentAt.set(row, performance.now());
        await connection.send(SHOW_PLACE, { path: PATH, cell: { row, column: `1 ${28_800 + 60 * n} 0 ` }, stopId: `V${person}` });
        await pause(EVERY);
      }
    };
    const movers = connections.map(move);
    await pause(2000);
    delays.length = 0;
    const share = await shareOf(server, SECONDS);
    moving = false;
    await Promise.all(movers);
    const { p95_ms } = percentiles(delays);
    return { value: p95_ms, unit: 'ms', p95_ms, cpu_share: share, idle_cpu_share: idle, people: PEOPLE, places_received: delays.length };
  } finally {
    await Promise.all(connections.map((connection) => connection.stop()));
    await server.stop();
  }
}

async function connect(url: string, visitor: Visitor | undefined, sentAt: ReadonlyMap<string, number>, delays: number[]): Promise<HubConnection> {
  if (!visitor) throw new Error('Nobody is signed in');
  const connection = new HubConnectionBuilder()
    .withUrl(`${url}/live`, { accessTokenFactory: async () => (await visitor.liveToken()).accessToken, transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None)
    .build();
  let count = 0;
  connection.on(PRESENCE_CHANGED, (message: unknown) => {
    const now = performance.now();
    // one message in ten is looked at: this process is all 50 browsers, and must not be what is measured
    count += 1;
    if (count % LOOKED_AT !== 0) return;
    for (const { Place } of PresenceChanged.parse(message).Tabs) {
      const at = Place?.cell && sentAt.get(Place.cell.row);
      if (at !== undefined) delays.push(now - at);
    }
  });
  await connection.start();
  const answer = await visitor.call(watchVersions.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ connectionId: connection.connectionId, versionIds: [], databaseId: 'velmar' }),
  });
  if (!answer.ok) throw new Error(`watchVersions: ${answer.status}`);
  return connection;
}

/** Share of a core that the server takes in so many seconds. */
async function shareOf(server: Parameters<typeof cpuOf>[0][number], seconds: number): Promise<number> {
  const [before, began] = [cpuOf([server]), performance.now()];
  await pause(seconds * 1000);
  return Math.round(((cpuOf([server]) - before) / (performance.now() - began)) * 1000) / 1000;
}
