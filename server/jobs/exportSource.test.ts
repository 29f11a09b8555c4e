import { expect, test } from 'vitest';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { ExportFeedInfo } from '../../src/domain/exports.ts';
import type { FeedSource } from '../feed/exportFeed.ts';
import { exportSource } from './exportSource.ts';

const calendar = (fromDate: string, toDate: string) => ({ fromDate, toDate, Exceptions: [] });
const DOCUMENTS = {
  Agency: [
    { Id: 'a', Name: 'Trams' },
    { Id: 'b', Name: 'Buses', Url: 'https://buses.example', Email: 'office@buses.example' },
  ],
  Schedule: [
    { Id: '1', Name: '1', Calendar: calendar('2026-03-01', '2026-06-30') },
    { Id: '2', Name: '2', Calendar: calendar('2026-01-05', '2026-05-31') },
  ],
};

/** What feed_info.txt of an export of version 12 says. */
async function feedOf(stored: object | undefined, feedInfo: ExportFeedInfo): Promise<readonly unknown[]> {
  const documents: Readonly<Partial<Record<EntityKind, readonly object[]>>> = { ...DOCUMENTS, ...(stored && { Feed: [{ Id: '1', ...stored }] }) };
  const store: FeedSource = {
    readVersion: () => Promise.resolve(undefined),
    async *readEntities<K extends EntityKind>(_version: number, kind: K) {
      for (const doc of documents[kind] ?? []) yield await Promise.resolve(doc as Entity<K>);
    },
    listRawFiles: () => Promise.resolve([]),
    readRawFile: () => Promise.resolve(undefined),
  };
  const source = await exportSource(store, 12, {
    others: [],
    feedInfo,
    agencyMergingRules: [],
    publisher: { name: 'Testland', language: 'en' },
  });
  const feeds: unknown[] = [];
  for await (const feed of source.readEntities(12, 'Feed')) feeds.push(feed);
  return feeds;
}

const NOTHING = { url: '', contactUrl: '' };

test('feed info is exported as it is stored, with the two addresses of the export', async () => {
  expect(await feedOf(undefined, NOTHING)).toEqual([]);
  expect(await feedOf({ Version: '7' }, NOTHING)).toEqual([{ Id: '1', Version: '7' }]);
  expect(await feedOf({ Version: '7' }, { ...NOTHING, url: 'https://feeds.example' })).toEqual([
    { Id: '1', Version: '7', PublisherUrl: 'https://feeds.example' },
  ]);
});

test('where it is asked for, what is empty is filled in: region, first agency with an address, calendars, number of the version', async () => {
  const made = {
    Id: '1',
    PublisherName: 'Testland',
    PublisherUrl: 'https://buses.example',
    Language: 'en',
    StartDate: '20260105',
    EndDate: '20260630',
    Version: '12',
    ContactEmail: 'office@buses.example',
  };
  expect(await feedOf(undefined, { ...NOTHING, fill: true })).toEqual([made]);
  // what is stored, and what the export says, comes first; one way of contact is enough
  expect(await feedOf({ PublisherName: 'City', EndDate: '20261231' }, { url: '', contactUrl: 'https://c.example', fill: true })).toEqual([
    {
      Id: '1',
      PublisherName: 'City',
      PublisherUrl: 'https://buses.example',
      Language: 'en',
      StartDate: '20260105',
      EndDate: '20261231',
      Version: '12',
      ContactUrl: 'https://c.example',
    },
  ]);
});
