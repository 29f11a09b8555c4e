import { z } from 'zod';
import { AgencyMergingRule, ExportFeedInfo, ExportScope } from '../exports.ts';
import { builtin } from './template.ts';

/** The task of an export's run. It is made by the export alone: neither a pipeline nor a person can name it. */
export const deliverExport = builtin({
  id: 'deliver-export',
  name: 'Export',
  task_type: 3,
  summary: 'Writes a version as a GTFS zip and delivers it.',
  parameters: z.object({
    exportId: z.int().positive(),
    region: z.string(),
    scope: ExportScope,
    fileName: z.string(),
    locationId: z.int().positive(),
    feedInfo: ExportFeedInfo,
    vehicleWork: z.boolean().optional(),
    agencyMergingRules: z.array(AgencyMergingRule),
  }),
});
