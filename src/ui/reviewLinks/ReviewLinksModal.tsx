import { Alert, Checkbox, Code, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { createReviewLink, loadReviewLinks, revokeReviewLink } from '../../commands/changes/reviewLinks.ts';
import {
  anotherReviewLink,
  answerRevoke,
  askToRevokeLink,
  closeReviewLinks,
  noteLinkCopied,
  submitReviewLink,
} from '../../commands/changes/reviewLinkSteps.ts';
import { formatMoment } from '../../domain/date.ts';
import { GUEST_PATH, LINK_DAYS, LINK_DAYS_OFFERED, LINK_PREFIX, type ReviewLink } from '../../domain/reviewLinks.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { newReviewLink } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import classes from './reviewLinks.module.css';
import { texts } from './texts.ts';

/** The review links of a version: a list, and a form for a new one. */
export function ReviewLinksModal(): ReactNode {
  const dispatch = useDispatch();
  const versionId = useWorkflow('reviewLinks', ({ value, context }): number => (value === 'closed' ? 0 : context.versionId));
  const opened = versionId !== 0;
  return (
    <Modal opened={opened} onClose={() => dispatch(closeReviewLinks({}))} title={texts.reviewLinks} size={600}>
      {opened && <LinksWindow versionId={versionId} />}
    </Modal>
  );
}

function LinksWindow({ versionId }: { versionId: number }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => (view.reviewLinks?.of === versionId ? view.reviewLinks.list : undefined));
  const compares = useWorkflow('reviewLinks', ({ context }) => context.from !== 0);
  const isMade = useWorkflow('reviewLinks', ({ value }) => value === 'made');
  const messages = useWorkflow('reviewLinks', ({ context }): readonly string[] => context.messages);
  useShownHere(messages, createReviewLink, revokeReviewLink);
  // the address is in no state that is recorded, and goes with the window
  const [secret, setSecret] = useState('');
  useEffect(() => {
    dispatch(loadReviewLinks({ versionId }));
  }, [dispatch, versionId]);
  return (
    <Stack gap="md">
      <p className={classes['hint']}>{compares ? texts.hintOfComparison : texts.hintOfDraft}</p>
      {isMade ? <MadeLink secret={secret} /> : <LinkForm onSecret={setSecret} />}
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" role="alert" title={texts.notDone}>
          {messages.join(' ')}
        </Alert>
      )}
      <LoadStates
        load={load}
        what={texts.reviewLinksWord}
        retry={loadReviewLinks({ versionId })}
        skeleton={2}
        isEmpty={(links) => links.length === 0}
        empty={<p className={classes['hint']}>{texts.noLinks}</p>}
      >
        {(links) => (
          <ul className={classes['links']} aria-label={texts.reviewLinks}>
            {links.map((link) => (
              <LinkRow key={link.Id} link={link} />
            ))}
          </ul>
        )}
      </LoadStates>
    </Stack>
  );
}

/** The form of a new link. */
export function LinkForm({ onSecret }: { onSecret: (secret: string) => void }): ReactNode {
  const dispatch = useDispatch();
  const { newToken } = usePorts();
  const waits = useWorkflow('reviewLinks', ({ value }) => value === 'making' || value === 'revoking');
  const [{ label, days, comments }, type] = useTyped(newReviewLink, { label: '', days: String(LINK_DAYS_OFFERED), comments: true });
  const [asked, setAsked] = useState(false);
  const noLabel = label.trim() === '' ? texts.writeForWhom : undefined;
  const count = Number(days);
  const wrongDays = Number.isInteger(count) && count >= 1 && count <= LINK_DAYS ? undefined : texts.daysRange({ most: LINK_DAYS });
  const make = async (): Promise<void> => {
    setAsked(true);
    if (waits || noLabel !== undefined || wrongDays !== undefined) return;
    const { text, hash } = await newToken(LINK_PREFIX);
    onSecret(text);
    dispatch(submitReviewLink({ Label: label.trim(), Days: count, Comments: comments, Hash: hash }));
  };
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextInput
        label={texts.linkFor}
        description={texts.linkForHint}
        value={label}
        maxLength={60}
        error={asked && noLabel}
        data-autofocus
        onChange={(event) => type({ label: event.currentTarget.value })}
      />
      <NumberInput
        label={texts.validDays}
        value={days}
        min={1}
        max={LINK_DAYS}
        clampBehavior="none"
        error={asked && wrongDays}
        onChange={(to) => type({ days: String(to) })}
      />
      <Checkbox label={texts.mayComment} checked={comments} onChange={(event) => type({ comments: event.currentTarget.checked })} />
      <div className={classes['buttons']}>
        <WhyButton variant="filled" label={texts.makeLink} icon={IconPlus} why={waits ? texts.beingSent : undefined} onClick={() => void make()} />
        <StillWaiting on={waits} />
      </div>
    </form>
  );
}

