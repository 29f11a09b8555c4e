/**
 * Makes an empty PostgreSQL data folder and ends. A thread of its own because initdb takes 800 MB, which are given back
 * only when the thread is gone.
 */
import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

const { dataDir } = z.object({ dataDir: z.string() }).parse(workerData);
const pglite = await PGlite.create({ dataDir });
await pglite.close();
