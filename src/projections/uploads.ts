/** What the screens of an upload show. */
import type { Database } from '../domain/versions.ts';
import { rightsIn } from './rights.ts';
import type { AppState, UploadProgress } from './state.ts';

/** The databases a version may be uploaded to: those where the user may run tasks. */
export function uploadDatabases(view: AppState): readonly Database[] {
  return (view.databases.value ?? []).filter((database) => !rightsIn(view, database.Id).readOnly);
}

/** How far an upload is in a few words: "sent 43 %", then "read 12 %", then "saving"; empty where nothing is known. */
export function uploadWords({ sent, reading }: UploadProgress): string {
  if (reading?.phase === 'saving') return 'saving';
  if (reading?.phase === 'reading' && sent.done >= sent.total) return reading.total > 0 ? `read ${percentOf(reading)} %` : 'reading';
  return sent.total > 0 ? `sent ${percentOf(sent)} %` : '';
}

/** Whole percent done, 0 to 100; 100 is said only of all. */
export function percentOf({ done, total }: { readonly done: number; readonly total: number }): number {
  return total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;
}

/** Bytes as people read them: "980 B", "12.3 MB". Thousands, as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  const step = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(1)} ${units[step - 1] ?? ''}`;
}

/** Elapsed time as "0:07", "12:30", "1:02:30". */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
