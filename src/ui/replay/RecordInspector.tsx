import { Alert } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Report } from '../../kernel/reportLog.ts';
import type { LogRecord } from '../../kernel/record.ts';
import type { Divergence } from '../../kernel/replay.ts';
import { Empty } from '../parts/Empty.tsx';
import { JsonTree } from './JsonTree.tsx';
import { recordRole } from '../../projections/recordRole.ts';
import { recordTime, ROLE_WORDS } from './recordLine.ts';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** One record: what it says, and what it came from, up to the user's act. */
export function RecordInspector({
  record,
  automatic,
  bodies,
  chain,
  divergence,
  masked,
  nameOf,
  onChoose,
}: {
  record: LogRecord | undefined;
  automatic: ReadonlySet<string>;
  bodies: Report['bodies'];
  chain: readonly LogRecord[];
  divergence: Divergence | undefined;
  /** Values were blanked out when the report was made. */
  masked: boolean;
  nameOf: (record: LogRecord) => string;
  onChoose: (record: LogRecord) => void;
}): ReactNode {
  const kept = useMemo(() => new Map(bodies), [bodies]);
  if (!record)
    return (
      <div className={classes['inspector']}>
        <Empty title={texts.beforeTheFirstRecord} hint={texts.stepHint} />
      </div>
    );
  return (
    <section className={classes['inspector']} aria-label={texts.recordSeq({ seq: record.seq })}>
      <h2 className={classes['recordName']}>{nameOf(record) || record.type}</h2>
      <p className={classes['quiet']}>
        {`${ROLE_WORDS[recordRole(record, automatic)]} · `}
        <span className="dmp-mono">{record.type}</span>
        {texts.recordSeqAt({
          seq: record.seq,
          at: recordTime(record.at),
          gesture: record.gesture === undefined ? '' : texts.gestureGesture({ gesture: record.gesture }),
        })}
      </p>
      {divergence && (
        <Alert color="orange" variant="light" p="xs" title={texts.theReplayDivergesHere} role="status">
          {divergence.text}
        </Alert>
      )}
      {chain.length > 1 && (
        <>
          <h3 className={classes['inspectorTitle']}>{texts.cameFrom}</h3>
          <ol className={classes['chain']}>
            {chain.slice(1).map((cause) => (
              <li key={cause.id}>
                <button type="button" className={classes['cause']} onClick={() => onChoose(cause)}>
                  <span className={`dmp-number ${classes['quiet']}`}>{cause.seq}</span> {nameOf(cause) || cause.type}{' '}
                  <span className={`dmp-mono ${classes['quiet']}`}>{cause.type}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 className={classes['inspectorTitle']}>
        {texts.payload}
        {masked && <span className={classes['quiet']}> {texts.blankedValues}</span>}
      </h3>
      <JsonTree key={record.id} value={record.payload} resolve={(hash) => kept.get(hash)} />
    </section>
  );
}
