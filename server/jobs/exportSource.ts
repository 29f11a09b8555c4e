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
  async function* everything<K extends EntityKind>(kind: K): AsyncGenerator<Entity<K>> {
    yield* store.readEntities(versionId, kind);
    // What a feed says of itself is said once: by the database that is exported.
    if (kind === 'Feed') return;
    for (const { DbId, versionId: other } of others) for await (const doc of store.readEntities(other, kind)) yield prefixed(kind, doc, `${DbId}:`);
  }
  const all: Entity<'Agency'>[] = [];
  for await (const agency of everything('Agency')) all.push(agency);
  const merged = mergeAgencies(all, parts.agencyMergingRules);

  async function* read<K extends EntityKind>(kind: K): AsyncGenerator<Entity<K>> {
    if (kind === 'Agency') {
      yield* merged.agencies as readonly Entity<K>[];
      return;
    }
    let feeds = 0;
    for await (const doc of everything(kind)) {
      feeds++;
      const kept = kind === 'Feed' ? withFeedInfo(doc as Entity<'Feed'>, feedInfo) : withMergedAgencies(kind, doc, merged.became);
      if (kept !== undefined) yield kept as Entity<K>;
    }
    if (kind === 'Feed' && feeds === 0 && (feedInfo.url !== '' || feedInfo.contactUrl !== '')) {
      const feed: Entity<'Feed'> = { Id: '1', PublisherName: publisher.name, Language: publisher.language };
      yield withFeedInfo(feed, feedInfo) as Entity<K>;
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
