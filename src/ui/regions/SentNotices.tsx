import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { loadSentNotices } from '../../commands/regions/loadSentNotices.ts';
import { formatMoment } from '../../domain/date.ts';
import type { SentNotice } from '../../domain/notices.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import classes from './regions.module.css';

const WORDS: Readonly<Record<SentNotice['status'], string>> = {
  queued: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Perhaps sent',
};

/** What the rules of the region have sent, newest first. Read when it is opened. */
export function SentNotices({ region }: { region: string }): ReactNode {
  const dispatch = useDispatch();
  const [opened, setOpened] = useState(false);
  const load = useView((view) => view.regionWizard.sentNotices);
  const toggle = (): void => {
    if (!opened) dispatch(loadSentNotices({ region }));
    setOpened(!opened);
  };
  return (
    <section className={classes['rule']}>
      <div className={classes['ruleHead']}>
        <UnstyledButton className={classes['ruleName']} aria-expanded={opened} onClick={toggle}>
          {opened ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
          <span>Sent notices</span>
        </UnstyledButton>
      </div>
      {opened && (
        <div className={classes['ruleBody']}>
          <LoadStates
            load={load}
            what="sent notices"
            retry={loadSentNotices({ region })}
            skeleton={3}
            isEmpty={(notices) => notices.length === 0}
            empty={<p style={{ margin: 0 }}>No notices have been sent yet.</p>}
          >
            {(notices) => (
              <ul className={classes['list']} aria-label="Sent notices" tabIndex={0}>
                {notices.map((notice) => (
                  <li key={notice.id}>
                    <span className="dmp-number">{formatMoment(notice.at)}</span>
                    {` ${notice.title} · ${notice.recipient} · ${WORDS[notice.status]}`}
                    {notice.error !== null && <span className={classes['wrong']}>{` ${notice.error}`}</span>}
                  </li>
                ))}
              </ul>
            )}
          </LoadStates>
        </div>
      )}
    </section>
  );
}
