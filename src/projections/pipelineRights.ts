/** Who may change a pipeline. The server decides; this keeps controls honest. */
import { READ_ONLY } from '../domain/versions.ts';
import type { Refusal } from '../kernel/command.ts';
import type { AppState } from './state.ts';

/** Why the account may not act on pipelines, or on that one; undefined where it may. */
export function pipelineRefusal(view: AppState, code: string, id?: number): Refusal | undefined {
  const readOnly =
    view.session.account?.permissions.readOnly !== false ||
    (id !== undefined && view.pipelines.details[String(id)]?.value?.permissions.read_only === true);
  return readOnly ? { code, message: READ_ONLY } : undefined;
}
