import { afterAll, expect, test } from 'vitest';
import { aFeed, removeFeeds } from '../../test/builders/gtfsZip.ts';
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
