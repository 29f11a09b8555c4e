import { IconArrowLeft, IconRefresh, IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadWebhookDeliveries, repeatWebhookDelivery, testWebhook } from '../../commands/exports/webhooks.ts';
import { formatMoment } from '../../domain/date.ts';
import type { Webhook, WebhookDelivery } from '../../domain/webhooks.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { IDLE } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';
import classes from './webhooks.module.css';
import { messageWords, statusWords } from './words.ts';

interface WebhookMessagesProps {
  readonly region: string;
  readonly webhook: Webhook;
  readonly onBack: () => void;
}

/** The newest messages of a webhook with their status. While one is on its way the list is read again. */
export function WebhookMessages({ region, webhook: { id }, onBack }: WebhookMessagesProps): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.exports.webhookMessages?.[String(id)]) ?? IDLE;
  const isUnderWay = load.value?.some(({ status, attempts }) => status === 'sending' || (status === 'queued' && attempts === 0)) ?? false;
  useEffect(() => {
    dispatch(loadWebhookDeliveries({ region, webhookId: id }));
  }, [dispatch, region, id]);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => dispatch(loadWebhookDeliveries({ region, webhookId: id })), READ_AGAIN);
    return () => clearInterval(timer);
  }, [dispatch, region, id, isUnderWay]);
  return (
    <>
      <LoadStates
        load={load}
        what={texts.messagesWord}
        retry={loadWebhookDeliveries({ region, webhookId: id })}
        skeleton={3}
        isEmpty={(all) => all.length === 0}
        empty={<Empty title={texts.noMessages} hint={texts.noMessagesHint} />}
      >
        {(all) => (
          <ul className={classes['list']} aria-label={texts.messagesWord}>
            {all.map((message) => (
              <Message key={message.id} region={region} webhookId={id} message={message} />
            ))}
          </ul>
        )}
      </LoadStates>
      <div className={classes['footer']}>
        <WhyButton label={texts.back} icon={IconArrowLeft} onClick={onBack} />
        <span className={classes['grow']} />
        <WhyButton label={texts.refresh} icon={IconRefresh} onClick={() => dispatch(loadWebhookDeliveries({ region, webhookId: id }))} />
        <WhyButton label={texts.test} icon={IconSend} variant="filled" onClick={() => dispatch(testWebhook({ region, webhookId: id }))} />
      </div>
    </>
  );
}

/** Milliseconds between two looks at messages that are on their way. */
const READ_AGAIN = 3000;

interface MessageProps {
  readonly region: string;
  readonly webhookId: number;
  readonly message: WebhookDelivery;
}

function Message({ region, webhookId, message }: MessageProps): ReactNode {
  const dispatch = useDispatch();
  const { id, message: name, status, attempts, answer, error, at, next } = message;
  const facts = [
    formatMoment(at),
    statusWords(status),
    ...(attempts === 0 ? [] : [texts.attempts({ count: attempts })]),
    ...(answer === null ? [] : [texts.answered({ status: answer })]),
    ...(next === null || attempts === 0 ? [] : [texts.nextAttempt({ moment: formatMoment(next) })]),
  ];
  return (
    <li>
      <span className={classes['name']}>{messageWords(message)}</span>
      <span className={classes['facts']}>
        {facts.join(', ')}
        {error === null ? '' : `. ${error}`} <span className="dmp-mono">{name}</span>
      </span>
      <span className={classes['acts']}>
        {(status === 'failed' || status === 'delivered') && (
          <WhyButton
            label={texts.repeat({ message: name })}
            icon={IconSend}
            iconOnly
            onClick={() => dispatch(repeatWebhookDelivery({ region, webhookId, deliveryId: id }))}
          />
        )}
      </span>
    </li>
  );
}
