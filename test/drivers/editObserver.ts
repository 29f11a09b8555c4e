import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { z } from 'zod';
import { readLiveToken, VersionChanged, watchVersions } from '../../src/contract/notifications.ts';
import { type CallInput, type ReplyOf, type Route, urlOf } from '../../src/contract/route.ts';
import { listEdits } from '../../src/contract/versions.ts';
import { signInByHttp } from './signInByHttp.ts';

/** Somebody else who looks at a version and writes down every edit the server tells of, in the order they were done. */
export interface EditObserver {
  readonly heard: readonly VersionChanged[];
  /** The version as the server has it now: how many edits it holds, and the entities they changed. */
  now(): Promise<ReplyOf<typeof listEdits>>;
  stop(): Promise<void>;
}

/** Signs in as a viewer, without a browser, and watches a version. */
export async function observeEdits(site: string, versionId: number): Promise<EditObserver> {
  const heard: VersionChanged[] = [];
  const { url, accessToken } = await call(site, await tokenOf(site), readLiveToken, {});
  const connection = new HubConnectionBuilder()
    .withUrl(new URL(url, site).href, { accessTokenFactory: () => accessToken })
    .configureLogging(LogLevel.None)
    .build();
  connection.on('versionChanged', (message: unknown) => heard.push(VersionChanged.parse(message)));
  await connection.start();
  await call(site, await tokenOf(site), watchVersions, { body: { connectionId: connection.connectionId ?? '', versionIds: [versionId] } });
  return { heard, now: () => editsOf(site, versionId), stop: () => connection.stop() };
}

/** What a version holds now, asked by a viewer without a browser. */
export async function editsOf(site: string, versionId: number): Promise<ReplyOf<typeof listEdits>> {
  return call(site, await tokenOf(site), listEdits, { params: { versionId }, query: { since: 0 } });
}

async function tokenOf(site: string): Promise<string> {
  return (await signInByHttp(site, 'viewer')).access_token;
}

async function call<R extends Route>(site: string, token: string, route: R, input: CallInput<R>): Promise<ReplyOf<R>> {
  const answer = await fetch(site + urlOf(route, input), {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${route.name}: ${answer.status} ${JSON.stringify(body)}`);
  return z.parse(route.reply, body) as ReplyOf<R>;
}
