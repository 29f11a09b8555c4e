import { castDraft, freeze, produce } from 'immer';
import { expect, test } from 'vitest';
import type { StopDetails } from '../domain/stopDetails.ts';
import { linkListQuery, linkQuery, listedLinks, pathwayRows, transferRows } from './overlays.ts';
import { emptyVersion, IDLE } from './state.ts';

test('an Id filter with match=Exact narrows the list and opens the details of what it names [E042]', () => {
  expect(listedLinks('?list=pathways&Id=P1&match=Exact&condition=And')).toEqual({ list: 'pathways', among: ['P1'], ids: ['P1'] });
  expect(listedLinks('?list=transfers&Id=T1')).toEqual({ list: 'transfers', among: [], ids: [] });
  expect(listedLinks('?list=stops')).toBeUndefined();
  expect(linkListQuery('transfers', ['T1', 'T2'])).toBe('?list=transfers&Id=T1&Id=T2&match=Exact&condition=Or');
});

test('opening one row keeps the search of its list; another list is opened whole', () => {
  expect(linkQuery('?list=pathways&Mode=2&item=P1', 'pathways', 'P 2')).toBe('?list=pathways&Mode=2&item=P%202');
  expect(linkQuery('?list=pathways&Mode=2&item=P1', 'pathways', undefined)).toBe('?list=pathways&Mode=2');
  expect(linkQuery('?query=harbour', 'transfers', 'T1')).toBe('?list=transfers&item=T1');
  expect(listedLinks('?list=pathways&Mode=2&item=P2')).toEqual({ list: 'pathways', among: [], ids: ['P2'] });
});

test('a row chosen among several that the address names shows its own details and leaves the list as it is', () => {
  const several = linkListQuery('pathways', ['P1', 'P2']);
  expect(listedLinks(linkQuery(several, 'pathways', 'P2'))).toEqual({ list: 'pathways', among: ['P1', 'P2'], ids: ['P2'] });
  expect(linkQuery(linkQuery(several, 'pathways', 'P2'), 'pathways', undefined)).toBe(several);
});

test('transfers and pathways that are not saved yet go into details that have just arrived, and the answer stays as it came', () => {
  const answer: StopDetails = freeze(
    {
      Stop: { Id: 'S1', Name: 'One', Type: 0, Coordinate: null, WheelchairBoarding: 0 },
      Rev: 0,
      Transfers: [],
      Pathways: [],
      Schedules: [],
      Agencies: [],
      StopNames: {},
    },
    true,
  );
  const version = produce(emptyVersion(1), (draft) => {
    draft.stopDetails['S1'] = castDraft({ ...IDLE, messages: [], value: answer });
    transferRows.fold(draft, 'T1', { Id: 'T1', StopIdFrom: 'S1', StopIdTo: 'S2', Type: 0 }, 0);
    pathwayRows.fold(draft, 'P1', { Id: 'P1', FromStopId: 'S2', ToStopId: 'S1', Mode: 1, IsBidirectional: false }, 0);
  });
  const { Transfers, Pathways } = version.stopDetails['S1']?.value ?? answer;
  expect([Transfers.map(({ Id }) => Id), Pathways.map(({ Id }) => Id)]).toEqual([['T1'], ['P1']]);
  expect([answer.Transfers, answer.Pathways]).toEqual([[], []]);
});
