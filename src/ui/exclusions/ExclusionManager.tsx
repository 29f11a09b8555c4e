import { ActionIcon, Badge, SegmentedControl, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconNote, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { deleteExclusions } from '../../commands/exclusions/deleteExclusions.ts';
import { loadIgnored } from '../../commands/exclusions/loadIgnored.ts';
import { openSessionNote } from '../../commands/exclusions/sessionNoteSteps.ts';
import {
  EXCLUDED_AT_ONCE,
  excludedEntity,
  type ExcludedRule,
  type ExclusionInstance,
  type ExclusionSession,
  type IgnoreSummary,
  SESSION_NOTE_TOOLTIP,
  sessionDate,
} from '../../domain/exclusions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { withSummary } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useQuery } from '../parts/query.ts';
import { ROW_HEIGHT } from '../parts/theme.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { LevelIcon } from '../validation/LevelIcon.tsx';
import classes from '../validation/validation.module.css';
import { SessionNote } from './SessionNote.tsx';
import { texts } from './texts.ts';

/** Every exclusion that holds in the version, by sessions or by validations. Open while the address says `exclusions=...`. */
export function ExclusionManager({ versionId }: { versionId: number }): ReactNode {
  const [grouping, setGrouping] = useQuery('exclusions');
  const { path, search } = useView((view) => view.location);
  const load = useView((view) => view.versions[versionId]?.validation.ignored);
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const idle = load?.status === 'idle';
  useEffect(() => {
    if (idle) dispatch(loadIgnored({ versionId }));
  }, [dispatch, idle, versionId]);
  const failed = load?.status === 'failed' ? { ...load, messages: [texts.exclusionsFailed] } : load;
  return (
    <Modal
      opened
      onClose={() => open(path, withSummary(search, { exclusions: null }), { replace: true })}
      title={texts.exclusions}
      size={720}
      transitionProps={{ duration: 0 }}
    >
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={texts.groupBy}
        data={[
          { value: 'sessions', label: texts.bySessions },
          { value: 'validations', label: texts.byValidations },
        ]}
        value={grouping === 'validations' ? 'validations' : 'sessions'}
        onChange={setGrouping}
      />
      <LoadStates
        load={failed}
        what={texts.exclusionsWord}
        retry={loadIgnored({ versionId })}
        skeleton={5}
        isEmpty={(summary) => summary.Instances.length === 0}
        empty={<Empty title={texts.nothingIsExcluded} hint={texts.noExclusionsHint} />}
      >
        {(summary) =>
          grouping === 'validations' ? (
            <ByValidations versionId={versionId} summary={summary} />
          ) : (
            <BySessions versionId={versionId} summary={summary} />
          )
        }
      </LoadStates>
      <SessionNote />
    </Modal>
  );
}

function BySessions({ versionId, summary }: { versionId: number; summary: IgnoreSummary }): ReactNode {
  return summary.Sessions.map((session) => {
    const instances = summary.Instances.filter((one) => one.SessionId === session.Id);
    return (
      <section key={session.Id} className={classes['block']} aria-label={texts.sessionId({ id: session.Id })}>
        <SessionHead versionId={versionId} session={session} instances={instances} />
        {summary.Validations.filter((rule) => session.RuleTypes.includes(rule.RuleType)).map((rule) => (
          <Instances key={rule.RuleType} versionId={versionId} rule={rule} instances={instances.filter((one) => one.RuleType === rule.RuleType)} />
        ))}
      </section>
    );
  });
}

function ByValidations({ versionId, summary }: { versionId: number; summary: IgnoreSummary }): ReactNode {
  return summary.Validations.map((rule) => (
    <section key={rule.RuleType} className={classes['block']} aria-label={ruleTitle(rule.Name)}>
      <Instances
        versionId={versionId}
        rule={rule}
        instances={summary.Instances.filter((one) => one.RuleType === rule.RuleType)}
        sessions={summary.Sessions}
      />
    </section>
  ));
}

function SessionHead({
  versionId,
  session,
  instances,
}: {
  versionId: number;
  session: ExclusionSession;
  instances: readonly ExclusionInstance[];
}): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  const { Note: note } = session;
  return (
    <div className={classes['session']}>
      <h3>{sessionDate(session.Date)}</h3>
      <span>{session.Author}</span>
      <Badge size="xs" variant="light" color={session.Finalized === null ? 'blue' : 'gray'}>
        {session.Finalized === null ? texts.beingEdited : texts.finishedFinalized({ finalized: sessionDate(session.Finalized) })}
      </Badge>
      <Tooltip label={note} disabled={note.length < SESSION_NOTE_TOOLTIP}>
        <span className={classes['note']}>{note}</span>
      </Tooltip>
      <Tooltip label={refusal ?? texts.editTheNote}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.editNote({ id: session.Id })}
          {...(editable ? {} : { 'aria-disabled': true, 'data-disabled': true })}
          onClick={() => editable && dispatch(openSessionNote({ versionId, sessionId: session.Id, note }))}
        >
          <IconNote size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <DeleteButton versionId={versionId} instances={instances} what={texts.exclusionsOfSession({ id: session.Id })} />
    </div>
  );
}

