import { Checkbox, Code, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createApiToken, loadApiTokens, loadOthersTokens, revokeApiToken, revokeOthersToken } from '../../commands/account/apiTokens.ts';
import { type ApiToken, type OthersToken, TOKEN_DAYS, TOKEN_PREFIX, TokenScope } from '../../domain/apiTokens.ts';
import { mayChangeRegions } from '../../domain/account.ts';
import { formatMoment } from '../../domain/date.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { newApiToken } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { useScreenActs } from '../shell/screenActs.tsx';
import classes from './ApiTokens.module.css';
import { texts } from './texts.ts';

/** Scopes that can be chosen: every token may read. */
const CHOSEN = ['edit', 'run', 'publish'] as const satisfies readonly TokenScope[];

const SCOPES: Readonly<Record<TokenScope, string>> = {
  get read() {
    return texts.scopeRead;
  },
  get edit() {
    return texts.scopeEdit;
  },
  get run() {
    return texts.scopeRun;
  },
  get publish() {
    return texts.scopePublish;
  },
};

/** The API tokens of the signed-in person: a list, and a form for a new one. */
export function ApiTokens(): ReactNode {
  const { overlay, show } = useScreenActs();
  const opened = overlay === 'tokens';
  return (
    <Modal opened={opened} onClose={() => show(undefined)} title={texts.apiTokens} size={560}>
      {opened && <TokenWindow />}
    </Modal>
  );
}

/** The list and the form; in place of the form the text of a token that was just made. */
export function TokenWindow(): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.apiTokens);
  const administers = useView(({ session: { account } }) => account != null && mayChangeRegions(account));
  // the text is in no state that is recorded, and goes with the window
  const [made, setMade] = useState<string>();
  useEffect(() => {
    dispatch(loadApiTokens({}));
  }, [dispatch]);
  return (
    <Stack gap="md">
      <p className={classes['hint']}>{texts.apiTokensHint({ code: (text) => <Code>{text}</Code> })}</p>
      {made === undefined ? <TokenForm onMade={setMade} /> : <MadeToken text={made} onDone={() => setMade(undefined)} />}
      <LoadStates
        load={load}
        what={texts.apiTokensWord}
        retry={loadApiTokens({})}
        skeleton={2}
        isEmpty={(tokens) => tokens.length === 0}
        empty={<p className={classes['hint']}>{texts.noApiTokens}</p>}
      >
        {(tokens) => (
          <ul className={classes['tokens']} aria-label={texts.apiTokens}>
            {tokens.map((token) => (
              <Token key={token.id} token={token} />
            ))}
          </ul>
        )}
      </LoadStates>
      {administers && <OthersTokens />}
    </Stack>
  );
}

/** The tokens of other people, for whoever may change regions. */
function OthersTokens(): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.othersTokens);
  useEffect(() => {
    dispatch(loadOthersTokens({}));
  }, [dispatch]);
  return (
    <section aria-labelledby="tokens-of-others">
      <h3 id="tokens-of-others" className={classes['heading']}>
        {texts.othersTokens}
      </h3>
      <LoadStates
        load={load}
        what={texts.othersTokensWord}
        retry={loadOthersTokens({})}
        skeleton={2}
        isEmpty={(tokens) => tokens.length === 0}
        empty={<p className={classes['hint']}>{texts.noOthersTokens}</p>}
      >
        {(tokens) => (
          <ul className={classes['tokens']} aria-label={texts.othersTokens}>
            {tokens.map((token) => (
              <Token key={token.id} token={token} />
            ))}
          </ul>
        )}
      </LoadStates>
    </section>
  );
}

