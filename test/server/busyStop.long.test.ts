/** The map of stops and agencies of a version with 30,000 schedules: reading it does not stop the product. */
import { expect, it } from 'vitest';
import { listStopAgencies } from '../../src/contract/stops.ts';
import { startTestProduct } from './product.ts';
import { schedule, stopDoc, track } from './smallFeed.ts';

const SCHEDULES = 30_000;
/** Milliseconds. Of work, not of waiting: a busy machine answers later. */
const LIMIT = 1000;

it('the agencies of 30,001 stops, of which one is served by 30,000 schedules, are answered with less than a second of work', async () => {
  const product = await startTestProduct();
  try {
    const numbered = (i: number): string => `s${i}`;
    const versionId = await product.version([
      { kind: 'Agency', doc: { Id: 'tram', Name: 'City trams' } },
      stopDoc('hub'),
      ...Array.from({ length: SCHEDULES }, (_, i) => [
        stopDoc(numbered(i)),
        schedule(numbered(i), `Line ${i}`),
        track(numbered(i), 'out', [numbered(i), 'hub']),
      ]).flat(),
    ]);
    const [began, before] = [performance.now(), process.cpuUsage()];
    const { status, text } = await product.call(listStopAgencies, { params: { versionId } });
    const { user, system } = process.cpuUsage(before);
    console.log(`answered after ${Math.round(performance.now() - began)} ms, with ${Math.round((user + system) / 1000)} ms of work`);
    expect(status).toBe(200);
    expect(Object.keys((JSON.parse(text) as { StopAgenciesMap: object }).StopAgenciesMap)).toHaveLength(SCHEDULES + 1);
    expect((user + system) / 1000).toBeLessThan(LIMIT);
  } finally {
    await product.close();
  }
});
