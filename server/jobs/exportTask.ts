import type { TaskCommand, PipelineTask } from '../../src/domain/pipelines.ts';
import { deliverExport } from '../../src/domain/taskTemplates/deliverExport.ts';
import type { KeptExport } from '../store/exports.ts';

/** The one task of an export's run: the export as it is now. Credentials are no part of it. */
export function exportTask({
  id,
  name,
  region,
  scope,
  version,
  deliveryLocation,
  feedInfo,
  vehicleWork,
  agencyMergingRules,
}: KeptExport): PipelineTask {
  const command = deliverExport.parameters.parse({
    exportId: id,
    region,
    scope,
    fileName: deliveryLocation.fileName,
    locationId: deliveryLocation.location,
    feedInfo,
    vehicleWork,
    agencyMergingRules,
  });
  return {
    name,
    original_name: deliverExport.name,
    s3_url: deliverExport.s3_url,
    command: command as TaskCommand,
    task_type: deliverExport.task_type,
    input_version_id: version ?? null,
    notes: '',
  };
}
