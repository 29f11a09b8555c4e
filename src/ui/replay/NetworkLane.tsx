import { IconArrowNarrowDown, IconArrowNarrowUp, IconBolt, IconClockPause, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { LogRecord } from '../../kernel/record.ts';
import { entryBefore, type NetworkEntry } from '../../projections/networkOfLog.ts';
import { Empty } from '../parts/Empty.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { recordTime } from './recordLine.ts';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** What was sent, what came of it and which live messages came, by time; choosing a line goes to its record. */
export function NetworkLane({
  entries,
  present,
  onChoose,
}: {
  entries: readonly NetworkEntry[];
  present: LogRecord | undefined;
  onChoose: (record: LogRecord) => void;
}): ReactNode {
  const columns = useMemo(
    (): readonly Column<NetworkEntry>[] => [
      { key: 'at', title: texts.time, width: '72px', align: 'right', render: ({ record }) => recordTime(record.at) },
      { key: 'kind', title: texts.kind, titleHidden: true, width: '26px', render: (entry) => <Kind entry={entry} /> },
      {
        key: 'text',
        title: texts.network,
        width: 'minmax(90px, 1fr)',
        render: ({ text, kind }) => (
          <span className={`dmp-mono ${kind === 'sent' || kind === 'live' ? '' : classes['quiet']}`} title={text}>
            {shortPath(text)}
          </span>
        ),
      },
      { key: 'result', title: texts.result, width: '92px', align: 'right', render: (entry) => <Result entry={entry} /> },
    ],
    [],
  );
  return (
    <VirtualList
      label={texts.network}
      rows={entries}
      columns={columns}
      idOf={({ record }) => record.id}
      selected={present && entryBefore(entries, present.seq)?.record.id}
      onChoose={({ record }) => onChoose(record)}
      rowHeight={24}
      empty={<Empty title={texts.nothingWasSent} />}
    />
  );
}

/** The end of a path says more than its beginning, which is the same in most. */
function shortPath(text: string): string {
  return text.replace(/ \/.*((?:\/[^/]+){3})$/u, ' …$1');
}

function Result({ entry: { kind, took, status, unanswered } }: { entry: NetworkEntry }): ReactNode {
  if (unanswered === true) return <span className={classes['unanswered']}>{texts.noAnswer}</span>;
  if (took === undefined) return null;
  const time = texts.milliseconds({ ms: Math.round(took) });
  if (kind === 'failed')
    return <span className={classes['failed']}>{texts.failedAfter({ status: status && status > 0 ? status : texts.failed, time })}</span>;
  return kind === 'dropped' ? texts.droppedAfter({ time }) : time;
}

function Kind({ entry: { kind, unanswered } }: { entry: NetworkEntry }): ReactNode {
  const [Icon, word] = unanswered === true ? ([IconClockPause, texts.sentUnanswered] as const) : KINDS[kind]();
  return (
    <span title={word}>
      <Icon
        size={14}
        role="img"
        aria-label={word}
        className={classes['role']}
        data-role={kind === 'failed' || unanswered === true ? 'error' : kind === 'live' ? 'fact' : kind}
      />
    </span>
  );
}

const KINDS = {
  sent: () => [IconArrowNarrowUp, texts.sent] as const,
  answered: () => [IconArrowNarrowDown, texts.answered] as const,
  failed: () => [IconArrowNarrowDown, texts.failed] as const,
  dropped: () => [IconX, texts.dropped] as const,
  live: () => [IconBolt, texts.liveMessage] as const,
};
