import { Anchor, Badge, Select } from '@mantine/core';
import { IconArrowBackUp, IconEdit, IconHistory, IconPlayerStop, IconPlus, IconTrash, IconWorldUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadPublicFeeds } from '../../commands/exports/publicFeeds.ts';
import {
  endServiceAlert,
  loadAlertHistory,
  loadServiceAlerts,
  publishServiceAlert,
  removeServiceAlert,
  reopenServiceAlert,
} from '../../commands/exports/serviceAlerts.ts';
import {
  type AlertQuestion,
  askServiceAlert,
  confirmServiceAlert,
  listServiceAlerts,
  writeServiceAlert,
} from '../../commands/exports/serviceAlertSteps.ts';
import { withoutField } from '../../domain/errors.ts';
import type { PublicFeed } from '../../domain/publicFeeds.ts';
import { alertFaults, phaseOf, rangesOf, type ServiceAlert } from '../../domain/serviceAlerts.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { ServiceAlertsContext } from '../../machines/serviceAlertsMachine.ts';
import { feedOfAlerts, type ServiceAlertsOfFeed } from '../../projections/exportState.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Question } from '../parts/Question.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useNow } from '../tasks/useNow.ts';
import { AlertForm } from './AlertForm.tsx';
import { AlertPreview } from './AlertPreview.tsx';
import classes from './alerts.module.css';
import { effectWords, namesOf, titleOf, whenWords } from './alertWords.ts';
import { texts } from './texts.ts';

/** Service alerts of a public feed: what is served, what is written, what has ended. */
export function ServiceAlertsModal(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const feeds = useView((view) => view.exports.publicFeeds);
  const feed = useView(feedOfAlerts);
  const load = useView((view) => view.exports.serviceAlerts?.[String(feed?.id)]);
  const step = useWorkflow('serviceAlerts', ({ value }) => String(value));
  const { id, question, messages } = useWorkflow('serviceAlerts', ({ context }): ServiceAlertsContext => context);
  const isAsked = step === 'asking' || step === 'acting';
  const isWritten = step === 'writing' || step === 'saving';
  useShownHere(isAsked ? messages : [], publishServiceAlert, endServiceAlert, removeServiceAlert);
  const back = (): void => void dispatch(listServiceAlerts({}));
  const close = (): void => open('/exports', searchWith(search, { dialog: undefined, feed: undefined }));
  const title = isWritten ? (id === null ? texts.newAlert : texts.changeAlert) : step === 'looking' ? texts.history : texts.serviceAlerts;
  const asked = load?.value?.alerts.find((one) => one.id === question?.id);
  return (
    <Modal opened onClose={step === 'listing' || isAsked ? close : back} title={title} size="xl" transitionProps={{ duration: 0 }}>
      <LoadStates
        load={feeds}
        what={texts.feed}
        retry={loadPublicFeeds({})}
        isEmpty={(all) => all.length === 0}
        empty={<Empty title={texts.noFeed} hint={texts.noFeedHint} />}
      >
        {(all) =>
          feed === undefined ? null : (
            <LoadStates load={load} what={texts.alertsWord} retry={loadServiceAlerts({ feed: feed.id })}>
              {(loaded) =>
                isWritten ? (
                  <AlertForm
                    key={id ?? 0}
                    feed={feed.id}
                    alert={loaded.alerts.find((one) => one.id === id)}
                    around={loaded}
                    busy={step === 'saving'}
                    messages={messages}
                  />
                ) : step === 'looking' && question !== null ? (
                  <History question={question} timezone={loaded.timezone} />
                ) : (
                  <Alerts feed={feed} feeds={all} loaded={loaded} onFeed={(next) => open('/exports', searchWith(search, { feed: next }))} />
                )
              }
            </LoadStates>
          )
        }
      </LoadStates>
      {!isWritten && (
        <div className={classes['footer']}>
          <WhyButton label={step === 'looking' ? texts.back : texts.close} onClick={step === 'looking' ? back : close} />
        </div>
      )}
      <Question
        opened={isAsked}
        title={question === null ? '' : QUESTIONS[question.act].title()}
        yes={question === null ? '' : QUESTIONS[question.act].title()}
        no={texts.cancel}
        size="lg"
        danger={question?.act !== 'publish'}
        busy={step === 'acting'}
        messages={messages.map(withoutField)}
        onClose={back}
        onYes={() => dispatch(confirmServiceAlert({}))}
      >
        {question === null || asked === undefined ? (
          ''
        ) : (
          <>
            <p>{QUESTIONS[question.act].words(titleOf(asked), feed?.slug ?? '')}</p>
            {question.act === 'publish' && <AlertPreview alert={asked} />}
          </>
        )}
      </Question>
    </Modal>
  );
}

