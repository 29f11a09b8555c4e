import { Alert } from '@mantine/core';
import { IconArrowLeft, IconHelp, IconMapPins, IconSquare, IconSquareCheck, IconTool } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadMoreCases, loadValidationRule } from '../../commands/validation/loadValidationRule.ts';
import { fitNetwork } from '../../commands/map/fitNetwork.ts';
import { openFixCases } from '../../commands/validation/fixCasesSteps.ts';
import { selectCases } from '../../commands/exclusions/excludingSteps.ts';
import { exclusionKey } from '../../domain/validation.ts';
import type { FoundCase } from '../../domain/validationSummary.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { caseOnMap, casesOnMap } from '../../projections/caseOnMap.ts';
import { casesKey, type LoadedCases, placeOfCase, summaryPlace, summaryQuery, withSummary } from '../../projections/validation.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { usePinned } from '../parts/pointed.tsx';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { FixModal } from './FixModal.tsx';
import { RuleHelp } from './RuleHelp.tsx';
import { ExcludeBar, ExcludeButton, useSelectedKeys } from '../exclusions/ExcludeBar.tsx';
import { LevelIcon } from './LevelIcon.tsx';
import classes from './validation.module.css';
import { texts } from './texts.ts';

/** The cases of one rule, each leading to its place. */
export function RuleCases({ versionId, ruleId }: { versionId: number; ruleId: number }): ReactNode {
  const { path, search } = useView((view) => view.location);
  const { fresh, group, excluding } = summaryPlace(search);
  const load = useView((view) => view.versions[versionId]?.validation.cases[casesKey(ruleId, fresh)]);
  const open = useOpenPlace();
  const dispatch = useDispatch();
  const idle = load === undefined || load.status === 'idle';
  useEffect(() => {
    if (idle) dispatch(loadValidationRule({ versionId, ruleId, fresh }));
  }, [dispatch, idle, versionId, ruleId, fresh]);
  const [help, setHelp] = useState(false);
  const [onMap, setOnMap] = useState(false);
  const fixing = useWorkflow('fixCases', ({ value }) => value !== 'closed');
  const refusal = useView(editRefusal);
  const rule = load?.value?.rule;
  const back = (): void =>
    open(path, withSummary(search, { rule: null, excluding: null, summary: group?.toLowerCase() ?? 'open' }), { replace: true });
  return (
    <>
      <div className={classes['tools']}>
        <WhyButton iconOnly label={texts.backToTheGroups} icon={IconArrowLeft} onClick={back} />
        {rule && <LevelIcon level={rule.RuleLevel} />}
        <h2 className={classes['title']}>{rule ? ruleTitle(rule.RuleName) : texts.ruleRuleId({ ruleId })}</h2>
        {load?.value && <span className={`dmp-number ${classes['quiet']}`}>{load.value.total.toLocaleString('en-GB')}</span>}
        <span className={classes['gap']} />
        {load?.value && caseOnMap(load.value.rule.Entity, { Id: '' }) && (
          <WhyButton
            compact
            label={texts.showAllOnMap}
            icon={IconMapPins}
            active={onMap}
            why={load.value.cases.length === 0 ? texts.thisRuleHasNoCase : undefined}
            onClick={() => {
              setOnMap(!onMap);
              if (!onMap) dispatch(fitNetwork({}));
            }}
          />
        )}
        {onMap && load?.value && <CasesOnMap versionId={versionId} ruleId={ruleId} fresh={fresh} loaded={load.value} />}
        {load?.value && (
          <ExcludeButton
            loaded={load.value}
            active={excluding}
            onToggle={() => open(path, withSummary(search, { excluding: excluding ? null : 'true' }), { replace: true })}
          />
        )}
        {rule?.Mendable && (
          <WhyButton
            compact
            label={texts.fixTitle}
            icon={IconTool}
            why={refusal}
            onClick={() => dispatch(openFixCases({ versionId, ruleId, fresh }))}
          />
        )}
        {rule && <WhyButton iconOnly label={texts.whatThisRuleMeans} icon={IconHelp} onClick={() => setHelp(true)} />}
      </div>
      {fixing && load?.value && <FixModal loaded={load.value} />}
      {help && rule && <RuleHelp versionId={versionId} ruleId={ruleId} name={rule.RuleName} onClose={() => setHelp(false)} />}
      {excluding && load?.value && <ExcludeBar loaded={load.value} fresh={fresh} />}
      <LoadStates load={load} what={texts.cases} retry={loadValidationRule({ versionId, ruleId, fresh })} skeleton={6}>
        {(loaded) => <CaseList versionId={versionId} ruleId={ruleId} fresh={fresh} excluding={excluding} loaded={loaded} />}
      </LoadStates>
    </>
  );
}

