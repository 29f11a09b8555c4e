/**
 * Where regions, databases and versions are kept, as the rest of the server sees it. Two engines stand behind it with the
 * same SQL: PGlite in a worker thread (nothing to install) and PostgreSQL by DATABASE_URL.
 */
import type { Fanout } from './fanout.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';
import type { Database, Region, Version } from '../../src/domain/versions.ts';
import type { DocumentBatch } from './documentBatch.ts';
import type { Db } from './tables.ts';

/** The open store. `openStore` of openStore.ts makes one. */
export interface Store {
  readonly engine: 'pglite' | 'postgres';
  /** Whether no region has ever been made: the first start. */
  isEmpty(): Promise<boolean>;
  listRegions(): Promise<Region[]>;
  /** Makes the region unless one of that key is there; returns whether it made it. */
  createRegion(region: NewRegion): Promise<boolean>;
  listDatabases(): Promise<Database[]>;
  readDatabase(id: string): Promise<Database | undefined>;
  /** Makes the database unless one of that id is there; returns whether it made it. */
  createDatabase(database: NewDatabase): Promise<boolean>;
  /** Versions of a database, newest first; those still being saved have Completed false. */
  listVersions(databaseId: string): Promise<Version[]>;
  readVersion(versionId: number): Promise<Version | undefined>;
  /**
   * Starts writing a whole version. Nothing of it can be read as a version until `finish`; what a killed process leaves
   * behind is removed at the next start.
   */
  beginVersion(input: NewVersion): Promise<VersionWriter>;
  /**
   * Documents of a kind in the order of their ids, page by page. Each is whole; an edit that lands while the reading goes
   * on may or may not be among them (a finished version never changes).
   */
  readEntities<K extends EntityKind>(versionId: number, kind: K): AsyncIterable<Entity<K>>;
  /** One document with its revision (0 while unchanged since the version's base); undefined where there is none. */
  getEntity<K extends EntityKind>(versionId: number, kind: K, id: string): Promise<{ doc: Entity<K>; rev: number } | undefined>;
  /** Raw files kept with a version, by name. */
  listRawFiles(versionId: number): Promise<{ name: string; size: number }[]>;
  readRawFile(versionId: number, name: string): Promise<Uint8Array | undefined>;
  /** What the reading of the version's source had to say, in the order it was reported. */
  listMessages(versionId: number): Promise<ImportMessage[]>;
  readonly fanout: Fanout;
  /** Waits for what runs, writes everything to disk and lets the data folder go. */
  close(): Promise<void>;
}

export interface NewRegion extends Omit<Region, 'Databases' | 'Permissions'> {
  readonly ReadOnly?: boolean;
}

export interface NewDatabase {
  readonly Id: string;
  readonly Name: string;
  readonly RegionKey: string;
  readonly ReadOnly?: boolean;
}

/** The state a version has once it is written. A published one counts as published on its date. */
export type NewVersionState = 'editable' | 'completed' | 'published' | 'archived';

export interface NewVersion {
  readonly databaseId: string;
  /** At most 128 characters. */
  readonly name: string;
  /** Where it came from: a file name, `demo`, ... */
  readonly source: string;
  /** Who made it: an e-mail address, or `command line`, `demo`. */
  readonly author: string;
  readonly state: NewVersionState;
  /** ISO moment to show as the version's date instead of now. */
  readonly date?: string;
  /** Of what file it is made (uuidOf): an upload of the same file then takes its documents from this version. */
  readonly sourceHash?: string;
  /** The version for which this one is only the workshop: it is never listed (layers.ts). */
  readonly restores?: number;
}

/** Writes the documents of one version. Await `add` when it answers a promise: that is the back-pressure. */
export interface VersionWriter {
  readonly versionId: number;
  /** Adds a document. Its id must be new in its kind: a second one of the same id makes `finish` fail. */
  add<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined;
  /** The same for documents made ready elsewhere (a worker thread). Answers when they are written; others may be added before. */
  addBatch(batch: DocumentBatch): Promise<void>;
  /** Keeps a file of the source verbatim, for what the model does not name. */
  addRawFile(name: string, bytes: Uint8Array): Promise<void>;
  reportMessage(message: ImportMessage): void;
  /** Makes the version visible, all at once, and its first reading quick. */
  finish(): Promise<FinishedVersion>;
  /** The first half of `finish`, for those who answer somebody in between; `also` happens in the same transaction, or neither does. */
  show(also?: (tx: Db) => Promise<void>): Promise<FinishedVersion>;
  /** The other half. Until it is done lists and maps of a large version take longer to come. */
  settle(): Promise<void>;
  /** Leaves nothing behind. Safe to call at any time, also after a failure. */
  abort(): Promise<void>;
}

export interface FinishedVersion {
  readonly versionId: number;
  /** Documents of each kind that has any. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface ImportMessage {
  readonly severity: 'error' | 'warning' | 'info';
  readonly file: string;
  /** From 1, the header being line 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly reason: string;
  /** The row as the source had it, when it was left out. */
  readonly row?: Readonly<Record<string, string>>;
}
