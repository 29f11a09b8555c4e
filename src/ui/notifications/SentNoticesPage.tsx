import { IconDownload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadSentMail, loadSentNotices } from '../../commands/notifications/loadSentNotices.ts';
import { formatMoment } from '../../domain/date.ts';
import { noticesPath, placeOf } from '../../domain/locations.ts';
import type { SentMail, SentNotice } from '../../domain/notices.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Page } from '../parts/Page.tsx';
import { useQuery } from '../parts/query.ts';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import classes from './SentNoticesPage.module.css';

const WORDS: Readonly<Record<SentNotice['status'], string>> = {
  queued: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Perhaps sent',
};

/** The notices that the rules of a region have mailed, and each as it was mailed. */
export function SentNoticesPage(): ReactNode {
  const place = useView((view) => placeOf(view.location.path));
  const region = place.section === 'notices' ? place.region : undefined;
  return region === undefined ? <Regions /> : <Notices key={region} region={region} />;
}

/** Sent notices name recipients: they are for those who may change the region. */
function Regions(): ReactNode {
  const regions = useView((view) => view.regions);
  const mine = (regions.value ?? []).filter(({ Permissions }) => !Permissions.ReadOnly);
  return (
    <Page title={<h1>Sent notices</h1>}>
      {regions.value !== null && mine.length === 0 ? (
        <Empty title="No region" hint="Sent notices are shown to those who may edit a region." />
      ) : (
        <ul className={classes['regions']}>
          {mine.map(({ Key, Name }) => (
            <li key={Key}>
              <Link to={noticesPath(Key)}>{Name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function Notices({ region }: { region: string }): ReactNode {
  const load = useView((view) => view.sentNotices.list);
  const name = useView((view) => view.regions.value?.find(({ Key }) => Key === region)?.Name ?? region);
  const [mail, setMail] = useQuery('mail');
  const notices = load.value;
  const title = `Sent notices of ${name}`;
  return (
    <Page
      fill
      crumbs={<Link to={noticesPath()}>Sent notices</Link>}
      title={notices ? <ListTitle title={title} count={notices.length} total={notices.length} /> : <h1>{title}</h1>}
    >
      <LoadStates
        load={load}
        what="sent notices"
        retry={loadSentNotices({ region })}
        isEmpty={(list) => list.length === 0}
        empty={
          <Empty
            title="No notices have been sent yet."
            hint="A notice is mailed when a pipeline or export does what a notification of the region names as its trigger."
          />
        }
      >
        {(list) => (
          <div className={classes['columns']}>
            <VirtualList
              label={title}
              rows={list}
              columns={COLUMNS}
              idOf={idOf}
              textOf={titleOf}
              selected={mail}
              rowHeight={34}
              onChoose={(notice) => setMail(String(notice.id))}
            />
            {mail !== '' && <Mail region={region} id={Number(mail)} close={() => setMail('')} />}
          </div>
        )}
      </LoadStates>
    </Page>
  );
}

const idOf = ({ id }: SentNotice): string => String(id);
const titleOf = ({ title }: SentNotice): string => title;

const COLUMNS: readonly Column<SentNotice>[] = [
  {
    key: 'at',
    title: 'Date (UTC)',
    value: ({ at }) => at,
    width: '120px',
    render: ({ at }) => <span className="dmp-number">{formatMoment(at)}</span>,
  },
  { key: 'title', title: 'Notice', width: 'minmax(140px, 1fr)', render: titleOf },
  { key: 'recipient', title: 'Recipient', width: 'minmax(110px, 0.7fr)', render: ({ recipient }) => recipient },
  { key: 'status', title: 'State', width: '92px', render: ({ status }) => WORDS[status] },
  {
    key: 'error',
    title: 'Why not',
    value: ({ error }) => error ?? '',
    width: 'minmax(80px, 0.6fr)',
    render: ({ error }) => <span className={classes['wrong']}>{error}</span>,
  },
];

function Mail({ region, id, close }: { region: string; id: number; close: () => void }): ReactNode {
  const load = useView((view) => view.sentNotices.mail);
  return (
    <section className={classes['mail']} aria-label="Mail">
      <LoadStates load={load} what="mail" retry={loadSentMail({ region, id })} skeleton={6}>
        {(mail) => <Opened mail={mail} close={close} />}
      </LoadStates>
    </section>
  );
}

/** The mail as text: nothing of it is run or fetched. */
function Opened({ mail, close }: { mail: SentMail; close: () => void }): ReactNode {
  const { saveText } = usePorts();
  const { file, source } = mail;
  return (
    <>
      <div className={classes['head']}>
        <h2>{mail.subject}</h2>
        <WhyButton
          compact
          label="Save .eml"
          icon={IconDownload}
          why={source === null ? 'The mail server has it; only mails kept as files can be saved' : undefined}
          onClick={() => saveText(file ?? 'notice.eml', source ?? '', 'message/rfc822')}
        />
        <WhyButton compact iconOnly label="Close the mail" icon={IconX} onClick={close} />
      </div>
      <dl className={classes['facts']}>
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>Rule</dt>
        <dd>{mail.rule}</dd>
        {file !== null && (
          <>
            <dt>File</dt>
            <dd className="dmp-mono">{`outbox/${file}`}</dd>
          </>
        )}
      </dl>
      <p className={classes['links']}>
        <Link to={mail.runPath}>Run</Link>
        {mail.logPath !== null && <Link to={mail.logPath}>Log</Link>}
      </p>
      <pre className={classes['text']} tabIndex={0}>
        {mail.text}
      </pre>
    </>
  );
}
