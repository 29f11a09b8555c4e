import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { excludeCases } from '../../commands/exclusions/excludeCases.ts';
import { loadEntityFindings } from '../../commands/validation/loadEntityFindings.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { ruleWords } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { LevelIcon } from '../validation/LevelIcon.tsx';
import classes from '../validation/validation.module.css';

/** What is found of a stop, a pathway or a fare, each with Exclude or Remove excluded cases. Nothing while nothing is found. */
export function EntityFindings({
  versionId,
  entity,
  entityId,
}: {
  versionId: number;
  entity: 'Stop' | 'Pathway' | 'Fare';
  entityId: string;
}): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.versions[versionId]?.validation.entities[`${entity}/${entityId}`]);
  const idle = load === undefined || load.status === 'idle';
  const editable = useView(canEdit);
  const offered = useView((view) => view.config?.excluding ?? false);
  useEffect(() => {
    if (idle) dispatch(loadEntityFindings({ versionId, entity, entityId }));
  }, [dispatch, idle, versionId, entity, entityId]);
  const findings = load?.value?.Findings ?? [];
  if (findings.length === 0) return null;
  return (
    <ul className={classes['findings']} aria-label="Found by validation">
      {findings.map((found) => {
        const removed = found.FullyIgnored;
        const foreign = removed && found.IgnoredBySessionDbVersionId !== versionId;
        const why = !editable ? READ_ONLY : foreign ? 'It was excluded in the session of another version' : undefined;
        return (
          <li key={found.RuleId} data-level={found.RuleLevel.toLowerCase()}>
            <LevelIcon level={found.RuleLevel} />
            <span className={removed ? classes['excluded'] : undefined} title={ruleWords(found.RuleName)}>
              {found.Cases[0]?.Text}
            </span>
            {offered && found.Ignorable && (
              <WhyButton
                compact
                label={removed ? 'Remove excluded cases' : 'Exclude'}
                icon={removed ? IconEye : IconEyeOff}
                why={why}
                onClick={() => dispatch(excludeCases({ versionId, ruleId: found.RuleId, entity, ids: [entityId], removed }))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
