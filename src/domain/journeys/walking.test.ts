import { describe, expect, it } from 'vitest';
import type { Pathway } from '../model/pathway.ts';
import type { Transfer } from '../model/transfer.ts';
import type { Timetable } from '../model/timetable.ts';
import { JourneyNetwork } from './network.ts';
import { patternsOf } from './patterns.ts';
import { Walking, type WalkedStop } from './walking.ts';

/** Stops on a meridian: 0.001 degrees are 111.195 m. */
const stop = (Id: string, thousandths: number, ParentId?: string): WalkedStop => ({
  Id,
  Coordinate: { Lat: 52 + thousandths / 1000, Lng: 5 },
  ...(ParentId === undefined ? {} : { ParentId }),
});

function walking(stops: readonly WalkedStop[], more: { transfers?: readonly Transfer[]; pathways?: readonly Pathway[] } = {}) {
  const network = new JourneyNetwork();
  const offsets = stops.map((_, call) => call * 60);
  const timetable: Timetable = {
    ScheduleId: 'L',
    TrackId: 't',
    Number: 1,
    Days: 127,
    ArrivalOffsets: offsets,
    DepartureOffsets: offsets,
    Departures: [{ Type: 'Exact', Time: 28_800 }],
  };
  const Stops = stops.filter(({ Id }) => !Id.startsWith('station')).map(({ Id }) => ({ StopId: Id }));
  network.setTrack(
    'L/t',
    patternsOf({ ScheduleId: 'L', Id: 't', Name: '', Direction: 'Forward', Visible: true, Stops }, [timetable], (_, day) => day === 0),
  );
  const walks = new Walking(network, {
    stops: new Map(stops.map((one) => [one.Id, one])),
    transfers: more.transfers ?? [],
    pathways: more.pathways ?? [],
  });
  const named = (list: readonly { stop: number; seconds: number }[]) =>
    Object.fromEntries(list.map((walk) => [network.idOf(walk.stop), walk.seconds]));
  return {
    from: (id: string) => named(walks.from(network.numberOf(id) ?? -1)),
    to: (id: string) => named(walks.to(network.numberOf(id) ?? -1)),
    around: (id: string) => named(walks.aroundStop(id)),
  };
}

const transfer = (StopIdFrom: string, StopIdTo: string, Type: number, Time?: number): Transfer => ({
  Id: `${StopIdFrom}-${StopIdTo}`,
  StopIdFrom,
  StopIdTo,
  Type,
  ...(Time === undefined ? {} : { Time }),
});

describe('walks between stops', () => {
  it('walks 400 m in a straight line at most, and changes within a minute at one stop', () => {
    // 333.6 m x 1.3 / 1.2 m/s = 362 s, and 60 s for the change; 444.8 m is too far
    expect(walking([stop('a', 0), stop('b', 3), stop('c', 7)]).from('a')).toEqual({ a: 60, b: 422 });
  });

  it('takes the time of a transfer, and walks nowhere that a transfer rules out', () => {
    const stops = [stop('a', 0), stop('b', 1), stop('c', 20)];
    const walks = walking(stops, { transfers: [transfer('a', 'b', 3), transfer('a', 'c', 2, 900), transfer('a', 'a', 2, 0)] });
    expect(walks.from('a')).toEqual({ a: 0, c: 900 });
    expect(walks.to('c')).toEqual({ a: 900, c: 60 });
    expect(walks.from('b')).toEqual({ a: 181, b: 60 });
  });

  it('leaves transfers of single lines aside', () => {
    const walks = walking([stop('a', 0), stop('c', 20)], { transfers: [{ ...transfer('a', 'c', 2, 900), RouteIdFrom: '7' }] });
    expect(walks.from('a')).toEqual({ a: 60 });
  });

  it('follows the pathways of a station, also where they are longer than a straight line, and only the way they lead', () => {
    const stops = [stop('station', 0), stop('a', 0, 'station'), stop('b', 1, 'station'), stop('c', 1, 'station')];
    const pathway = (FromStopId: string, ToStopId: string, IsBidirectional: boolean, TraversalTime: number): Pathway => ({
      Id: `${FromStopId}-${ToStopId}`,
      Mode: 1,
      IsBidirectional,
      FromStopId,
      ToStopId,
      TraversalTime,
    });
    const walks = walking(stops, {
      pathways: [pathway('a', 'station', true, 200), pathway('station', 'b', false, 100), pathway('c', 'station', true, 5)],
    });
    expect(walks.from('a')).toEqual({ a: 60, b: 360, c: 265 });
    expect(walks.from('b')).toEqual({ b: 60 });
  });

  it('begins at every stop of a station without a walk', () => {
    const stops = [stop('station', 0), stop('a', 0, 'station'), stop('b', 1, 'station'), stop('c', 2)];
    // c is 222.4 m away: 241 s
    expect(walking(stops).around('station')).toEqual({ a: 0, b: 0, c: 241 });
  });
});
