import type { IncomingMessage } from 'node:http';
import { importUrl } from '../../../src/domain/taskTemplates/imports.ts';
import { addressOfTask } from '../../../src/domain/taskTemplates/secretServers.ts';
import { fetchChecked } from '../../addresses.ts';
import { type ImportSource, readImportSource, wasAccepted } from '../../store/importSources.ts';
import { readVersion } from '../../store/versions.ts';
import { importFile, receiveFile } from './importFile.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** Fetches a feed from an address and makes a version of it. If the file has not changed since the last import, the run continues with the version made then. */
export async function runImportUrl(context: TaskContext): Promise<TaskOutcome> {
  const { task, place, log, signal } = context;
  const values = importUrl.parameters.parse(context.values);
  const before = values.always ? undefined : await knownBefore(context, values.url);
  log.info(`Fetching ${withoutSecrets(values.url)}`);
  const { answer, url } = await fetchChecked(values.url, {
    headers: { ...headersOf(values.headers), ...(before ? conditionsOf(before) : {}) },
    signal,
    rules: place.addresses,
    ...(values.authorization === '' ? {} : { authorization: await place.secrets.read(values.authorization, addressOfTask(values)) }),
  });
  if (answer.statusCode === 304 && before !== undefined) {
    answer.destroy();
    log.info(`${url.host} says that the file has not changed since version ${before.versionId} was made of it. No new version.`);
    return { end: { status: 2, outputVersionId: before.versionId } };
  }
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new TaskFailed(`${url.host} answers with ${answer.statusCode ?? 0}${WORDS[answer.statusCode ?? 0] ?? ''}. Nothing was imported.`);
  }
  const file = await receiveFile(context, answer, { total: lengthOf(answer), from: url.host });
  if (before !== undefined && before.hash === file.hash) {
    log.info(`The file is the same as the one that version ${before.versionId} was made of. No new version.`);
    return { end: { status: 2, outputVersionId: before.versionId } };
  }
  const source: Omit<ImportSource, 'versionId'> = {
    address: values.url,
    etag: answer.headers.etag ?? null,
    modified: answer.headers['last-modified'] ?? null,
    hash: file.hash,
  };
  return importFile(context, file, { ...values, fileName: nameOf(url), source, databaseId: task.databaseId });
}

/** What an address gave the last time, where the version made of it can be worked on: it is there, and no errors of its feed wait for approval. */
async function knownBefore({ task, place }: TaskContext, address: string): Promise<ImportSource | undefined> {
  const { db } = place.store.sql;
  const source = await readImportSource(db, task.databaseId, address);
  if (source === undefined) return undefined;
  const version = await readVersion(db, source.versionId);
  if (version === undefined || version.Archived) return undefined;
  return (await wasAccepted(db, source.versionId)) ? source : undefined;
}

function conditionsOf({ etag, modified }: ImportSource): Record<string, string> {
  return { ...(etag === null ? {} : { 'if-none-match': etag }), ...(modified === null ? {} : { 'if-modified-since': modified }) };
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const match = /^([A-Za-z0-9-]{1,80}):\s*([\x20-\x7e]*)$/.exec(line);
      if (match === null) throw new TaskFailed(`The header "${line.slice(0, 80)}" is not written as Name: value.`);
      return [match[1]?.toLowerCase() ?? '', match[2] ?? ''];
    }),
  );
}

function lengthOf(answer: IncomingMessage): number {
  return Number(answer.headers['content-length'] ?? 0) || 0;
}

function nameOf(url: URL): string {
  const name = decodeURIComponent(url.pathname.split('/').pop() ?? '');
  return name === '' ? url.host : name;
}

/** An address as it may be written down: without the user, password and query that may be secret. */
function withoutSecrets(text: string): string {
  const url = new URL(text);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?...'}`;
}

const WORDS: Readonly<Record<number, string>> = {
  401: ' (it wants a login)',
  403: ' (it is forbidden)',
  404: ' (there is no such file)',
  429: ' (it was asked too often)',
  500: ' (it is in trouble itself)',
  503: ' (it is not available at this time)',
};
