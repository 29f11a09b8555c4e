import { Alert, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { saveDeliveryLocation, testDeliveryLocation } from '../../commands/exports/deliveryLocations.ts';
import { listDeliveryLocations } from '../../commands/exports/deliveryLocationSteps.ts';
import {
  CREDENTIAL_WORDS,
  type CredentialName,
  CREDENTIALS,
  type Credentials,
  DELIVERY_KIND_WORDS,
  DELIVERY_KINDS,
  type DeliveryKind,
  type DeliveryLocation,
  DeliveryLocationInput,
} from '../../domain/deliveryLocations.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { deliveryLocation } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useTyped } from '../parts/useTyped.ts';
import { said } from '../language/language.ts';
import classes from './exports.module.css';
import { texts } from './texts.ts';

type Values = Readonly<Record<string, string | number>>;

/** The form of a delivery location. Credentials stay here until they are saved: they belong into no record. */
export function LocationForm({ location: now }: { location: DeliveryLocation | undefined }): ReactNode {
  // a concurrent change by somebody else is reported at the next save
  const [location] = useState(now);
  const dispatch = useDispatch();
  const regions = useView((view) => view.exports.configuration.value?.regions.filter(({ readOnly }) => !readOnly) ?? null);
  const tested = useView((view) => view.exports.tested);
  const refusals = useView((view) => view.exports.locationFaults);
  const only = regions?.length === 1 ? regions[0]?.region : undefined;
  const [{ region, name, kind, values, tried }, type] = useTyped(deliveryLocation, () => ({
    region: location?.region ?? null,
    name: location?.name ?? '',
    kind: location?.settings.kind ?? 'folder',
    values: { ...DEFAULTS, ...location?.settings },
    tried: false,
  }));
  const [credentials, setCredentials] = useState<Credentials>({});
  const step = useWorkflow('deliveryLocations', ({ value }) => String(value));
  const messages = useWorkflow('deliveryLocations', ({ context }): readonly string[] => context.messages);
  useShownHere(messages, saveDeliveryLocation);
  const chosen = region ?? only ?? '';
  const read = DeliveryLocationInput.safeParse({ region: chosen, name, settings: { ...values, kind } });
  const faults = faultsOf(read.error?.issues ?? [], refusals, tried);
  const own: Credentials = Object.fromEntries(CREDENTIALS[kind].flatMap((key) => (credentials[key] === undefined ? [] : [[key, credentials[key]]])));
  const set = (key: string, value: string | number): void => type({ values: { ...values, [key]: value } });
  const test = (): void => {
    type({ tried: true });
    if (step === 'editing' && read.success)
      dispatch(testDeliveryLocation({ id: location?.id ?? null, region: chosen, settings: read.data.settings, credentials: own }));
  };
  const submit = (): void => {
    type({ tried: true });
    if (step === 'saving' || !read.success) return;
    dispatch(saveDeliveryLocation({ id: location?.id ?? null, rev: location?.rev ?? 0, input: read.data, credentials: own }));
  };
  const hostKey = tested.value?.hostKey ?? null;
  return (
    <>
      <div className={classes['form']}>
        <div className={classes['two']}>
          <Select
            label={texts.region}
            data={(regions ?? []).map((one) => ({ value: one.region, label: one.name }))}
            value={chosen === '' ? null : chosen}
            disabled={location !== undefined}
            searchable
            error={faults['region']}
            onChange={(next) => type({ region: next ?? '' })}
          />
          <TextInput
            label={texts.locationName}
            value={name}
            error={faults['name']}
            data-autofocus
            onChange={(event) => type({ name: event.currentTarget.value })}
          />
        </div>
        <Select
          label={texts.kind}
          data={DELIVERY_KINDS.map((value) => ({ value, label: said(DELIVERY_KIND_WORDS[value]) }))}
          value={kind}
          onChange={(next) => type({ kind: DELIVERY_KINDS.find((one) => one === next) ?? 'folder' })}
        />
        {FIELDS[kind].map(({ key, label, hint, number }) =>
          number === true ? (
            <NumberInput
              key={key}
              label={label}
              value={values[key] ?? ''}
              min={1}
              max={65_535}
              error={faults[key]}
              onChange={(next) => set(key, typeof next === 'number' ? next : 0)}
            />
          ) : (
            <TextInput
              key={key}
              label={label}
              description={hint}
              value={String(values[key] ?? '')}
              error={faults[key]}
              onChange={(event) => set(key, event.currentTarget.value)}
            />
          ),
        )}
        {CREDENTIALS[kind].map((key) => (
          <CredentialField
            key={key}
            name={key}
            kept={location?.settings.kind === kind && location.credentials.includes(key)}
            value={credentials[key]}
            onChange={(value) => setCredentials({ ...credentials, [key]: value })}
          />
        ))}
        {tested.status === 'failed' && <Alert color="red">{tested.messages.join('. ')}</Alert>}
        {tested.value && (
          <Alert color={tested.value.ok ? 'green' : 'red'} role="status" aria-label={texts.testConnection}>
            {tested.value.message}
            {hostKey !== null && kind === 'sftp' && (
              <div className={classes['footer']}>
                <WhyButton label={texts.takeThisHostKey} compact onClick={() => set('hostKey', hostKey)} />
              </div>
            )}
          </Alert>
        )}
        {faults[''] !== undefined && <Alert color="red">{faults['']}</Alert>}
        {Object.keys(refusals).length === 0 && messages.length > 0 && <NotSaved message={messages.map(withoutField).join(' ')} />}
      </div>
      <div className={classes['footer']}>
        <WhyButton label={texts.testConnection} icon={IconPlugConnected} loading={step === 'testing'} onClick={test} />
        <span className={classes['grow']} />
        <WhyButton label={texts.cancel} onClick={() => dispatch(listDeliveryLocations({}))} />
        <WhyButton label={texts.saveLocation} variant="filled" loading={step === 'saving'} onClick={submit} />
      </div>
    </>
  );
}

const DEFAULTS: Values = {
  path: '',
  url: '',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  host: '',
  port: 22,
  username: '',
  hostKey: '',
};

interface FieldOf {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly number?: boolean;
}

const FIELDS: Readonly<Record<DeliveryKind, readonly FieldOf[]>> = {
  folder: [
    {
      key: 'path',
      get label() {
        return texts.folder;
      },
      get hint() {
        return texts.folderHint;
      },
    },
  ],
  http: [
    {
      key: 'url',
      get label() {
        return texts.address;
      },
      get hint() {
        return texts.urlHint;
      },
    },
  ],
  s3: [
    {
      key: 'endpoint',
      get label() {
        return texts.addressOfTheService;
      },
      get hint() {
        return texts.endpointHint;
      },
    },
    {
      key: 'region',
      get label() {
        return texts.regionOfTheBucket;
      },
    },
    {
      key: 'bucket',
      get label() {
        return texts.bucket;
      },
    },
    {
      key: 'prefix',
      get label() {
        return texts.prefix;
      },
      get hint() {
        return texts.prefixHint;
      },
    },
    {
      key: 'accessKeyId',
      get label() {
        return texts.accessKeyID;
      },
    },
  ],
  sftp: [
    {
      key: 'host',
      get label() {
        return texts.host;
      },
    },
    {
      key: 'port',
      get label() {
        return texts.port;
      },
      number: true,
    },
    {
      key: 'username',
      get label() {
        return texts.user;
      },
    },
    {
      key: 'path',
      get label() {
        return texts.folder;
      },
      get hint() {
        return texts.sftpFolderHint;
      },
    },
    {
      key: 'hostKey',
      get label() {
        return texts.hostKey;
      },
      get hint() {
        return texts.hostKeyHint;
      },
    },
  ],
};

/** A password or key. One that is kept is never shown: it stays, or another is written over it. */
function CredentialField({
  name,
  kept,
  value,
  onChange,
}: {
  name: CredentialName;
  kept: boolean;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const shared = {
    label: said(CREDENTIAL_WORDS[name]),
    description: HINTS[name],
    placeholder: kept ? texts.keptSecretPlaceholder : '',
    value: value ?? '',
    autoComplete: 'new-password',
    // emptied again: what is kept stays
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value),
  };
  return name === 'privateKey' ? <Textarea {...shared} autosize minRows={2} maxRows={6} spellCheck={false} /> : <PasswordInput {...shared} />;
}

const HINTS: Partial<Record<CredentialName, string>> = {
  get authorization() {
    return texts.headerHint;
  },
  get privateKey() {
    return texts.privateKeyHint;
  },
};

/** The last part of each path names the field: settings/hostKey. The server's words count until the form is right. */
function faultsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  refusals: Readonly<Record<string, string>>,
  tried: boolean,
): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [path, message] of Object.entries(refusals)) shown[path.split('/').at(-1) ?? ''] = message;
  if (tried) for (const { path, message } of issues) shown[String(path.at(-1) ?? '')] = message;
  return shown;
}
