import { IconArrowDownRight, IconBolt, IconHandFinger, IconAlertTriangle, IconCornerDownRight, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { LogRecord } from '../../kernel/record.ts';
import type { Divergence } from '../../kernel/replay.ts';
import { Empty } from '../parts/Empty.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { type RecordRole, recordRole } from '../../projections/recordRole.ts';
import { recordTime, ROLE_WORDS } from './recordLine.ts';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** The records of a log; the one that was folded last is chosen, choosing another goes there. */
export function RecordList({
  records,
  present,
  automatic,
  nameOf,
  diverging,
  loadsOf,
  unfolded,
  onUnfold,
  onChoose,
}: {
  records: readonly LogRecord[];
  present: LogRecord | undefined;
  /** Types of the commands that the page issues by itself. */
  automatic: ReadonlySet<string>;
  nameOf: (record: LogRecord) => string;
  diverging: ReadonlyMap<number, Divergence>;
  /** How many reads of the page are folded under a record. */
  loadsOf: (record: LogRecord) => number;
  unfolded: ReadonlySet<string>;
  onUnfold: (id: string) => void;
  onChoose: (record: LogRecord) => void;
}): ReactNode {
  const columns = useMemo(
    (): readonly Column<LogRecord>[] => [
      { key: 'seq', title: '#', width: '58px', align: 'right', render: ({ seq }) => seq },
      { key: 'at', title: texts.time, width: '82px', align: 'right', render: ({ at }) => recordTime(at) },
      { key: 'kind', title: texts.kind, width: '44px', render: (record) => <Role role={recordRole(record, automatic)} /> },
      {
        key: 'type',
        title: texts.type,
        width: 'minmax(120px, 1fr)',
        render: (record) => (
          <span
            className="dmp-mono"
            title={diverging.get(record.seq)?.text ?? record.type}
            data-diverges={diverging.has(record.seq) ? '' : undefined}
          >
            {diverging.has(record.seq) && (
              <IconAlertTriangle size={13} role="img" aria-label={texts.theReplayDivergesHere} className={classes['divergence']} />
            )}
            {record.type}
          </span>
        ),
      },
      {
        key: 'label',
        title: texts.what,
        width: 'minmax(120px, 1.4fr)',
        render: (record) => (
          <span className={classes['what']}>
            <span title={nameOf(record)}>{nameOf(record)}</span>
            <Loads count={loadsOf(record)} unfolded={unfolded.has(record.id)} onUnfold={() => onUnfold(record.id)} />
          </span>
        ),
      },
    ],
    [diverging, nameOf, automatic, loadsOf, unfolded, onUnfold],
  );
  return (
    <VirtualList
      label={texts.records}
      rows={records}
      columns={columns}
      idOf={idOf}
      selected={present?.id}
      onChoose={onChoose}
      rowHeight={24}
      empty={<Empty title={texts.noSuchRecords} />}
    />
  );
}

function Loads({ count, unfolded, onUnfold }: { count: number; unfolded: boolean; onUnfold: () => void }): ReactNode {
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={classes['loads']}
      aria-expanded={unfolded}
      aria-label={texts.automaticLoads({ count })}
      title={texts.automaticLoads({ count })}
      onClick={(event) => {
        event.stopPropagation();
        onUnfold();
      }}
    >
      {unfolded ? '−' : '+'}
      {count}
    </button>
  );
}

function Role({ role }: { role: RecordRole }): ReactNode {
  const Icon = ROLE_ICONS[role];
  return (
    <span title={ROLE_WORDS[role]}>
      <Icon size={14} role="img" aria-label={ROLE_WORDS[role]} className={classes['role']} data-role={role} />
    </span>
  );
}

const ROLE_ICONS = {
  act: IconHandFinger,
  load: IconRefresh,
  command: IconArrowDownRight,
  fact: IconBolt,
  outcome: IconCornerDownRight,
  error: IconAlertTriangle,
} as const;

function idOf(record: LogRecord): string {
  return record.id;
}
