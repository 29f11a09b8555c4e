import { join } from 'node:path';
import { folderObjects } from './folder.ts';
import type { ObjectStore } from './objects.ts';
import { s3Objects, type Bucket } from './s3.ts';
import { removeStale } from './spool.ts';

/** The object store of an installation: a bucket where one is configured, else a folder under its data folder. */
export function openObjects(dataDir: string, bucket: Bucket | undefined): ObjectStore {
  const spoolFolder = join(dataDir, 'objects.unfinished');
  void removeStale(spoolFolder);
  return bucket === undefined ? folderObjects(join(dataDir, 'objects'), spoolFolder) : s3Objects(bucket, spoolFolder);
}
