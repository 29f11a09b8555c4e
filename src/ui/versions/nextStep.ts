import { changesPath, type DataPlace, dataPath } from '../../domain/locations.ts';
import { counted } from '../../domain/versionOutlook.ts';
import type { Version } from '../../domain/versions.ts';
import { withSummary } from '../../projections/validation.ts';

/** What to do next with a version, and where; `to` is the address of a page of the product. */
export interface NextStep {
  readonly text: string;
  readonly link: string;
  readonly to: string;
}

/** `errors` is undefined where the version was not checked yet; `isEmpty` where it has no lines. */
export function nextStep(version: Version, errors: number | undefined, isEmpty: boolean): NextStep | undefined {
  const { DatabaseId: databaseId, Id: versionId } = version;
  const page = (name?: DataPlace['page']): string => dataPath({ databaseId, versionId, ...(name === undefined ? {} : { page: name }) });
  const found = `${page()}${withSummary('', { summary: 'open' })}`;
  if (version.Archived) return undefined;
  if (isEmpty && version.Editable) return { text: 'It has no lines yet.', link: 'Create a schedule', to: page('schedules') };
  if (isEmpty)
    return {
      text: 'It has no lines. A GTFS zip that is dropped on the page of the database becomes a new version.',
      link: 'Open the database',
      to: dataPath({ databaseId }),
    };
  if (version.Editable)
    return errors === undefined || errors === 0
      ? {
          text: 'Finish the edit when your changes are complete; then the version can be published.',
          link: 'See your changes',
          to: changesPath(databaseId),
        }
      : { text: `${counted(errors, 'error')} to look at before you finish the edit.`, link: 'Show them', to: found };
  if (version.Current) return { text: 'It is the current version.', link: 'Export it', to: '/exports' };
  if (version.Published) return undefined;
  return errors === undefined || errors === 0
    ? { text: 'It can be published (Actions).', link: 'Look at its findings', to: found }
    : { text: `${counted(errors, 'error')} to look at before you publish it.`, link: 'Show them', to: found };
}
