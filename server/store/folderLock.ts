/**
 * One process per data folder. PGlite has no lock of its own: two processes on one folder both start, both acknowledge
 * writes, and afterwards a part of them is gone.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { clearInterval, pause, randomUUID, setInterval, timeNow } from '../surroundings.ts';

/** The held lock. */
export interface FolderLock {
  /** Name of the holder, new with every start. */
  readonly holder: string;
  release(): void;
}

/** The folder is in use; the message says by whom. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Takes the lock `name` in a folder, or throws FolderInUse. A lock left by a killed process is taken over: on the same
 * machine at once, of another machine (a shared or copied volume) when it gave no sign of life for 20 seconds.
 */
export async function lockFolder(folder: string, name = 'in-use.lock'): Promise<FolderLock> {
  const path = join(folder, name);
  const mine: Holder = { id: randomUUID(), pid: process.pid, host: hostname(), started: startOf(process.pid) };
  for (const until = timeNow() + STALE_MS + 2 * BEAT_MS; ;) {
    if (tryCreate(path, mine)) break;
    const state = look(path);
    if (state.kind === 'gone') continue;
    if (state.kind === 'dead') {
      takeOver(path, state.text);
      continue;
    }
    if (state.kind === 'alive' || timeNow() > until) throw new FolderInUse(state.message);
    await pause(500);
  }

  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(timeNow()), new Date(timeNow()));
    } catch {
      // The folder was removed under us; the database will say so itself.
    }
  }, BEAT_MS).unref();
  const release = (): void => {
    clearInterval(beat);
    if (readText(path)?.includes(mine.id)) rmSync(path, { force: true });
  };
  return { holder: mine.id, release };
}

const BEAT_MS = 5000;
const STALE_MS = 20_000;

const HolderSchema = z.object({ id: z.string(), pid: z.number(), host: z.string(), started: z.string() });
type Holder = z.infer<typeof HolderSchema>;

type LockState =
  | { readonly kind: 'gone' }
  | { readonly kind: 'dead'; readonly text: string }
  /** `unsure`: the holder is on another machine, where only its sign of life can be seen. */
  | { readonly kind: 'alive' | 'unsure'; readonly message: string };

function look(path: string): LockState {
  const text = readText(path);
  if (text === undefined) return { kind: 'gone' };
  const read = parseHolder(text);
  if (!read) {
    // Half written: its writer is between two system calls, or died there.
    return ageOf(path) > STALE_MS ? { kind: 'dead', text } : { kind: 'unsure', message: `The lock ${path} cannot be read.` };
  }
  if (read.host === hostname()) {
    if (!isSameProcess(read)) return { kind: 'dead', text };
    return {
      kind: 'alive',
      message: `The data folder is in use by process ${read.pid}. Stop that one first, or give this one a folder of its own (DATA_DIR).`,
    };
  }
  if (ageOf(path) > STALE_MS) return { kind: 'dead', text };
  return {
    kind: 'unsure',
    message: `The data folder is in use by process ${read.pid} on ${read.host}. Stop that one first, or use another folder (DATA_DIR).`,
  };
}

function tryCreate(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes a dead lock, guarded so that of two who find it dead none removes the other's fresh one. */
function takeOver(path: string, text: string): void {
  const guard = `${path}.takeover`;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    if (ageOf(guard) > STALE_MS) rmSync(guard, { force: true });
    return;
  }
  try {
    if (readText(path) === text) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Whether the recorded process still runs, and is not another one that was given its number since. */
function isSameProcess(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  const now = startOf(holder.pid);
  return now === '' || holder.started === '' || now === holder.started;
}

/** When a process was started, in the kernel's ticks; empty where the system does not tell (not Linux). */
function startOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function parseHolder(text: string): Holder | undefined {
  try {
    return HolderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR') || isCode(error, 'ESRCH')) return undefined;
    throw error;
  }
}

function ageOf(path: string): number {
  try {
    return timeNow() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
