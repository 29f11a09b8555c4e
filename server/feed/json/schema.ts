import { z } from 'zod';
import { FILES_MEMBER, FORMAT_VERSION, MEMBERS, elementSchema } from './format.ts';

/** The JSON Schema of feed files, as it is published at /feed.schema.json and in docs/feed.schema.json. */
export function feedSchema(): object {
  const arrays = [...MEMBERS.keys(), FILES_MEMBER].map((member) => [member, z.array(elementSchema(member) ?? z.never()).optional()]);
  const feed = z.object({ FormatVersion: z.literal(FORMAT_VERSION), ...Object.fromEntries(arrays) });
  // `output`: nothing beside the named fields. Dates and file names are checked further than a schema can say.
  return {
    ...z.toJSONSchema(feed, { io: 'output', unrepresentable: 'any' }),
    title: 'DMP feed file',
    description:
      'A version of a database: one JSON object (.json, or .json.gz packed by gzip) with FormatVersion first. Ids are unique within their array, tracks within their schedule, timetable numbers within their track; what names another document (StopId, AgencyId, ParentId ...) names one of the file. A raw file may come in several elements, all but the last with More. Times are seconds of the service day.',
  };
}

/** The schema as the text of a file. */
export function feedSchemaText(): string {
  return `${JSON.stringify(feedSchema(), null, 1)}\n`;
}