const QUESTIONS = {
  publish: { title: () => texts.publish, words: (_name: string, feed: string) => texts.publishQuestion({ feed }) },
  end: { title: () => texts.endNow, words: (name: string) => texts.endQuestion({ name }) },
  remove: { title: () => texts.remove, words: (name: string) => texts.removeQuestion({ name }) },
  history: { title: () => texts.history, words: () => '' },
} as const;

interface AlertsProps {
  readonly feed: PublicFeed;
  readonly feeds: readonly PublicFeed[];
  readonly loaded: ServiceAlertsOfFeed;
  readonly onFeed: (feed: string) => void;
}

function Alerts({ feed, feeds, loaded, onFeed }: AlertsProps): ReactNode {
  const dispatch = useDispatch();
  return (
    <>
      <div className={classes['row']}>
        <Select
          label={texts.feed}
          data={feeds.map(({ id, slug, databaseId }) => ({ value: String(id), label: `${slug} (${databaseId})` }))}
          value={String(feed.id)}
          allowDeselect={false}
          onChange={(next) => next !== null && onFeed(next)}
        />
        <WhyButton
          label={texts.newAlert}
          icon={IconPlus}
          variant="filled"
          why={feed.readOnly ? READ_ONLY : undefined}
          onClick={() => dispatch(writeServiceAlert({ feed: feed.id, id: null }))}
        />
      </div>
      <p className={classes['quiet']}>
        <Anchor href={`${feed.url}alerts.json`} target="_blank" rel="noreferrer">
          {`${feed.url}alerts.json`}
        </Anchor>{' '}
        <Anchor href={`${feed.url}alerts.pb`}>{`${feed.url}alerts.pb`}</Anchor>
      </p>
      {!loaded.isReady && <p role="status">{texts.notReady}</p>}
      {loaded.alerts.length === 0 && <Empty title={texts.noAlerts} hint={texts.noAlertsHint} />}
      {loaded.alerts.map((alert) => (
        <Alert key={alert.id} feed={feed} alert={alert} loaded={loaded} />
      ))}
    </>
  );
}