/** The address of a link that was just made; after a reload of the page it is gone. */
function MadeLink({ secret }: { secret: string }): ReactNode {
  const dispatch = useDispatch();
  const { copy } = usePorts();
  const copied = useWorkflow('reviewLinks', ({ context }) => context.copied);
  const address = `${window.location.origin}${GUEST_PATH}#${secret}`;
  return (
    <div className={classes['made']} role="status">
      <p>{secret === '' ? texts.addressGone : texts.addressShownOnce}</p>
      {secret !== '' && (
        <Code block className={classes['address'] ?? ''} aria-label={texts.address}>
          {address}
        </Code>
      )}
      <div className={classes['buttons']}>
        {secret !== '' && (
          <WhyButton
            label={copied ? texts.copied : texts.copyAddress}
            icon={IconCopy}
            variant="filled"
            onClick={() => void copy(address).then((done) => done && dispatch(noteLinkCopied({})))}
          />
        )}
        <WhyButton label={texts.makeAnother} variant="subtle" onClick={() => dispatch(anotherReviewLink({}))} />
      </div>
    </div>
  );
}

function LinkRow({ link }: { link: ReviewLink }): ReactNode {
  const dispatch = useDispatch();
  const asking = useWorkflow('reviewLinks', ({ value, context }) => (value === 'asking' || value === 'revoking') && context.linkId === link.Id);
  const mayAsk = useWorkflow('reviewLinks', ({ value }) => value === 'listing' || value === 'made');
  const sending = useWorkflow('reviewLinks', ({ value }) => value === 'revoking');
  return (
    <li data-over={link.Over ? '' : undefined}>
      <span className={classes['label']}>{link.Label}</span>
      <span className={classes['facts']}>{factsOf(link).join(' · ')}</span>
      {!link.Over && (
        <WhyButton
          label={texts.revokeNamed({ label: link.Label })}
          icon={IconTrash}
          iconOnly
          onClick={() => mayAsk && dispatch(askToRevokeLink({ linkId: link.Id }))}
        />
      )}
      {asking && (
        <div className={classes['question']}>
          <span>{texts.revokeQuestion}</span>
          <WhyButton
            label={texts.revoke}
            color="red"
            compact
            autofocus
            why={sending ? texts.beingSent : undefined}
            onClick={() => dispatch(answerRevoke({ revoke: true }))}
          />
          <WhyButton label={texts.keep} variant="subtle" compact onClick={() => dispatch(answerRevoke({ revoke: false }))} />
        </div>
      )}
    </li>
  );
}

function factsOf({ From, Comments, By, Expires, Revoked, Opened, Openings, Over }: ReviewLink): readonly string[] {
  const expired = Over && Date.parse(Expires) <= Date.now();
  const state =
    Revoked !== null
      ? texts.revokedAt({ moment: formatMoment(Revoked) })
      : expired
        ? texts.expiredAt({ moment: formatMoment(Expires) })
        : Over
          ? texts.overNow
          : texts.worksUntil({ moment: formatMoment(Expires) });
  return [
    state,
    Opened === null ? texts.openedNever : texts.openedLast({ count: Openings, moment: formatMoment(Opened) }),
    ...(From === undefined ? [] : [From === null ? texts.ofRemoved : texts.ofComparison({ version: From.Version })]),
    Comments ? texts.withComments : texts.withoutComments,
    texts.madeBy({ by: By }),
  ];
}
