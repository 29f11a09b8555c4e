import { listStops } from '../../src/contract/stops.ts';
import { editStopField } from '../server/stopCalls.ts';
import { urlOf } from '../../src/contract/route.ts';
import type { StopField } from '../../src/domain/model/stop.ts';
import { type DemoKey, signInByHttp } from './signInByHttp.ts';

let edits = 0;

/** Somebody else changes a field of a stop, at another screen; of the nth stop where a number is given. */
export async function colleagueEdits(
  site: string,
  versionId: number,
  stop: string | number,
  field: StopField,
  value: string,
  as: DemoKey = 'editor',
): Promise<void> {
  const { access_token: token } = await signInByHttp(site, as);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const listed = await fetch(site + urlOf(listStops, { params: { versionId } }), { headers });
  const { Stops } = listStops.reply.parse(await listed.json());
  const stopId = typeof stop === 'number' ? (Stops[stop]?.Id ?? '') : stop;
  const rev = Stops.find(({ Id }) => Id === stopId)?.Rev ?? 0;
  edits += 1;
  const answer = await fetch(site + urlOf(editStopField, { params: { versionId, field } }), {
    method: 'POST',
    headers: { ...headers, 'if-match': `"${rev}"`, 'idempotency-key': `colleague:${process.pid}-${Date.now()}-${edits}` },
    body: JSON.stringify({ stopId, value }),
  });
  if (!answer.ok) throw new Error(`The colleague's edit was refused: ${answer.status} ${await answer.text()}`);
}
