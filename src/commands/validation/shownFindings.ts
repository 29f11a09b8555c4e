import type { CommandInput } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { casesKey, summaryPlace } from '../../projections/validation.ts';
import { loadIgnored } from '../exclusions/loadIgnored.ts';
import { loadEntityFindings } from './loadEntityFindings.ts';
import { loadValidationRule } from './loadValidationRule.ts';
import { loadValidationSummary } from './loadValidationSummary.ts';

/** Loads again what is on the screen of the validation of a version; `rules` are those that changed, all where it is not said. */
export function shownFindings(view: AppState, versionId: number, rules?: readonly number[]): readonly CommandInput[] {
  const validation = view.versions[versionId]?.validation;
  if (!validation) return [];
  const { rule, fresh } = summaryPlace(view.location.search);
  const changed = rule !== undefined && (rules === undefined || rules.includes(rule));
  return [
    ...(validation.summary.status === 'idle' ? [] : [loadValidationSummary({ versionId })]),
    ...(changed && validation.cases[casesKey(rule, fresh)] ? [loadValidationRule({ versionId, ruleId: rule, fresh })] : []),
    ...Object.keys(validation.entities).map((key) => {
      const [entity = '', ...id] = key.split('/');
      return loadEntityFindings({ versionId, entity: entity === 'Pathway' ? 'Pathway' : 'Stop', entityId: id.join('/') });
    }),
    ...(validation.ignored.status === 'idle' ? [] : [loadIgnored({ versionId })]),
  ];
}