interface InstancesProps {
  readonly versionId: number;
  readonly rule: ExcludedRule;
  readonly instances: readonly ExclusionInstance[];
  readonly sessions?: readonly ExclusionSession[];
}

function Instances({ versionId, rule, instances, sessions }: InstancesProps): ReactNode {
  const [open, setOpen] = useState(false);
  const cases = instances.reduce((sum, one) => sum + (one.CasesCount ?? 0), 0);
  const sessionOf = new Map(sessions?.map((session) => [session.Id, session]));
  const columns: readonly Column<ExclusionInstance>[] = [
    { key: 'kind', title: texts.of, width: '96px', render: (one) => <span className={classes['quiet']}>{excludedEntity(one).entity}</span> },
    { key: 'id', title: texts.id, width: 'minmax(120px, 1fr)', render: (one) => <span className="dmp-mono">{excludedEntity(one).id}</span> },
    ...(sessions === undefined
      ? []
      : [
          {
            key: 'session',
            title: texts.session,
            width: 'minmax(120px, 1fr)',
            render: ({ SessionId }: ExclusionInstance) => {
              const session = sessionOf.get(SessionId);
              return session && <span className={classes['quiet']}>{`${sessionDate(session.Date)} ${session.Author}`}</span>;
            },
          },
        ]),
    {
      key: 'cases',
      title: texts.cases,
      width: '72px',
      align: 'right',
      render: ({ CasesCount = 0 }) => <span className="dmp-number">{CasesCount === 0 ? texts.noneNow : CasesCount.toLocaleString('en-GB')}</span>,
    },
    {
      key: 'delete',
      title: texts.delete,
      titleHidden: true,
      width: '44px',
      align: 'right',
      render: (one) => <DeleteButton versionId={versionId} instances={[one]} what={texts.theExclusionOfId({ id: excludedEntity(one).id })} />,
    },
  ];
  return (
    <div className={classes['instances']}>
      <div className={classes['instancesHead']}>
        <UnstyledButton className={classes['link']} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconChevronRight size={14} className={classes['chevron']} data-open={open || undefined} aria-hidden />
          <LevelIcon level={rule.RuleLevel} />
          <span className={classes['name']}>{ruleTitle(rule.Name)}</span>
          <span className={classes['quiet']}>{texts.groupCase({ group: rule.Group, cases })}</span>
        </UnstyledButton>
        <DeleteButton versionId={versionId} instances={instances} what={texts.allExclusionsOfName({ name: ruleTitle(rule.Name) })} />
      </div>
      {open && (
        <div className={classes['instancesList']} style={{ height: Math.min(instances.length * ROW_HEIGHT + 30, 320) }}>
          <VirtualList
            label={texts.excludedByName({ name: ruleTitle(rule.Name) })}
            rows={instances}
            columns={columns}
            idOf={(one) => `${one.SessionId} ${excludedEntity(one).entity} ${excludedEntity(one).id}`}
          />
        </div>
      )}
    </div>
  );
}

function DeleteButton({ versionId, instances, what }: { versionId: number; instances: readonly ExclusionInstance[]; what: string }): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  return (
    <Tooltip label={refusal ?? texts.deleteWhat({ what })}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={texts.deleteWhat({ what })}
        {...(editable && instances.length > 0 ? {} : { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => {
          if (!editable) return;
          for (let at = 0; at < instances.length; at += EXCLUDED_AT_ONCE)
            dispatch(deleteExclusions({ versionId, instances: instances.slice(at, at + EXCLUDED_AT_ONCE) }));
        }}
      >
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
