import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../src/contract/comparer.ts';
import type { LineNotes } from '../../src/domain/comparer/releaseNotes.ts';
import { type Chance, chanceOf } from '../laws/chance.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

async function notes(a: number, b: number): Promise<readonly LineNotes[]> {
  const answer = await product.call(contract.readReleaseNotes, { query: { a, b } });
  expect(answer.status, answer.text).toBe(200);
  return contract.readReleaseNotes.reply.parse(answer.body).Lines;
}

const LINES = 24;
const STOPS = 30;

/** A network as plain values, so that changes can be made to it. */
interface Plain {
  stops: { id: string; name: string; lat: number }[];
  lines: { id: string; name: string; transport: string; to: string; times: number[]; days: number; stops: number[]; color: string }[];
}

function network(): Plain {
  return {
    stops: Array.from({ length: STOPS }, (_, at) => ({ id: `s${at}`, name: `Stop ${at}`, lat: 52 + at / 100 })),
    lines: Array.from({ length: LINES }, (_, at) => ({
      id: `${at}_20260101`,
      name: String(at),
      transport: `t${at}`,
      to: '2026-12-31',
      times: [5, 8, 12, 17, 22].map((hour) => hour * 3600),
      days: 31,
      stops: [at, at + 1, at + 2],
      color: '0055AA',
    })),
  };
}

function documentsOf({ stops, lines }: Plain): Document[] {
  return [
    ...stops.map(({ id, name, lat }): Document => ({
      kind: 'Stop',
      doc: { Id: id, Name: name, Type: 0, Coordinate: { Lat: lat, Lng: 5 }, WheelchairBoarding: 0 },
    })),
    ...lines.flatMap(({ id, name, transport, to, times, days, stops: at, color }): Document[] => [
      {
        kind: 'Schedule',
        doc: {
          Id: id,
          Name: name,
          ExternalTransportId: transport,
          Color: color,
          IsBaseSchedule: true,
          Calendar: { fromDate: '2026-01-01', toDate: to, Exceptions: [] },
        },
      },
      {
        kind: 'Track',
        doc: { ScheduleId: id, Id: 'a-b', Name: 'Out', Direction: 'Forward', Visible: true, Stops: at.map((one) => ({ StopId: `s${one}` })) },
      },
      {
        kind: 'Timetable',
        doc: {
          ScheduleId: id,
          TrackId: 'a-b',
          Number: 1,
          Days: days,
          ArrivalOffsets: at.map((_, place) => place * 120),
          DepartureOffsets: at.map((_, place) => place * 120),
          Departures: times.toSorted((x, y) => x - y).map((Time) => ({ Type: 'Exact', Time })),
        },
      },
    ]),
  ];
}

type Line = Plain['lines'][number];

/** Changes of one line, each of which riders or partners can see. */
const CHANGES: readonly ((line: Line, chance: Chance) => void)[] = [
  (line, chance) => line.times.push(60 * (1500 + chance.below(200))),
  (line) => line.times.pop(),
  (line) => (line.times[0] = (line.times[0] ?? 0) + 240),
  (line) => (line.days = 127),
  (line) => (line.to = '2027-01-31'),
  (line) => (line.stops = line.stops.toReversed()),
  (line) => line.stops.pop(),
  (line) => (line.name = `${line.name}X`),
  (line) => (line.color = 'AA0000'),
];

describe('release notes', () => {
  it('of 100 generated changes name every changed line and nothing else', async () => {
    const chance = chanceOf(7);
    const a = await product.version(documentsOf(network()));
    let made = 0;
    while (made < 100) {
      const now = network();
      const changed = new Set<string>();
      const round = 1 + chance.below(12);
      for (let n = 0; n < round; n++) {
        const at = chance.below(LINES + 4);
        const line = now.lines[at];
        if (line) {
          if (changed.has(line.transport)) continue;
          CHANGES[chance.below(CHANGES.length)]?.(line, chance);
          changed.add(line.transport);
        } else {
          const stop = chance.below(STOPS);
          const one = now.stops[stop];
          if (!one || one.name.endsWith('!')) continue;
          if (chance.below(2) === 0) one.lat += 0.001;
          one.name += '!';
          // the lines as they were or are: a line that no longer serves it is changed already
          for (const { transport, stops } of network().lines) if (stops.includes(stop)) changed.add(transport);
        }
        made += 1;
      }
      const found = await notes(a, await product.version(documentsOf(now)));
      const transports = found.map(({ Id }) => now.lines.find(({ id }) => id === Id)?.transport ?? Id);
      expect(new Set(transports)).toEqual(changed);
      expect(transports).toHaveLength(changed.size);
      expect(found.filter(({ Notes }) => Notes.length === 0)).toEqual([]);
    }
  });

  it('name lines that are new, withdrawn, or have a further timetable', async () => {
    const before = network();
    const after = network();
    const [first] = after.lines.splice(0, 1);
    after.lines.push({ ...(first ?? before.lines[0]!), id: 'new_20260101', name: '99', transport: 't99', stops: [27, 28, 29] });
    const second = after.lines[3];
    if (second) after.lines.push({ ...second, id: '4_20270101', to: '2027-12-31', times: [...second.times, 23 * 3600] });
    const found = await notes(await product.version(documentsOf(before)), await product.version(documentsOf(after)));
    expect(found).toEqual([
      { Id: '0_20260101', Name: '0', LongName: '', Notes: [{ Kind: 'lineGone' }] },
      {
        Id: '4_20270101',
        Name: '4',
        LongName: '',
        Notes: [
          { Kind: 'newSchedule', From: '2026-01-01', To: '2027-12-31' },
          { Kind: 'moreTrips', Days: 31, Count: 1, From: 82_800, To: 82_800 },
          { Kind: 'lastTrip', Days: 31, Before: 79_200, After: 82_800 },
        ],
      },
      { Id: 'new_20260101', Name: '99', LongName: '', Notes: [{ Kind: 'newLine', From: '2026-01-01', To: '2026-12-31' }] },
    ]);
  });

  it('of a version and itself are none', async () => {
    const a = await product.version(documentsOf(network()));
    expect(await notes(a, a)).toEqual([]);
  });
});
