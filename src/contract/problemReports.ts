/** Problem reports: sent by anybody with access, read by support. No program makes these calls. */
import { z } from 'zod';
import { ProblemReport } from '../domain/problemReports.ts';
import { defineRoute } from './route.ts';

const BASE = '/storage/ui/reports';
const Id = z.coerce.number().int().positive().max(2_147_483_647);
const params = z.object({ reportId: Id });

/** The body is the text of the file, as it is or packed (Content-Encoding: gzip). */
export const sendProblemReport = defineRoute({
  name: 'sendProblemReport',
  summary: 'Sends a problem report (.dmplog) to support. A repeat under the same Idempotency-Key is answered with the same number.',
  method: 'POST',
  path: BASE,
  body: z.unknown(),
  streams: 'body',
  reply: z.object({ Id: z.int().min(0) }),
  placeless: true,
  access: 'read',
  scope: 'person',
});

export const listProblemReports = defineRoute({
  name: 'listProblemReports',
  summary:
    'Problem reports, newest first, for accounts that may change all regions. All words of `find` are in the note, sender, page, build or number.',
  method: 'GET',
  path: BASE,
  query: z.object({ find: z.string().max(200).default(''), before: Id.optional() }),
  reply: z.object({ Reports: z.array(ProblemReport), More: z.boolean() }),
  placeless: true,
  access: 'read',
  scope: 'person',
});

export const readProblemReport = defineRoute({
  name: 'readProblemReport',
  summary: 'The text of a problem report as a file (.dmplog).',
  method: 'GET',
  path: `${BASE}/:reportId/text`,
  params,
  reply: z.string(),
  placeless: true,
  access: 'read',
  scope: 'person',
  streams: 'reply',
});

export const deleteProblemReport = defineRoute({
  name: 'deleteProblemReport',
  summary: 'Deletes a problem report for good.',
  method: 'DELETE',
  path: `${BASE}/:reportId`,
  params,
  reply: z.object({}),
  placeless: true,
  access: 'read',
  scope: 'person',
});
