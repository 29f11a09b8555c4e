import { ActionIcon, Badge, Modal, SegmentedControl, Tooltip } from '@mantine/core';
import { IconNote, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { deleteExclusions } from '../../commands/exclusions/deleteExclusions.ts';
import { loadIgnored } from '../../commands/exclusions/loadIgnored.ts';
import { openSessionNote } from '../../commands/exclusions/sessionNoteSteps.ts';
import {
  excludedEntity,
  type ExcludedRule,
  type ExclusionInstance,
  type ExclusionSession,
  type IgnoreSummary,
  SESSION_NOTE_TOOLTIP,
  sessionDate,
} from '../../domain/exclusions.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { ruleWords, withSummary } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { useQuery } from '../parts/query.ts';
import classes from '../validation/validation.module.css';
import { SessionNote } from './SessionNote.tsx';

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
  const failed = load?.status === 'failed' ? { ...load, messages: ['Oops, failed loading exluded validations.'] } : load;
  return (
    <Modal
      opened
      onClose={() => open(path, withSummary(search, { exclusions: null }), { replace: true })}
      title="Exclusions"
      size={720}
      transitionProps={{ duration: 0 }}
    >
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label="Group by"
        data={[
          { value: 'sessions', label: 'By sessions' },
          { value: 'validations', label: 'By validations' },
        ]}
        value={grouping === 'validations' ? 'validations' : 'sessions'}
        onChange={setGrouping}
      />
      <LoadStates
        load={failed}
        what="exclusions"
        retry={loadIgnored({ versionId })}
        skeleton={5}
        isEmpty={(summary) => summary.Instances.length === 0}
        empty={<Empty title="Nothing is excluded" hint="Open a rule of the summary and exclude its cases; they are listed here." />}
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
      <section key={session.Id} className={classes['section']} aria-label={`Session ${session.Id}`}>
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
    <section key={rule.RuleType} className={classes['section']} aria-label={ruleWords(rule.Name)}>
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
  const editable = useView(canEdit);
  const { Note: note } = session;
  return (
    <div className={classes['session']}>
      <h3>{sessionDate(session.Date)}</h3>
      <span>{session.Author}</span>
      <Badge size="xs" variant="light" color={session.Finalized === null ? 'blue' : 'gray'}>
        {session.Finalized === null ? 'being edited' : `finished ${sessionDate(session.Finalized)}`}
      </Badge>
      <Tooltip label={note} disabled={note.length < SESSION_NOTE_TOOLTIP}>
        <span className={classes['note']}>{note}</span>
      </Tooltip>
      <Tooltip label={editable ? 'Edit the note' : READ_ONLY}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Edit the note of session ${session.Id}`}
          {...(editable ? {} : { 'aria-disabled': true, 'data-disabled': true })}
          onClick={() => editable && dispatch(openSessionNote({ versionId, sessionId: session.Id, note }))}
        >
          <IconNote size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <DeleteButton versionId={versionId} instances={instances} what={`all exclusions of session ${session.Id}`} />
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
  const cases = instances.reduce((sum, one) => sum + (one.CasesCount ?? 0), 0);
  return (
    <details className={classes['instances']}>
      <summary>
        {ruleWords(rule.Name)}{' '}
        <span className={classes['quiet']}>{`${rule.Group}, ${cases.toLocaleString('en-GB')} ${cases === 1 ? 'case' : 'cases'}`}</span>
        <DeleteButton versionId={versionId} instances={instances} what={`all exclusions of ${ruleWords(rule.Name)}`} />
      </summary>
      <ul>
        {instances.map((one) => {
          const { entity, id } = excludedEntity(one);
          const session = sessions?.find(({ Id }) => Id === one.SessionId);
          return (
            <li key={`${one.SessionId} ${entity} ${id}`} className={classes['rule']}>
              <span className={classes['link']}>
                <span className={classes['quiet']}>{entity}</span> <span className="dmp-mono">{id}</span>
                {session && <span className={classes['quiet']}>{`${sessionDate(session.Date)} ${session.Author}`}</span>}
              </span>
              <span className="dmp-number">{one.CasesCount === 0 ? 'none now' : one.CasesCount?.toLocaleString('en-GB')}</span>
              <DeleteButton versionId={versionId} instances={[one]} what={`the exclusion of ${id}`} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function DeleteButton({ versionId, instances, what }: { versionId: number; instances: readonly ExclusionInstance[]; what: string }): ReactNode {
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  return (
    <Tooltip label={editable ? `Delete ${what}` : READ_ONLY}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={`Delete ${what}`}
        {...(editable && instances.length > 0 ? {} : { 'aria-disabled': true, 'data-disabled': true })}
        onClick={(event) => {
          event.preventDefault();
          if (editable && instances.length > 0) dispatch(deleteExclusions({ versionId, instances: [...instances] }));
        }}
      >
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
