/** Public holidays for the calendars of the network. */
import { z } from 'zod';
import { Holidays } from '../domain/holidays.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const Year = z.coerce.number().pipe(z.int().min(1900).max(2999));

export const listHolidays = defineRoute({
  name: 'listHolidays',
  summary:
    'Holidays of a country or a part of it in some years, by the data of the package date-holidays. Without a country that of the time zone. Nothing of the version is read or changed.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/holidays',
  params: VersionParams,
  query: z.object({
    country: z.string().max(2).default(''),
    state: z.string().max(40).default(''),
    timezone: z.string().max(60).default(''),
    from: Year,
    to: Year,
    /** Of the names, as ISO 639-1; English where there is none in it. */
    language: z.string().max(10).default('en'),
  }),
  reply: Holidays,
  access: 'read',
});
