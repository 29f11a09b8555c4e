import { Textarea, TextInput } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatMoment } from '../../domain/date.ts';
import { REVIEW_TEXT_LIMIT, type ReviewedChange } from '../../domain/draftReview.ts';
import { isEntityKind } from '../../domain/entities.ts';
import { GUEST_NAME_LIMIT, type GuestCalls, type GuestOutcome, type OpenedLink } from '../../domain/reviewLinks.ts';
import { said } from '../language/language.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './reviewLinks.module.css';
import { texts } from './texts.ts';

/** A comment that is being written: one at a time, on the whole (`on` empty) or on one document. */
export interface Writing {
  readonly on: string;
  readonly name: string;
  readonly message: string;
  /** The comment is sent under it, however often. */
  readonly key: string;
}

interface GuestCommentsProps {
  readonly link: OpenedLink;
  /** Undefined for comments on the whole. */
  readonly on: ReviewedChange | undefined;
  readonly writing: Writing | undefined;
  readonly onWriting: (writing: Writing | undefined) => void;
  readonly calls: GuestCalls;
  readonly newKey: () => string;
  readonly onLink: (link: OpenedLink) => void;
  readonly onOver: (failure: Extract<GuestOutcome<never>, { readonly ok: false }>) => void;
}

const keyOf = (on: ReviewedChange | undefined): string => (on === undefined ? '' : `${on.Type} ${on.EntityId}`);

/** What was written by the link about one thing, and what opens the form. */
export function GuestComments({ link, on, writing, onWriting, ...of }: GuestCommentsProps): ReactNode {
  const written = link.Written.filter(({ Type, EntityId }) => Type === on?.Type && EntityId === on?.EntityId);
  const isOpen = writing !== undefined && writing.on === keyOf(on);
  return (
    <>
      {written.map(({ Id, Message, By, Date: at }) => (
        <blockquote key={Id} className={classes['comment']}>
          {Message}
          <footer>{texts.byAt({ by: By, moment: formatMoment(at) })}</footer>
        </blockquote>
      ))}
      {on === undefined && written.length === 0 && link.Comments && <p className={classes['hint']}>{texts.noComments}</p>}
      {on === undefined && !link.Comments && <p className={classes['hint']}>{texts.commentsClosed}</p>}
      {link.Comments && !isOpen && (
        <WhyButton
          compact
          variant={on === undefined ? 'default' : 'subtle'}
          label={texts.comment}
          icon={IconMessage}
          onClick={() => onWriting({ name: '', message: '', ...writing, on: keyOf(on), key: of.newKey() })}
        />
      )}
      {link.Comments && isOpen && <CommentForm on={on} writing={writing} onWriting={onWriting} {...of} />}
    </>
  );
}

function CommentForm({
  on,
  writing,
  onWriting,
  calls,
  newKey,
  onLink,
  onOver,
}: Omit<GuestCommentsProps, 'link' | 'writing'> & { writing: Writing }): ReactNode {
  const [sending, setSending] = useState(false);
  const [why, setWhy] = useState('');
  const { name, message, key } = writing;
  const missing = name.trim() === '' ? texts.typeYourName : message.trim() === '' ? texts.typeYourComment : undefined;
  // another text is another comment
  const type = (typed: Partial<Writing>): void => onWriting({ ...writing, ...typed, key: newKey() });
  const send = async (): Promise<void> => {
    if (missing !== undefined || sending) return;
    setSending(true);
    setWhy('');
    const about = on === undefined || !isEntityKind(on.Type) ? {} : { Type: on.Type, EntityId: on.EntityId };
    const sent = await calls.comment({ Name: name, Message: message, ...about }, key);
    setSending(false);
    if (sent.ok) {
      onLink(sent.value);
      // the name stays for the next one
      onWriting({ on: 'none', name, message: '', key: '' });
    } else if (sent.status === 410) onOver(sent);
    else setWhy(sent.messages.length === 0 ? texts.notSent : sent.messages.map(said).join(' '));
  };
  return (
    <form
      className={classes['write']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        label={texts.yourName}
        description={texts.nameHint}
        value={name}
        maxLength={GUEST_NAME_LIMIT}
        autoComplete="name"
        autoFocus={name === ''}
        readOnly={sending}
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <Textarea
        label={texts.yourComment}
        value={message}
        maxLength={REVIEW_TEXT_LIMIT}
        autosize
        minRows={2}
        maxRows={10}
        autoFocus={name !== ''}
        readOnly={sending}
        onChange={(event) => type({ message: event.currentTarget.value })}
      />
      {why !== '' && <p role="alert">{why}</p>}
      <div className={classes['buttons']}>
        <WhyButton compact variant="filled" label={texts.send} why={missing} onClick={() => void send()} />
        <WhyButton compact label={texts.cancel} onClick={() => onWriting({ ...writing, on: 'none', message: '' })} />
      </div>
    </form>
  );
}
