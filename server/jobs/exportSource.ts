/** The feed of an export as its writer reads it: the version of one database, those of others beside it, agencies merged, feed info replaced. */
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { AgencyMergingRule, ExportFeedInfo } from '../../src/domain/exports.ts';
import type { FeedSource } from '../feed/exportFeed.ts';
import { type MergedAgencies, mergeAgencies, withMergedAgencies } from './agencyMerging.ts';
import { prefixed } from './transforms/combination.ts';

export interface ExportParts {
  /** Versions of other databases, whose ids are prefixed with `{DbId}:`. */
  readonly others: readonly { readonly DbId: string; readonly versionId: number }[];
  readonly feedInfo: ExportFeedInfo;
  readonly agencyMergingRules: readonly AgencyMergingRule[];
  /** What feed_info.txt must say where the version says nothing of its feed. */
  readonly publisher: { readonly name: string; readonly language: string };
}

export interface ExportSource extends FeedSource {
  readonly merged: MergedAgencies;
}

/** A view of a store in which the version is the feed to be exported. Nothing is written. */
export async function exportSource(store: FeedSource, versionId: number, parts: ExportParts): Promise<ExportSource> {
  const { others, feedInfo, publisher } = parts;
  const ofVersion = { PublisherName: publisher.name, Language: publisher.language, Version: String(versionId) };
  async function* everything<K extends EntityKind>(kind: K): AsyncGenerator<Entity<K>> {
    yield* store.readEntities(versionId, kind);
    // What a feed says of itself is said once: by the database that is exported.
    if (kind === 'Feed') return;
    for (const { DbId, versionId: other } of others) for await (const doc of store.readEntities(other, kind)) yield prefixed(kind, doc, `${DbId}:`);
  }
  const all: Entity<'Agency'>[] = [];
  for await (const agency of everything('Agency')) all.push(agency);
  const merged = mergeAgencies(all, parts.agencyMergingRules);
  const filling: Partial<Entity<'Feed'>> = feedInfo.fill === true ? { ...(await factsOfFeed(everything, merged.agencies)), ...ofVersion } : {};

  async function* read<K extends EntityKind>(kind: K): AsyncGenerator<Entity<K>> {
    if (kind === 'Agency') {
      yield* merged.agencies as readonly Entity<K>[];
      return;
    }
    let feeds = 0;
    for await (const doc of everything(kind)) {
      feeds++;
      const kept = kind === 'Feed' ? filled(withFeedInfo(doc as Entity<'Feed'>, feedInfo), filling) : withMergedAgencies(kind, doc, merged.became);
      if (kept !== undefined) yield kept as Entity<K>;
    }
    if (kind === 'Feed' && feeds === 0 && (feedInfo.url !== '' || feedInfo.contactUrl !== '' || feedInfo.fill === true)) {
      const feed: Entity<'Feed'> = { Id: '1', PublisherName: publisher.name, Language: publisher.language };
      yield filled(withFeedInfo(feed, feedInfo), filling) as Entity<K>;
    }
  }
  return {
    merged,
    readVersion: (id) => store.readVersion(id),
    readEntities: (_versionId, kind) => read(kind),
    listRawFiles: (id) => store.listRawFiles(id),
    readRawFile: (id, name) => store.readRawFile(id, name),
  };
}

function withFeedInfo(feed: Entity<'Feed'>, { url, contactUrl }: ExportFeedInfo): Entity<'Feed'> {
  return { ...feed, ...(url === '' ? {} : { PublisherUrl: url }), ...(contactUrl === '' ? {} : { ContactUrl: contactUrl }) };
}

/** A feed with values for what it leaves empty. A contact address is one of two kinds: where one is given the other stays empty. */
function filled(feed: Entity<'Feed'>, values: Partial<Entity<'Feed'>>): Entity<'Feed'> {
  const { ContactEmail, ...others } = values;
  const given = Object.fromEntries(Object.entries(feed).filter(([, value]) => value !== undefined && value !== ''));
  const contact = given['ContactUrl'] === undefined && ContactEmail !== undefined ? { ContactEmail } : {};
  return { ...others, ...contact, ...given, Id: feed.Id };
}

/** What agencies and calendars say of a feed: address and contact of the first agency that has one, first and last day of all calendars. */
async function factsOfFeed(
  everything: (kind: 'Schedule') => AsyncIterable<Entity<'Schedule'>>,
  agencies: readonly Entity<'Agency'>[],
): Promise<Partial<Entity<'Feed'>>> {
  let first: string | undefined;
  let last: string | undefined;
  for await (const { Calendar } of everything('Schedule')) {
    if (Calendar.Exceptions.length === 0 && Calendar.fromDate > Calendar.toDate) continue;
    if (first === undefined || Calendar.fromDate < first) first = Calendar.fromDate;
    if (last === undefined || Calendar.toDate > last) last = Calendar.toDate;
  }
  const url = agencies.find(({ Url }) => Url)?.Url;
  const email = agencies.find(({ Email }) => Email)?.Email;
  return {
    ...(url && { PublisherUrl: url }),
    ...(email && { ContactEmail: email }),
    ...(first !== undefined && { StartDate: first.replaceAll('-', '') }),
    ...(last !== undefined && { EndDate: last.replaceAll('-', '') }),
  };
}
