/** Uploading a feed file as a new version: what may be uploaded, and under which name. */
import { VersionName } from './versions.ts';

/** The name an uploaded version gets unless the user gives it another. */
export const DEFAULT_VERSION_NAME = 'Manually uploaded version';

/** A file somebody chose or dropped; its bytes stay with the browser. Size in bytes. */
export interface NamedFile {
  readonly name: string;
  readonly size: number;
}

/** Why these files cannot be uploaded; undefined for exactly one .json or .gz file. */
export function refusalOfFiles(files: readonly NamedFile[]): string | undefined {
  const [file] = files;
  if (!file) return 'That was no file';
  if (files.length > 1) return `Only one file can be uploaded at a time; these were ${files.length}`;
  if (!/\.(json|gz)$/i.test(file.name)) return `${file.name} is not a .json or .gz file`;
  return file.size === 0 ? `${file.name} is empty` : undefined;
}

/** Whether a file is gzip-compressed, by its name or its content type. */
export function isGzip(name: string, contentType: string): boolean {
  return /\.gz$/i.test(name) || /^application\/(x-)?gzip\b/i.test(contentType);
}

/** What is wrong with the name of a version to be uploaded; undefined where nothing is. */
export function versionNameError(name: string): string | undefined {
  return VersionName.safeParse(name).error?.issues[0]?.message;
}
