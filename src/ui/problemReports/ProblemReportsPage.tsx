import { Anchor, Button } from '@mantine/core';
import { IconDownload, IconPlayerPlay, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { deleteProblemReport, loadMoreProblemReports, loadProblemReports, saveProblemReport } from '../../commands/problemReports/problemReports.ts';
import { formatMoment } from '../../domain/date.ts';
import { replayPath } from '../../domain/locations.ts';
import { type ProblemReport, reportNumber } from '../../domain/problemReports.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { readsReports } from '../../projections/problemReports.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Page } from '../parts/Page.tsx';
import { Question } from '../parts/Question.tsx';
import { useQuery } from '../parts/query.ts';
import { SearchBox } from '../parts/SearchBox.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './problemReports.module.css';
import { texts } from './texts.ts';

/** Problem reports that people sent, for support: a list, and one opened below it. */
export function ProblemReportsPage(): ReactNode {
  const mayRead = useView(readsReports);
  if (!mayRead) return <Empty heading={1} title={texts.noRight} hint={texts.noRightHint} />;
  return <Reports />;
}

function Reports(): ReactNode {
  const dispatch = useDispatch();
  const reports = useView((view) => view.problemReports);
  const [find, setFind] = useQuery('find');
  const [chosen, setChosen] = useQuery('report');
  const { list, tail } = reports ?? {};
  const opened = list?.value?.find(({ Id }) => String(Id) === chosen);
  const more = (): void => {
    if (tail?.value != null && tail.status !== 'loading' && tail.status !== 'failed') dispatch(loadMoreProblemReports({ find, before: tail.value }));
  };
  return (
    <Page fill title={<h1>{texts.reports}</h1>} tools={<SearchBox value={find} label={texts.search} onSearch={setFind} />}>
      <LoadStates
        load={list}
        what={texts.reportsWord}
        retry={loadProblemReports({ find })}
        isEmpty={(all) => all.length === 0}
        empty={<None find={find} />}
      >
        {(all) => (
          <div className={classes['columns']}>
            <VirtualList
              label={texts.reports}
              rows={all}
              columns={COLUMNS}
              idOf={idOf}
              selected={chosen}
              rowHeight={44}
              onChoose={(report) => setChosen(String(report.Id))}
              onEnd={more}
            />
            <Older find={find} />
            {opened && <Report key={opened.Id} report={opened} close={() => setChosen('')} />}
          </div>
        )}
      </LoadStates>
    </Page>
  );
}

function None({ find }: { find: string }): ReactNode {
  const taken = useView((view) => view.config?.problemReports);
  if (find !== '') return <Empty title={texts.noneFound} />;
  return <Empty title={texts.none} hint={taken === undefined ? texts.noneTaken : texts.noneHint({ days: taken.days })} />;
}

/** The end of the list: more is being loaded, or loading failed; nothing once all of it is loaded. */
function Older({ find }: { find: string }): ReactNode {
  const dispatch = useDispatch();
  const tail = useView((view) => view.problemReports?.tail);
  if (tail?.value == null || tail.status === 'idle' || tail.status === 'succeeded') return null;
  const before = tail.value;
  if (tail.status === 'loading')
    return (
      <div className={classes['older']} role="status">
        {texts.loadingMore}
      </div>
    );
  return (
    <div className={classes['older']} role="alert">
      <span>{texts.moreFailed({ messages: tail.messages.join(' ') })}</span>
      <Button variant="default" size="compact-xs" onClick={() => dispatch(loadMoreProblemReports({ find, before }))}>
        {texts.retry}
      </Button>
    </div>
  );
}

const idOf = ({ Id }: ProblemReport): string => String(Id);

const COLUMNS: readonly Column<ProblemReport>[] = [
  {
    key: 'number',
    get title() {
      return texts.number;
    },
    value: ({ Id }) => Id,
    width: '68px',
    render: ({ Id }) => <span className="dmp-number">{reportNumber(Id)}</span>,
  },
  {
    key: 'by',
    get title() {
      return texts.by;
    },
    width: 'minmax(120px, 0.8fr)',
    render: ({ By, At }) => <Two first={By} second={formatMoment(At)} />,
  },
  {
    key: 'note',
    get title() {
      return texts.note;
    },
    width: 'minmax(140px, 1.4fr)',
    render: ({ Note, Page: page, Build }) => (
      <Two first={Note === '' ? texts.noNote : Note} second={[page, Build].filter((part) => part !== '').join(' · ')} />
    ),
  },
];

function Two({ first, second }: { first: string; second: string }): ReactNode {
  return (
    <span className={classes['two']}>
      <span title={first}>{first}</span>
      <span title={second}>{second}</span>
    </span>
  );
}

/** A report: who sent it from where, what it says, and what can be done with it. */
function Report({ report, close }: { report: ProblemReport; close: () => void }): ReactNode {
  const dispatch = useDispatch();
  const [asking, setAsking] = useState(false);
  const number = reportNumber(report.Id);
  const title = texts.title({ number });
  return (
    <section className={classes['report']} aria-label={title}>
      <div className={classes['head']}>
        <h2>{title}</h2>
        <Anchor href={replayPath(report.Id)} target="_blank" rel="noopener" className={classes['open'] ?? ''}>
          <IconPlayerPlay size={14} aria-hidden /> {texts.openInReplay}
        </Anchor>
        <WhyButton compact label={texts.download} icon={IconDownload} onClick={() => dispatch(saveProblemReport({ reportId: report.Id }))} />
        <WhyButton compact label={texts.remove} icon={IconTrash} color="red" onClick={() => setAsking(true)} />
        <WhyButton compact iconOnly label={texts.close} icon={IconX} onClick={close} />
      </div>
      <p className={classes['note']}>{report.Note === '' ? texts.noNote : report.Note}</p>
      <dl className={classes['facts']}>
        <dt>{texts.by}</dt>
        <dd>{report.By}</dd>
        <dt>{texts.sent}</dt>
        <dd className="dmp-number">{formatMoment(report.At)}</dd>
        <dt>{texts.page}</dt>
        <dd>{report.Page === '' ? texts.unknownPage : report.Page}</dd>
        <dt>{texts.build}</dt>
        <dd>{report.Build}</dd>
        <dt>{texts.size}</dt>
        <dd>{texts.sizeRecords({ size: (report.Size / 1e6).toFixed(2), records: report.Records })}</dd>
      </dl>
      {asking && <DeleteQuestion report={report} close={() => setAsking(false)} onDone={close} />}
    </section>
  );
}

function DeleteQuestion({ report, close, onDone }: { report: ProblemReport; close: () => void; onDone: () => void }): ReactNode {
  const dispatch = useDispatch();
  const attempt = useSubmit(onDone);
  const number = reportNumber(report.Id);
  return (
    <Question
      title={texts.removeTitle({ number })}
      yes={texts.remove}
      no={texts.keep}
      enter="no"
      icon={IconTrash}
      busy={attempt.isWaiting}
      messages={attempt.message === undefined ? [] : [attempt.message]}
      onYes={() => attempt.send(dispatch(deleteProblemReport({ reportId: report.Id })))}
      onClose={close}
    >
      {texts.removeQuestion({ number, by: report.By })}
    </Question>
  );
}