function TokenForm({ onMade }: { onMade: (text: string) => void }): ReactNode {
  const dispatch = useDispatch();
  const { newToken } = usePorts();
  const [{ label, scopes, regions = [], days }, type] = useTyped(newApiToken, { label: '', scopes: ['edit'], days: '90' });
  const known = useView((view) => view.regions.value) ?? [];
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const attempt = useSubmit(() => {
    onMade(text);
  });
  const noLabel = label.trim() === '' ? texts.writeWhatFor : undefined;
  const count = Number(days);
  const wrongDays = Number.isInteger(count) && count >= 1 && count <= TOKEN_DAYS ? undefined : texts.daysRange({ most: TOKEN_DAYS });
  const create = async (): Promise<void> => {
    setAsked(true);
    if (attempt.isWaiting || noLabel !== undefined || wrongDays !== undefined) return;
    const token = await newToken(TOKEN_PREFIX);
    setText(token.text);
    const chosen = ['read' as const, ...CHOSEN.filter((scope) => scopes.includes(scope))];
    attempt.send(
      dispatch(
        createApiToken({ label: label.trim(), scopes: chosen, regions: regions.length === 0 ? null : [...regions], days: count, hash: token.hash }),
      ),
    );
  };
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextInput
        label={texts.tokenFor}
        description={texts.tokenForHint}
        value={label}
        maxLength={60}
        error={asked && noLabel}
        onChange={(event) => type({ label: event.currentTarget.value })}
      />
      <fieldset className={classes['scopes']}>
        <legend>{texts.scopes}</legend>
        <Checkbox label={texts.scopeRead} checked readOnly disabled size="xs" />
        {CHOSEN.map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPES[scope]}
            checked={scopes.includes(scope)}
            size="xs"
            onChange={(event) => type({ scopes: event.currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope) })}
          />
        ))}
      </fieldset>
      {known.length > 1 && (
        <fieldset className={classes['scopes']}>
          <legend>{texts.tokenRegions}</legend>
          <p className={classes['hint']}>{regions.length === 0 ? texts.tokenAllRegions : texts.tokenSomeRegions({ count: regions.length })}</p>
          <div className={classes['regions']}>
            {known.map(({ Key, Name }) => (
              <Checkbox
                key={Key}
                label={Name}
                checked={regions.includes(Key)}
                size="xs"
                onChange={(event) => type({ regions: event.currentTarget.checked ? [...regions, Key] : regions.filter((one) => one !== Key) })}
              />
            ))}
          </div>
        </fieldset>
      )}
      <NumberInput
        label={texts.validDays}
        value={days}
        min={1}
        max={TOKEN_DAYS}
        clampBehavior="none"
        error={asked && wrongDays}
        onChange={(to) => type({ days: String(to) })}
      />
      <NotSaved message={attempt.message} />
      <WhyButton label={texts.createToken} icon={IconPlus} loading={attempt.isWaiting} onClick={() => void create()} />
    </form>
  );
}

function MadeToken({ text, onDone }: { text: string; onDone: () => void }): ReactNode {
  const { copy } = usePorts();
  const [copied, setCopied] = useState(false);
  return (
    <div className={classes['made']} role="status">
      <p>{texts.tokenShownOnce}</p>
      <Code block className={classes['text']}>
        {text}
      </Code>
      <div className={classes['buttons']}>
        <WhyButton label={copied ? texts.copied : texts.copy} icon={IconCopy} onClick={() => void copy(text).then(setCopied)} />
        <WhyButton label={texts.done} variant="subtle" onClick={onDone} />
      </div>
    </div>
  );
}

function Token({ token }: { token: ApiToken | OthersToken }): ReactNode {
  const { id, label, scopes, regions, expires, lastUsed, revoked } = token;
  const dispatch = useDispatch();
  const names = useView((view) => view.regions.value);
  const where = regions?.map((key) => names?.find(({ Key }) => Key === key)?.Name ?? key).join(', ');
  const [asking, setAsking] = useState(false);
  const today = useView((view) => view.today);
  const isOver = revoked !== null || expires.slice(0, 10) < today;
  const used = lastUsed === null ? texts.usedNever : texts.usedLast({ moment: formatMoment(lastUsed) });
  return (
    <li data-over={isOver ? '' : undefined}>
      <span className={classes['label']}>{'person' in token ? texts.tokenOfPerson({ label, person: token.person }) : label}</span>
      <span className={classes['facts']}>
        {revoked === null
          ? isOver
            ? texts.expiredAt({ moment: formatMoment(expires) })
            : texts.tokenFacts({
                scopes: [
                  scopes.map((scope) => SCOPES[scope]).join(', '),
                  ...(where === undefined ? [] : [texts.tokenOnlyIn({ regions: where })]),
                ].join('; '),
                expires: expires.slice(0, 10),
                used,
              })
          : texts.revokedAt({ moment: formatMoment(revoked) })}
      </span>
      {!isOver && (
        <WhyButton
          label={'person' in token ? texts.revokeNamedOf({ label, person: token.person }) : texts.revokeNamed({ label })}
          icon={IconTrash}
          iconOnly
          onClick={() => setAsking(!asking)}
        />
      )}
      {!isOver && asking && (
        <div className={classes['question']}>
          <span>{texts.revokeQuestion}</span>
          <WhyButton
            label={texts.revoke}
            color="red"
            compact
            autofocus
            onClick={() => dispatch('person' in token ? revokeOthersToken({ tokenId: id }) : revokeApiToken({ tokenId: id }))}
          />
          <WhyButton label={texts.keep} variant="subtle" compact onClick={() => setAsking(false)} />
        </div>
      )}
    </li>
  );
}