function Alert({ feed, alert, loaded }: { feed: PublicFeed; alert: ServiceAlert; loaded: ServiceAlertsOfFeed }): ReactNode {
  const dispatch = useDispatch();
  const now = useNow(alert.state === 'published');
  const name = titleOf(alert);
  const readOnly = feed.readOnly ? READ_ONLY : undefined;
  const names = namesOf(alert);
  const missing = names.filter((_one, at) => alert.named[at]?.isMissing === true);
  const ask = (act: AlertQuestion['act']): void => void dispatch(askServiceAlert({ feed: feed.id, id: alert.id, rev: alert.rev, act }));
  const phase = phaseOf(rangesOf(alert.periods, loaded.timezone), now);
  const [state, color] =
    alert.state === 'draft'
      ? [texts.stateDraft, 'gray']
      : alert.state === 'ended'
        ? [texts.stateEnded, 'gray']
        : phase === 'over'
          ? [texts.stateOver, 'gray']
          : phase === 'planned'
            ? [texts.statePlanned, 'blue']
            : [texts.stateCurrent, 'green'];
  const known = { has: (entity: unknown): boolean => alert.named[alert.entities.findIndex((one) => one === entity)]?.isMissing !== true };
  const [fault] = alertFaults(alert, { known, language: loaded.language, timezone: loaded.timezone });
  return (
    <section className={classes['alert']} aria-label={name}>
      <div>
        <div className={classes['head']}>
          <h3>{name}</h3>
          <Badge variant="light" color={color}>
            {state}
          </Badge>
        </div>
        <p>{[effectWords(alert.effect), names.join(', ')].filter((part) => part !== '').join(' · ')}</p>
        <p className={classes['quiet']}>
          {whenWords(alert)}. {texts.changedBy({ name: alert.author, moment: localText(alert.changed, loaded.timezone) })}
        </p>
        {missing.length > 0 && (
          <p role="alert">{missing.length === names.length ? texts.allMissing : texts.missingOf({ names: missing.join(', ') })}</p>
        )}
      </div>
      <span className={classes['acts']}>
        {alert.state === 'draft' && (
          <WhyButton
            label={texts.publish}
            hint={texts.publishName({ name })}
            icon={IconWorldUpload}
            compact
            why={readOnly ?? fault?.Message}
            onClick={() => ask('publish')}
          />
        )}
        {alert.state === 'published' && (
          <WhyButton label={texts.endNow} hint={texts.endName({ name })} icon={IconPlayerStop} compact why={readOnly} onClick={() => ask('end')} />
        )}
        {alert.state === 'ended' && (
          <WhyButton
            label={texts.reopen}
            hint={texts.reopenName({ name })}
            icon={IconArrowBackUp}
            compact
            why={readOnly}
            onClick={() => dispatch(reopenServiceAlert({ feed: feed.id, id: alert.id, rev: alert.rev }))}
          />
        )}
        {alert.state !== 'ended' && (
          <WhyButton
            label={texts.edit({ name })}
            icon={IconEdit}
            iconOnly
            compact
            why={readOnly}
            onClick={() => dispatch(writeServiceAlert({ feed: feed.id, id: alert.id }))}
          />
        )}
        <WhyButton label={texts.historyName({ name })} icon={IconHistory} iconOnly compact onClick={() => ask('history')} />
        {alert.state === 'draft' && (
          <WhyButton label={texts.removeName({ name })} icon={IconTrash} iconOnly compact why={readOnly} onClick={() => ask('remove')} />
        )}
      </span>
    </section>
  );
}

/** What was done to an alert, with what it said then. */
function History({ question, timezone }: { question: AlertQuestion; timezone: string }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.exports.alertHistory);
  const { feed, id } = question;
  useEffect(() => void dispatch(loadAlertHistory({ feed, id })), [dispatch, feed, id]);
  const acts = { create: texts.actCreate, update: texts.actUpdate, publish: texts.actPublish, end: texts.actEnd, reopen: texts.actReopen };
  return (
    <LoadStates load={load} what={texts.historyWord} retry={loadAlertHistory({ feed, id })}>
      {(changes) => (
        <>
          {changes.map((change) => (
            <section key={`${change.at}/${change.act}`} className={classes['alert']}>
              <div>
                <p>{texts.byOn({ act: acts[change.act], name: change.author, moment: localText(change.at, timezone) })}</p>
                <p className={classes['quiet']}>
                  {change.texts.map(({ language, header }) => `${language}: ${header}`).join(' · ')} · {whenWords(change)}
                </p>
              </div>
            </section>
          ))}
        </>
      )}
    </LoadStates>
  );
}

/** `2026-12-14 03:00` in a time zone; in UTC where a feed names one that is not known. */
function localText(seconds: number, timeZone: string): string {
  const fields = { dateStyle: 'short', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...fields, timeZone }).format(seconds * 1000);
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { ...fields, timeZone: 'UTC' }).format(seconds * 1000);
  }
}
