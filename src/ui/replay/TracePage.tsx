import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowNarrowDown, IconArrowNarrowUp, IconBolt, IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { LogRecord } from '../../kernel/record.ts';
import { recordRole } from '../../projections/recordRole.ts';
import { type TraceRow, traceRows } from '../../projections/traceRows.ts';
import { Empty } from '../parts/Empty.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { recordNames, recordTime } from './recordLine.ts';
import type { Product } from './ReplayDesk.tsx';
import type { OpenedTrace } from './ReplayPage.tsx';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** The tabs of a trace in columns on one time axis, the network between them; a line leads to the replay of its tab. */
export function TracePage({
  trace: { trace, tabs, name },
  product: { automatic, addressOf },
  onOpen,
  onClose,
}: {
  trace: OpenedTrace & { readonly name: string };
  product: Pick<Product, 'automatic' | 'addressOf'>;
  onOpen: (tab: number, seq: number | undefined) => void;
  onClose: () => void;
}): ReactNode {
  const rows = useMemo(
    () =>
      traceRows(
        tabs.map(({ report, replayer }) => ({ header: report.header, records: replayer.records })),
        trace.network,
        automatic,
        addressOf,
      ),
    [tabs, trace, automatic, addressOf],
  );
  const columns = useMemo((): readonly Column<TraceRow>[] => {
    const ofTabs = trace.tabs.map((tab, index): Column<TraceRow> => {
      const { replayer } = tabs[index] ?? {};
      const byId = new Map(replayer?.records.map((record) => [record.id, record]));
      const nameOf = recordNames(
        (id) => replayer?.labelOf(id) ?? '',
        (id) => byId.get(id),
      );
      return {
        key: `tab${index}`,
        title: tab.name,
        width: 'minmax(140px, 1fr)',
        render: (row) => row.tab === index && !row.network && row.record && <TabCell record={row.record} name={nameOf(row.record)} />,
      };
    });
    const network: Column<TraceRow> = {
      key: 'network',
      title: texts.network,
      width: 'minmax(300px, 2fr)',
      render: ({ network: entry }) => entry && <NetworkCell entry={entry} tab={trace.tabs[entry.tab]?.name ?? ''} />,
    };
    const middle = Math.ceil(ofTabs.length / 2);
    return [
      { key: 'at', title: texts.time, width: '82px', align: 'right', render: ({ at }) => recordTime(at) },
      ...ofTabs.slice(0, middle),
      network,
      ...ofTabs.slice(middle),
    ];
  }, [trace, tabs]);
  return (
    <main className={classes['page']}>
      <header className={classes['traceHead']}>
        <h1>{texts.traceOfName({ name })}</h1>
        <p className={classes['quiet']} title={trace.note}>
          {trace.note}
        </p>
        <WhyButton label={texts.openAnotherReport} icon={IconFileUpload} iconOnly onClick={onClose} />
      </header>
      <div className={classes['traceTabs']}>
        {trace.tabs.map((tab, index) => (
          // two tabs may have the same name
          <Button key={`${index} ${tab.name}`} variant="default" size="compact-xs" onClick={() => onOpen(index, undefined)}>
            {texts.replayTab({ name: tab.name })}
          </Button>
        ))}
      </div>
      <VirtualList
        label={texts.trace}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        onChoose={({ tab, record }) => onOpen(tab, record?.seq)}
        rowHeight={24}
        empty={<Empty title={texts.noSuchRecords} />}
      />
    </main>
  );
}

function TabCell({ record, name }: { record: LogRecord; name: string }): ReactNode {
  const text = name === '' ? record.type : name;
  return (
    <span title={`${text} (${record.type})`}>
      {recordRole(record, NONE) === 'error' && (
        <IconAlertTriangle size={13} role="img" aria-label={texts.error} className={classes['role']} data-role="error" />
      )}{' '}
      {text}
    </span>
  );
}

const NONE: ReadonlySet<string> = new Set();

function NetworkCell({ entry: { kind, text }, tab }: { entry: NonNullable<TraceRow['network']>; tab: string }): ReactNode {
  const [Icon, word] = KINDS[kind]();
  return (
    <span className="dmp-mono" title={`${tab}: ${text}`}>
      <Icon
        size={14}
        role="img"
        aria-label={word}
        className={classes['role']}
        data-role={kind === 'fault' ? 'error' : kind === 'live' ? 'fact' : undefined}
      />{' '}
      <span className={classes['quiet']}>{tab}</span> {text}
    </span>
  );
}

const KINDS = {
  sent: () => [IconArrowNarrowUp, texts.sent] as const,
  answered: () => [IconArrowNarrowDown, texts.answered] as const,
  live: () => [IconBolt, texts.liveMessage] as const,
  fault: () => [IconAlertTriangle, texts.plantedFault] as const,
};
