import { ActionIcon, SegmentedControl, Switch, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAdjustments, IconAlertTriangle, IconChevronRight, IconCircleX, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { loadValidationSummary } from '../../commands/validation/loadValidationSummary.ts';
import type { ValidationByEntity, ValidationByRule, ValidationGroup } from '../../domain/validationSummary.ts';
import { placeOfCase, ruleParameter, summaryPlace, withSummary } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { said } from '../language/language.ts';
import { LevelIcon } from './LevelIcon.tsx';
import { RuleCases } from './RuleCases.tsx';
import { RuleHelp } from './RuleHelp.tsx';
import classes from './validation.module.css';
import { texts } from './texts.ts';

/** The expanded summary: groups with their rules or entities, or the cases of one rule. */
export function SummaryBody({ versionId }: { versionId: number }): ReactNode {
  const { rule } = summaryPlace(useView((view) => view.location.search));
  return rule === undefined ? <Groups versionId={versionId} /> : <RuleCases key={rule} versionId={versionId} ruleId={rule} />;
}

function Groups({ versionId }: { versionId: number }): ReactNode {
  const { path, search } = useView((view) => view.location);
  const load = useView((view) => view.versions[versionId]?.validation.summary);
  const editable = useView((view) =>
    Object.values(view.versionLists).some((list) => list.value?.some((one) => one.Id === versionId && one.Editable)),
  );
  const offered = useView((view) => view.config?.excluding ?? false);
  const open = useOpenPlace();
  const { group, by, fresh } = summaryPlace(search);
  const set = (changes: Parameters<typeof withSummary>[1]): void => open(path, withSummary(search, changes), { replace: true });
  return (
    <>
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label={texts.listBy}
          data={[
            { value: 'rule', label: texts.byRule },
            { value: 'entity', label: texts.byEntity },
          ]}
          value={by}
          onChange={(value) => set({ by: value === 'entity' ? 'entity' : null })}
        />
        {offered && <WhyButton compact label={texts.exclusions} icon={IconEyeOff} onClick={() => set({ exclusions: 'sessions' })} />}
        {load?.value?.Profile && (
          <WhyButton
            compact
            label={texts.rulesChangedByTheProfile({ count: load.value.Profile.Changes.length, region: load.value.Profile.RegionName })}
            icon={IconAdjustments}
            onClick={() => set({ profile: 'list' })}
          />
        )}
        {editable && by === 'rule' && (
          <Switch
            size="xs"
            label={texts.newFilter}
            checked={fresh}
            onChange={(event) => set({ fresh: event.currentTarget.checked ? 'true' : null })}
          />
        )}
      </div>
      <LoadStates
        load={load}
        what={texts.validationSummary}
        retry={loadValidationSummary({ versionId })}
        skeleton={7}
        isEmpty={(summary) => summary.Groups.length === 0}
        empty={<Empty title={texts.checkingTitle} hint={texts.checkingHint} />}
      >
        {(summary) => (
          <ul className={classes['groups']}>
            {summary.Groups.map((one) => (
              <Group
                key={one.GroupName}
                group={one}
                expanded={group === one.GroupName}
                by={by}
                fresh={fresh}
                onToggle={() => set({ summary: group === one.GroupName ? 'open' : one.GroupName.toLowerCase(), rule: null })}
                versionId={versionId}
              />
            ))}
          </ul>
        )}
      </LoadStates>
    </>
  );
}

interface GroupProps {
  readonly group: ValidationGroup;
  readonly expanded: boolean;
  readonly by: 'rule' | 'entity';
  readonly fresh: boolean;
  readonly onToggle: () => void;
  readonly versionId: number;
}

function Group({ group, expanded, by, fresh, onToggle, versionId }: GroupProps): ReactNode {
  const rules = fresh ? group.ValidationsByRule.filter((rule) => rule.NewCasesCount > 0) : group.ValidationsByRule;
  const empty = group.ValidationsByRule.length === 0;
  return (
    <li>
      <UnstyledButton className={classes['group']} aria-expanded={expanded} aria-disabled={empty} onClick={() => !empty && onToggle()}>
        <IconChevronRight size={14} className={classes['chevron']} data-open={expanded || undefined} aria-hidden />
        <span className={classes['name']}>{said(group.GroupName)}</span>
        <Number count={group.Errors} level="Error" />
        <Number count={group.Warnings} level="Warning" />
      </UnstyledButton>
      {expanded && by === 'rule' && (
        <ul className={classes['rules']} aria-label={texts.rulesOfGroupName({ groupName: said(group.GroupName) })}>
          {rules.map((rule) => (
            <RuleRow key={rule.RuleId} rule={rule} group={group} fresh={fresh} versionId={versionId} />
          ))}
          {rules.length === 0 && <li className={classes['none']}>{texts.nothingNew}</li>}
        </ul>
      )}
      {expanded && by === 'entity' && (
        <ul className={classes['rules']} aria-label={texts.entitiesOfGroupName({ groupName: said(group.GroupName) })}>
          {group.ValidationsByEntity.map((one) => (
            <EntityRow key={`${one.Entity}/${one.EntityId}`} one={one} group={group} versionId={versionId} />
          ))}
          {group.EntitiesCount > group.ValidationsByEntity.length && (
            <li className={classes['none']}>
              {texts.entitiesCut({
                validationsByEntity: group.ValidationsByEntity.length,
                entitiesCount: group.EntitiesCount,
              })}
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function RuleRow({
  rule,
  group,
  fresh,
  versionId,
}: {
  rule: ValidationByRule;
  group: ValidationGroup;
  fresh: boolean;
  versionId: number;
}): ReactNode {
  const { path, search } = useView((view) => view.location);
  const [help, setHelp] = useState(false);
  const profile = useView((view) => view.versions[versionId]?.validation.summary.value?.Profile);
  const change = profile?.Changes.find(({ RuleId }) => RuleId === rule.RuleId);
  const active = rule.AllCasesCount - rule.IgnoredCasesCount;
  return (
    <li className={classes['rule']} data-ignored={rule.FullyIgnored || undefined}>
      <LevelIcon level={rule.RuleLevel} />
      <Link className={classes['link']} to={`${path}${withSummary(search, { rule: ruleParameter(group.GroupName, rule.RuleId), summary: null })}`}>
        <span className={classes['name']}>{ruleTitle(rule.RuleName)}</span>
      </Link>
      {profile && change && (
        <span className={classes['quiet']} title={texts.changedByTheProfile({ region: profile.RegionName, change: change.Reason })}>
          {texts.changedShort}
        </span>
      )}
      <span className={classes['quiet']}>
        {rule.IgnoredCasesCount > 0 && texts.ignoredCasesCountExcluded({ ignoredCasesCount: rule.IgnoredCasesCount })}
        {rule.NewCasesCount > 0 && <b className={classes['fresh']}>{texts.newCasesCountNew({ newCasesCount: rule.NewCasesCount })}</b>}
      </span>
      <span className="dmp-number">{(fresh ? rule.NewCasesCount : active).toLocaleString('en-GB')}</span>
      <Tooltip label={texts.whatThisRuleMeans}>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={texts.explainRule({ ruleName: ruleTitle(rule.RuleName) })}
          onClick={() => setHelp(true)}
        >
          ?
        </ActionIcon>
      </Tooltip>
      {help && <RuleHelp versionId={versionId} ruleId={rule.RuleId} name={rule.RuleName} onClose={() => setHelp(false)} />}
    </li>
  );
}

function EntityRow({ one, group, versionId }: { one: ValidationByEntity; group: ValidationGroup; versionId: number }): ReactNode {
  const { databaseId } = usePlace();
  const { search } = useView((view) => view.location);
  const [rule] = one.Rules;
  const to = placeOfCase({ ...(databaseId === undefined ? {} : { databaseId }), versionId }, one.Entity, { Id: one.EntityId });
  const query = rule === undefined ? search : withSummary(search, { rule: ruleParameter(group.GroupName, rule), summary: null });
  const name = (
    <>
      <span className={classes['quiet']}>{one.Entity}</span> <span className={classes['name']}>{one.EntityId || texts.noId}</span>
    </>
  );
  return (
    <li className={classes['rule']}>
      {to ? (
        <Link className={classes['link']} to={`${to.path}${query}`}>
          {name}
        </Link>
      ) : (
        <span className={classes['link']}>{name}</span>
      )}
      <Number count={one.Errors} level="Error" />
      <Number count={one.Warnings} level="Warning" />
    </li>
  );
}

function Number({ count, level }: { count: number; level: 'Error' | 'Warning' }): ReactNode {
  return (
    <span
      className={classes['number']}
      data-tone={count === 0 ? undefined : level.toLowerCase()}
      title={(level === 'Error' ? texts.countOfErrors : texts.countOfWarnings)({ count })}
    >
      {level === 'Error' ? <IconCircleX size={13} aria-hidden /> : <IconAlertTriangle size={13} aria-hidden />}
      <span className="dmp-number">{count.toLocaleString('en-GB')}</span>
      <span className="dmp-sr-only">{level === 'Error' ? texts.errors : texts.warnings}</span>
    </span>
  );
}
