import { createServer } from 'node:net';
import { ConfigError } from './config.ts';
import { BrokerUnreachable } from './store/broker.ts';
import { isDiskFull } from './store/engine.ts';
import { FolderInUse } from './store/folderLock.ts';
import { SchemaNewer } from './store/migrate.ts';
import { DatabaseDamaged } from './store/pglite.ts';
import { DatabaseUnreachable } from './store/postgres.ts';

/** Why a start failed, with the next step. Stack and causes are printed only for unexpected errors. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return `The settings cannot be used:\n${error.message}`;
  if ([FolderInUse, SchemaNewer, DatabaseDamaged, DatabaseUnreachable, BrokerUnreachable].some((known) => error instanceof known))
    return error.message;
  if (isDiskFull(error)) return 'The disk is full. Make space where DATA_DIR (or PostgreSQL) lies, and start again.';
  const { code, path } = detailsOf(error);
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Stop it, or choose another with PORT=...';
  if (code === 'EACCES' && path === undefined) return 'The port may only be used by an administrator. Choose one above 1023 with PORT=...';
  if (path !== undefined && ['EACCES', 'EPERM', 'EROFS'].includes(code ?? ''))
    return `${path} cannot be written (${code}). Give it to the account that runs DMP, or choose another folder with DATA_DIR=...`;
  if (path !== undefined && ['ENOTDIR', 'EEXIST', 'ENOENT'].includes(code ?? ''))
    return `${path} cannot be made a folder (${code}). Choose another with DATA_DIR=...`;
  const cause = error.cause instanceof Error ? `\n${error.cause.stack ?? error.cause.message}` : '';
  return `${error.stack ?? error.message}${cause}`;
}

/** Fails at once where something else listens at an address: the database takes seconds to open. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

function detailsOf(error: Error): { readonly code: string | undefined; readonly path: string | undefined } {
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? value : undefined;
  };
  return { code: field('code'), path: field('path') };
}
