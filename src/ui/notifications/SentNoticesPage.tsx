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
import { texts } from './texts.ts';

const WORDS: Readonly<Record<SentNotice['status'], string>> = {
  get queued() {
    return texts.waiting;
  },
  get sending() {
    return texts.beingSent;
  },
  get sent() {
    return texts.sent;
  },
  get failed() {
    return texts.failed;
  },
  get unknown() {
    return texts.perhapsSent;
  },
};

/** Mails that the rules of a region have sent, with the text of each. */
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
    <Page title={<h1>{texts.sentNotices}</h1>}>
      {regions.value !== null && mine.length === 0 ? (
        <Empty title={texts.noRegion} hint={texts.noRightHint} />
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
  const title = texts.sentNoticesOfName({ name });
  return (
    <Page
      fill
      crumbs={<Link to={noticesPath()}>{texts.sentNotices}</Link>}
      title={notices ? <ListTitle title={title} count={notices.length} total={notices.length} /> : <h1>{title}</h1>}
    >
      <LoadStates
        load={load}
        what={texts.sentNoticesWord}
        retry={loadSentNotices({ region })}
        isEmpty={(list) => list.length === 0}
        empty={<Empty title={texts.noNotices} hint={texts.noNoticesHint} />}
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
    get title() {
      return texts.dateUTC;
    },
    value: ({ at }) => at,
    width: '120px',
    render: ({ at }) => <span className="dmp-number">{formatMoment(at)}</span>,
  },
  {
    key: 'title',
    get title() {
      return texts.notice;
    },
    width: 'minmax(140px, 1fr)',
    render: titleOf,
  },
  {
    key: 'recipient',
    get title() {
      return texts.recipient;
    },
    width: 'minmax(110px, 0.7fr)',
    render: ({ recipient }) => recipient,
  },
  {
    key: 'status',
    get title() {
      return texts.state;
    },
    width: '92px',
    render: ({ status }) => WORDS[status],
  },
  {
    key: 'error',
    get title() {
      return texts.whyNot;
    },
    value: ({ error }) => error ?? '',
    width: 'minmax(80px, 0.6fr)',
    render: ({ error }) => <span className={classes['wrong']}>{error}</span>,
  },
];

function Mail({ region, id, close }: { region: string; id: number; close: () => void }): ReactNode {
  const load = useView((view) => view.sentNotices.mail);
  return (
    <section className={classes['mail']} aria-label={texts.mail}>
      <LoadStates load={load} what={texts.mailWord} retry={loadSentMail({ region, id })} skeleton={6}>
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
          label={texts.saveEml}
          icon={IconDownload}
          why={source === null ? texts.notKeptAsFile : undefined}
          onClick={() => saveText(file ?? 'notice.eml', source ?? '', 'message/rfc822')}
        />
        <WhyButton compact iconOnly label={texts.closeTheMail} icon={IconX} onClick={close} />
      </div>
      <dl className={classes['facts']}>
        <dt>{texts.from}</dt>
        <dd>{mail.from}</dd>
        <dt>{texts.to}</dt>
        <dd>{mail.to}</dd>
        <dt>{texts.rule}</dt>
        <dd>{mail.rule}</dd>
        {file !== null && (
          <>
            <dt>{texts.file}</dt>
            <dd className="dmp-mono">{texts.outboxFile({ file })}</dd>
          </>
        )}
      </dl>
      <p className={classes['links']}>
        <Link to={mail.runPath}>{texts.run}</Link>
        {mail.logPath !== null && <Link to={mail.logPath}>{texts.log}</Link>}
      </p>
      <pre className={classes['text']} tabIndex={0}>
        {mail.text}
      </pre>
    </>
  );
}
