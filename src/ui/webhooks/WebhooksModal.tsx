import { Select } from '@mantine/core';
import { IconEdit, IconListCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { deleteWebhook, loadWebhooks } from '../../commands/exports/webhooks.ts';
import { formatMoment } from '../../domain/date.ts';
import { type Webhook, WEBHOOK_TYPES } from '../../domain/webhooks.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { webhookViewOf } from '../../projections/exportState.ts';
import { IDLE } from '../../projections/state.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Question } from '../parts/Question.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { WebhookMessages } from './WebhookMessages.tsx';
import classes from './webhooks.module.css';
import { statusWords, typeWords } from './words.ts';

/** The webhooks of a region: listed, made, changed, removed, and their messages. What is shown is in the address. */
export function WebhooksModal(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const regions = useView((view) => view.regions.value) ?? [];
  const own = regions.filter(({ Permissions }) => !Permissions.ReadOnly);
  const { region: asked, edited, messages } = webhookViewOf(search);
  const region = own.find(({ Key }) => Key === asked) ?? own[0];
  const key = region?.Key ?? '';
  const load = useView((view) => view.exports.webhooks?.[key]) ?? IDLE;
  const [question, ask] = useState<Webhook>();
  useEffect(() => {
    if (key !== '') dispatch(loadWebhooks({ region: key }));
  }, [dispatch, key]);
  const show = (changes: Record<string, string | undefined>): void =>
    open('/exports', searchWith(search, { webhook: undefined, messages: undefined, ...changes }));
  const close = (): void => show({ dialog: undefined, region: undefined });
  const back = (): void => show({});
  const one = load.value?.find(({ id }) => id === (edited ?? messages));
  const isList = edited !== 'new' && one === undefined;
  const title =
    edited === 'new' ? texts.newWebhook : one === undefined ? texts.webhooks : messages === undefined ? one.name : texts.messages({ name: one.name });
  return (
    <Modal opened onClose={isList ? close : back} title={title} size="lg" transitionProps={{ duration: 0 }}>
      {region === undefined ? (
        <Empty title={texts.noRegion} hint={texts.noRegionHint} />
      ) : edited === 'new' || (one !== undefined && messages === undefined) ? (
        <WebhookForm key={one?.id ?? 'new'} region={key} databases={region.Databases} webhook={one} onDone={back} />
      ) : one !== undefined ? (
        <WebhookMessages region={key} webhook={one} onBack={back} />
      ) : (
        <>
          <p className={classes['hint']}>{texts.hint}</p>
          {own.length > 1 && (
            <Select
              label={texts.region}
              data={own.map(({ Key, Name }) => ({ value: Key, label: Name }))}
              value={key}
              searchable
              allowDeselect={false}
              onChange={(next) => show({ region: next ?? undefined })}
            />
          )}
          <LoadStates
            load={load}
            what={texts.webhooksWord}
            retry={loadWebhooks({ region: key })}
            skeleton={3}
            isEmpty={(all) => all.length === 0}
            empty={<Empty title={texts.none} hint={texts.noneHint} />}
          >
            {(all) => (
              <ul className={classes['list']} aria-label={texts.webhooks}>
                {all.map((webhook) => (
                  <Row key={webhook.id} webhook={webhook} show={show} onRemove={() => ask(webhook)} />
                ))}
              </ul>
            )}
          </LoadStates>
          <div className={classes['footer']}>
            <WhyButton label={texts.close} onClick={close} />
            <WhyButton label={texts.add} icon={IconPlus} variant="filled" onClick={() => show({ webhook: 'new' })} />
          </div>
        </>
      )}
      {question !== undefined && <RemoveQuestion region={key} webhook={question} onClose={() => ask(undefined)} />}
    </Modal>
  );
}

interface RowProps {
  readonly webhook: Webhook;
  readonly show: (changes: Record<string, string>) => void;
  readonly onRemove: () => void;
}

function Row({ webhook, show, onRemove }: RowProps): ReactNode {
  const { id, name, origin, types, enabled, last } = webhook;
  const state = last === null ? texts.noMessageYet : texts.last({ moment: formatMoment(last.at), status: statusWords(last.status) });
  return (
    <li>
      <span className={classes['name']}>{enabled ? name : `${name} (${texts.off})`}</span>
      <span className={classes['facts']}>
        {origin.replace(/^https?:\/\//, '')}; {types.length === WEBHOOK_TYPES.length ? texts.allEvents : types.map(typeWords).join(', ')}. {state}
      </span>
      <span className={classes['acts']}>
        <WhyButton label={texts.messages({ name })} icon={IconListCheck} iconOnly onClick={() => show({ messages: String(id) })} />
        <WhyButton label={texts.edit({ name })} icon={IconEdit} iconOnly onClick={() => show({ webhook: String(id) })} />
        <WhyButton label={texts.remove({ name })} icon={IconTrash} iconOnly onClick={onRemove} />
      </span>
    </li>
  );
}

function RemoveQuestion({ region, webhook: { id, name }, onClose }: { region: string; webhook: Webhook; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const attempt = useSubmit(onClose);
  return (
    <Question
      title={texts.removeTitle}
      yes={texts.removeYes}
      no={texts.cancel}
      icon={IconTrash}
      busy={attempt.isWaiting}
      messages={attempt.message === undefined ? [] : [attempt.message]}
      onClose={onClose}
      onYes={() => attempt.send(dispatch(deleteWebhook({ region, webhookId: id })))}
    >
      {texts.removeQuestion({ name })}
    </Question>
  );
}
