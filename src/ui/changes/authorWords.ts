import type { ChangeSet } from '../../domain/changes.ts';
import { texts } from './texts.ts';

/** Who made a change: the person, and the API token where a program made it for them. */
export function authorWords({ CreatedBy, Program }: Pick<ChangeSet, 'CreatedBy' | 'Program'>): string {
  return Program === undefined ? CreatedBy : texts.personWithProgram({ person: CreatedBy, program: Program });
}
