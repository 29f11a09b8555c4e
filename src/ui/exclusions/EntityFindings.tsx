import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { excludeCases } from '../../commands/exclusions/excludeCases.ts';
import type { EntityFindings as Found } from '../../domain/validationSummary.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { LevelIcon } from '../validation/LevelIcon.tsx';
import { type FindingsOf, useFindings } from '../validation/useFindings.ts';
import classes from '../validation/validation.module.css';
import { texts } from './texts.ts';

/** What is found of an entity or a part of it, each with Exclude or Remove excluded cases. Nothing while nothing is found. */
export function EntityFindings(of: FindingsOf): ReactNode {
  const findings = useFindings(of);
  if (findings.length === 0) return null;
  return (
    <ul className={classes['findings']} aria-label={texts.foundByValidation}>
      {findings.map((found) => (
        <Finding key={found.RuleId} versionId={of.versionId} found={found} />
      ))}
    </ul>
  );
}

function Finding({ versionId, found }: { versionId: number; found: Found['Findings'][number] }): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const offered = useView((view) => view.config?.excluding ?? false);
  const removed = found.FullyIgnored;
  const foreign = removed && found.IgnoredBySessionDbVersionId !== versionId;
  const why = refusal ?? (foreign ? texts.excludedElsewhere : undefined);
  const [first, ...more] = found.Cases;
  const ids = [...new Set(found.Cases.map(({ Id }) => Id))];
  const caseTexts = found.Cases.map(({ Text }) => Text);
  return (
    <li data-level={found.RuleLevel.toLowerCase()}>
      <LevelIcon level={found.RuleLevel} />
      <span className={removed ? classes['excluded'] : undefined} title={[ruleTitle(found.RuleName), ...caseTexts.slice(0, 8)].join('\n')}>
        {first?.Text}
        {more.length > 0 && <span className={classes['quiet']}>{texts.andMoreMore({ more: more.length })}</span>}
      </span>
      {offered && found.Ignorable && (
        <WhyButton
          compact
          label={removed ? texts.removeExcludedCases : texts.exclude}
          icon={removed ? IconEye : IconEyeOff}
          why={why}
          onClick={() => dispatch(excludeCases({ versionId, ruleId: found.RuleId, entity: found.Entity, ids, removed }))}
        />
      )}
    </li>
  );
}