/** Marks the cases on the map, as their pages come. */
function CasesOnMap({ versionId, ruleId, fresh, loaded: { rule, cases, kept } }: Omit<CaseListProps, 'excluding'>): null {
  const dispatch = useDispatch();
  const missing = cases.length < kept;
  useEffect(() => {
    if (missing) dispatch(loadMoreCases({ versionId, ruleId, fresh, offset: cases.length }));
  }, [dispatch, versionId, ruleId, fresh, missing, cases.length]);
  usePinned(useMemo(() => casesOnMap(rule.Entity, cases), [rule, cases]));
  return null;
}

interface CaseListProps {
  readonly versionId: number;
  readonly ruleId: number;
  readonly fresh: boolean;
  readonly excluding: boolean;
  readonly loaded: LoadedCases;
}

function CaseList({ versionId, ruleId, fresh, excluding, loaded }: CaseListProps): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const { databaseId } = usePlace();
  const search = useView((view) => view.location.search);
  const { rule, cases, kept, total } = loaded;
  const keys = useSelectedKeys(loaded);
  const keyOf = (one: FoundCase): string => exclusionKey(rule.Entity, one.Id);
  const show = (one: FoundCase): void => {
    if (excluding) return void dispatch(selectCases({ ids: [one.Id], selected: !keys.has(keyOf(one)) }));
    const to = placeOfCase({ ...(databaseId === undefined ? {} : { databaseId }), versionId }, rule.Entity, one);
    if (!to) return undefined;
    // the summary stays open beside what it leads to
    return open(to.path, withSummary(summaryQuery(search), to.query));
  };
  return (
    <>
      {kept < total && !fresh && (
        <Alert color="orange" variant="light" p="xs" m="xs">
          {texts.casesCut({ total, kept })}
        </Alert>
      )}
      <VirtualList
        label={texts.casesTitle}
        rows={cases}
        columns={excluding ? [{ ...SELECT, render: (one) => (keys.has(keyOf(one)) ? <Chosen /> : <NotChosen />) }, ...COLUMNS] : COLUMNS}
        idOf={idOf}
        onChoose={show}
        onMap={(one) => caseOnMap(rule.Entity, one)}
        onEnd={() => cases.length < kept && dispatch(loadMoreCases({ versionId, ruleId, fresh, offset: cases.length }))}
        empty={<Empty title={texts.noCase} hint={fresh ? texts.nothingNew : texts.noCasesHint} />}
      />
    </>
  );
}

const COLUMNS: readonly Column<FoundCase>[] = [
  {
    key: 'where',
    get title() {
      return texts.where;
    },
    width: 'minmax(110px, 1fr)',
    render: (one) => (
      <span className="dmp-mono" title={whereOf(one)} data-ignored={one.Ignored || undefined}>
        {whereOf(one)}
      </span>
    ),
  },
  {
    key: 'what',
    get title() {
      return texts.what;
    },
    width: 'minmax(160px, 3fr)',
    render: (one) => (
      <span title={one.Text} className={one.Ignored ? classes['excluded'] : undefined}>
        {one.New && <b className={classes['fresh']}>{texts.new} </b>}
        {one.Text}
      </span>
    ),
  },
  {
    key: 'field',
    get title() {
      return texts.field;
    },
    width: '92px',
    render: (one) => one.Field ?? '',
  },
];

const SELECT = {
  key: 'select',
  get title() {
    return texts.selected;
  },
  titleHidden: true,
  width: '30px',
} as const;

function Chosen(): ReactNode {
  return <IconSquareCheck size={15} aria-label={texts.selected} />;
}

function NotChosen(): ReactNode {
  return <IconSquare size={15} aria-label={texts.notSelected} />;
}

/** The place of a case in short: schedule, track, timetable and position where it has them. */
function whereOf(one: FoundCase): string {
  const id = one.Position === undefined ? one.Id : decodeURIComponent(one.Id.split('/', 1)[0] ?? one.Id);
  return [
    id || texts.noId,
    ...(one.TrackId === undefined ? [] : [one.TrackId]),
    ...(one.Timetable === undefined ? [] : [`#${one.Timetable}`]),
    ...(one.Position === undefined ? [] : [texts.stopPosition({ position: one.Position + 1 })]),
  ].join(' · ');
}

function idOf(one: FoundCase): string {
  return `${one.Id} ${one.TrackId ?? ''} ${one.Timetable ?? ''} ${one.Field ?? ''} ${one.Text}`;
}
