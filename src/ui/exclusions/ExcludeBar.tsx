import { Alert } from '@mantine/core';
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { excludeCases } from '../../commands/exclusions/excludeCases.ts';
import { confirmExcluding } from '../../commands/exclusions/excludingSteps.ts';
import { selectAllCases } from '../../commands/exclusions/selectAllCases.ts';
import { EXCLUDED_AT_ONCE } from '../../domain/exclusions.ts';
import { exclusionKey } from '../../domain/validation.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import type { LoadedCases } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from '../validation/validation.module.css';
import { texts } from './texts.ts';

/** What is selected in the excluding mode, by the keys of entities (families of schedules). */
export function useSelectedKeys(loaded: LoadedCases | null | undefined): ReadonlySet<string> {
  const selected = useWorkflow('excluding', (snapshot): readonly string[] => snapshot.context.selected);
  return new Set(loaded ? selected.map((id) => exclusionKey(loaded.rule.Entity, id)) : []);
}

/** Begins excluding the cases of a rule; says why where that cannot be. Nothing where the installation excludes nothing. */
export function ExcludeButton({ loaded, active, onToggle }: { loaded: LoadedCases; active: boolean; onToggle: () => void }): ReactNode {
  const offered = useView((view) => view.config?.excluding ?? false);
  const refusal = useView(editRefusal);
  if (!offered) return null;
  const why = refusal ?? (loaded.rule.Ignorable ? undefined : texts.ruleNotExcludable);
  return (
    <WhyButton compact label={active ? texts.stopExcluding : texts.excludeCases} icon={active ? IconX : IconEyeOff} why={why} onClick={onToggle} />
  );
}

/** The buttons of the excluding mode: select all, exclude, take back. */
export function ExcludeBar({ loaded, fresh }: { loaded: LoadedCases; fresh: boolean }): ReactNode {
  const { rule, cases, kept } = loaded;
  const dispatch = useDispatch();
  const messages = useWorkflow('excluding', (snapshot): readonly string[] => snapshot.context.messages);
  useShownHere(messages, excludeCases);
  const saving = useWorkflow('excluding', (snapshot) => snapshot.value === 'saving');
  const versionId = useWorkflow('excluding', (snapshot): number => snapshot.context.versionId);
  const keys = useSelectedKeys(loaded);
  const chosen = cases.filter((one) => keys.has(exclusionKey(rule.Entity, one.Id)));
  const open = chosen.some((one) => !one.Ignored);
  const own = chosen.some((one) => one.IgnoredBySessionDbVersionId === versionId);
  const none = chosen.length === 0 ? texts.selectCasesFirst : undefined;
  return (
    <>
      <div className={classes['tools']}>
        <WhyButton
          compact
          label={kept > EXCLUDED_AT_ONCE ? texts.selectFirst({ excludedAtOnce: EXCLUDED_AT_ONCE }) : texts.selectAll}
          onClick={() => dispatch(selectAllCases({ versionId, ruleId: rule.RuleId, fresh, offset: cases.length }))}
        />
        <WhyButton
          compact
          label={chosen.length === 0 ? texts.exclude : texts.excludeSize({ size: keys.size })}
          icon={IconEyeOff}
          variant="filled"
          loading={saving}
          why={none ?? (open ? undefined : texts.allExcluded)}
          onClick={() => dispatch(confirmExcluding({ removed: false }))}
        />
        <WhyButton
          compact
          label={texts.removeExcludedCases}
          icon={IconEye}
          why={none ?? (own ? undefined : texts.onlyOwnExclusions)}
          onClick={() => dispatch(confirmExcluding({ removed: true }))}
        />
      </div>
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" m="xs" role="alert">
          {messages.join(' ')}
        </Alert>
      )}
    </>
  );
}
