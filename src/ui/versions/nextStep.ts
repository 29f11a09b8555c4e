import { changesPath, type DataPlace, dataPath } from '../../domain/locations.ts';
import type { Version } from '../../domain/versions.ts';
import { withSummary } from '../../projections/validation.ts';
import { texts } from './texts.ts';

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
  if (isEmpty && version.Editable) return { text: texts.noLines, link: texts.createASchedule, to: page('schedules') };
  if (isEmpty)
    return {
      text: texts.noLinesHint,
      link: texts.openTheDatabase,
      to: dataPath({ databaseId }),
    };
  if (version.Editable)
    return errors === undefined || errors === 0
      ? {
          text: texts.nextFinish,
          link: texts.seeYourChanges,
          to: changesPath(databaseId),
        }
      : { text: texts.errorsBeforeFinish({ errors }), link: texts.showThem, to: found };
  if (version.Current) return { text: texts.isCurrent, link: texts.exportIt, to: '/exports' };
  if (version.Published) return undefined;
  return errors === undefined || errors === 0
    ? { text: texts.canBePublished, link: texts.lookAtItsFindings, to: found }
    : { text: texts.errorsBeforePublish({ errors }), link: texts.showThem, to: found };
}
