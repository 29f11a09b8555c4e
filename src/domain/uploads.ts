/** Uploading a feed file or a GTFS zip as a new version: what may be uploaded, and under which name. */
import { z } from 'zod';
import { VersionName } from './versions.ts';

/** The name an uploaded version gets unless the user gives it another. */
export const DEFAULT_VERSION_NAME = 'Manually uploaded version';

/** A file somebody chose or dropped; its bytes stay with the browser. Size in bytes. */
export interface NamedFile {
  readonly name: string;
  readonly size: number;
}

/** Ends of the names of files that can be uploaded. */
export const UPLOAD_ENDINGS = ['.json', '.gz', '.zip'] as const;

/** Whether a file is a GTFS feed, by its name: it is imported by a task. */
export function isGtfsZip(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** Why these files cannot be uploaded; undefined for exactly one feed file (.json, .gz) or GTFS feed (.zip). */
export function refusalOfFiles(files: readonly NamedFile[]): string | undefined {
  const [file] = files;
  if (!file) return 'That was no file';
  if (files.length > 1) return `Only one file can be uploaded at a time; these were ${files.length}`;
  if (!UPLOAD_ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))) return `${file.name} is not a .json, .gz or GTFS .zip file`;
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

/** How a GTFS feed was imported: its log is that of the task run, with so many errors and warnings. */
export const UploadImport = z.object({ TaskRunId: z.int().positive(), Errors: z.int().min(0), Warnings: z.int().min(0) });
export type UploadImport = z.infer<typeof UploadImport>;
