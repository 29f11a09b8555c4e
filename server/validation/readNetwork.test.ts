import { afterAll, expect, test, vi } from 'vitest';
import { aFeed, removeFeeds } from '../../test/builders/gtfsZip.ts';
import { ruleCatalogue } from './catalogue.ts';
import { Checker } from './engine.ts';
import { readNetwork } from './readNetwork.ts';

afterAll(removeFeeds);

test('a bad date is a message with its line, and the reading goes on', async () => {
  const file = await aFeed().withRows('calendar.txt', 'BAD,1,1,1,1,1,0,0,20231345,20260201').withRows('trips.txt', 'R1,WD,T1,Gamma,0').write();
  const { network, messages } = await readNetwork(file);
  expect(messages.filter(({ severity }) => severity === 'error').map(({ file: name, line }) => [name, line])).toEqual([
    ['calendar.txt', 3],
    ['trips.txt', 4],
  ]);
  expect(messages.some(({ reason }) => reason.includes('20231345'))).toBe(true);
  expect(network).toBeDefined();
});

test('an attribution of a trip that is kept as a row names what is there', async () => {
  const file = await aFeed()
    .withRows('trips.txt', 'R1,WD,ONE,Gamma,0')
    .withRows('stop_times.txt', 'ONE,10:00:00,10:00:00,A,1')
    .with('attributions.txt', 'attribution_id,trip_id,organization_name,is_producer\n1,ONE,Org,1\n2,T1,Org,1\n3,GONE,Org,1\n')
    .write();
  const { network } = await readNetwork(file);
  const found = new Checker(ruleCatalogue, network).checkAll().get(121);
  expect([...(found?.values() ?? [])].flatMap(({ cases }) => cases.map(({ Id, Text }) => [Id, Text]))).toEqual([
    ['3', 'No departure has the trip GONE'],
  ]);
});

test('a feed that unpacks to more than the setting allows is not read', async () => {
  vi.stubEnv('UNPACKED_LIMIT_GB', '0.0000001');
  try {
    await expect(readNetwork(await aFeed().write())).rejects.toThrow('(UNPACKED_LIMIT_GB); it is not read.');
  } finally {
    vi.unstubAllEnvs();
  }
});
