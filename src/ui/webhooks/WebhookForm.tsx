import { Checkbox, Code, Switch, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { saveWebhook } from '../../commands/exports/webhooks.ts';
import { type Webhook, WEBHOOK_TYPES, WebhookInput, WebhookUrl } from '../../domain/webhooks.ts';
import type { NamedDatabase } from '../../domain/regions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { webhook as form } from '../../projections/typedForms.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { texts } from './texts.ts';
import classes from './webhooks.module.css';
import { typeWords } from './words.ts';

interface WebhookFormProps {
  readonly region: string;
  readonly databases: readonly NamedDatabase[];
  /** Undefined for a new one. */
  readonly webhook: Webhook | undefined;
  readonly onDone: () => void;
}

/** The form of a webhook; after it a new secret is shown once. Address and secret are in no state that is recorded, and are gone with the window. */
export function WebhookForm({ region, databases, webhook: now, onDone }: WebhookFormProps): ReactNode {
  const dispatch = useDispatch();
  const { newWebhookSecret } = usePorts();
  // a change by somebody else meanwhile is reported when this one is saved
  const [webhook] = useState(now);
  const [typed, type] = useTyped(form, () => ({
    name: webhook?.name ?? '',
    types: [...(webhook?.types ?? WEBHOOK_TYPES)],
    allDatabases: webhook?.databases == null,
    databases: [...(webhook?.databases ?? [])],
    enabled: webhook?.enabled ?? true,
    tried: false,
  }));
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const attempt = useSubmit(() => {
    if (secret === undefined) onDone();
    else setSaved(true);
  });
  const { name, types, allDatabases, enabled, tried } = typed;
  const read = WebhookInput.safeParse({ name, types, databases: allDatabases ? null : typed.databases, enabled });
  const address = url.trim() === '' && webhook !== undefined ? undefined : WebhookUrl.safeParse(url.trim());
  const faults: Record<string, string> = {};
  if (tried && address?.success === false) faults['url'] = address.error.issues[0]?.message ?? '';
  if (tried) for (const { path, message } of read.error?.issues ?? []) faults[String(path[0])] ??= message;
  const save = (withSecret: boolean): void => {
    type({ tried: true });
    if (attempt.isWaiting || !read.success || address?.success === false) return;
    const made = withSecret ? newWebhookSecret() : undefined;
    setSecret(made);
    const rev = now?.rev ?? webhook?.rev ?? 0;
    attempt.send(
      dispatch(
        saveWebhook({
          region,
          id: webhook?.id ?? null,
          rev,
          input: read.data,
          ...(address === undefined ? {} : { url: address.data }),
          ...(made === undefined ? {} : { secret: made }),
        }),
      ),
    );
  };
  if (isSaved && secret !== undefined) return <MadeSecret text={secret} onDone={onDone} />;
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save(webhook === undefined);
      }}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        maxLength={60}
        error={faults['name']}
        data-autofocus
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <TextInput
        label={texts.address}
        description={webhook === undefined ? texts.addressHint : texts.addressStays({ origin: webhook.origin })}
        value={url}
        maxLength={2000}
        error={faults['url']}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <fieldset className={classes['choices']}>
        <legend>{texts.events}</legend>
        {WEBHOOK_TYPES.map((one) => (
          <Checkbox
            key={one}
            label={typeWords(one)}
            checked={types.includes(one)}
            size="xs"
            onChange={(event) =>
              type({ types: WEBHOOK_TYPES.filter((other) => (other === one ? event.currentTarget.checked : types.includes(other))) })
            }
          />
        ))}
        {faults['types'] !== undefined && <p className={classes['fault']}>{faults['types']}</p>}
      </fieldset>
      <fieldset className={classes['choices']}>
        <legend>{texts.databases}</legend>
        <Checkbox
          label={texts.allDatabases}
          checked={allDatabases}
          size="xs"
          onChange={(event) => type({ allDatabases: event.currentTarget.checked })}
        />
        {!allDatabases && (
          <div className={classes['some']}>
            {databases.map(({ Id, Name }) => (
              <Checkbox
                key={Id}
                label={Name}
                checked={typed.databases.includes(Id)}
                size="xs"
                onChange={(event) =>
                  type({ databases: event.currentTarget.checked ? [...typed.databases, Id] : typed.databases.filter((one) => one !== Id) })
                }
              />
            ))}
          </div>
        )}
        {faults['databases'] !== undefined && <p className={classes['fault']}>{faults['databases']}</p>}
      </fieldset>
      <Switch label={texts.enabled} checked={enabled} onChange={(event) => type({ enabled: event.currentTarget.checked })} />
      {webhook !== undefined && <p className={classes['hint']}>{texts.newSecretHint}</p>}
      <NotSaved message={attempt.message} />
      <div className={classes['footer']}>
        {webhook !== undefined && <WhyButton label={texts.newSecret} onClick={() => save(true)} />}
        <span className={classes['grow']} />
        <WhyButton label={texts.cancel} onClick={onDone} />
        <WhyButton label={texts.save} variant="filled" loading={attempt.isWaiting} onClick={() => save(webhook === undefined)} />
      </div>
    </form>
  );
}

function MadeSecret({ text, onDone }: { text: string; onDone: () => void }): ReactNode {
  const { copy } = usePorts();
  const [copied, setCopied] = useState(false);
  return (
    <div className={classes['made']} role="status">
      <p>{texts.secretShownOnce}</p>
      <Code block className={classes['text']}>
        {text}
      </Code>
      <div className={classes['footer']}>
        <WhyButton label={copied ? texts.copied : texts.copy} icon={IconCopy} onClick={() => void copy(text).then(setCopied)} />
        <WhyButton label={texts.done} variant="subtle" onClick={onDone} />
      </div>
    </div>
  );
}
