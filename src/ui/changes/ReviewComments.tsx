import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { commentOnReview } from '../../commands/changes/draftReviews.ts';
import { closeReviewForm, submitReviewForm } from '../../commands/changes/draftReviewSteps.ts';
import type { ReviewComment } from '../../domain/draftReview.ts';
import { formatMoment } from '../../domain/date.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { reviewMessage } from '../../projections/typedForms.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MentionText } from './MentionText.tsx';
import classes from './review.module.css';
import { texts } from './texts.ts';

/** Comments in their order. */
export function CommentList({ comments }: { comments: readonly ReviewComment[] }): ReactNode {
  return comments.map(({ Id, Message, Mentions, By, Date: at, Guest }) => (
    <blockquote key={`${Guest === undefined ? '' : 'guest '}${Id}`} className={classes['comment']} data-guest={Guest === undefined ? undefined : ''}>
      <Said message={Message} mentions={Mentions} />
      <footer>
        {texts.authorAndTimePart({ causedBy: Guest === undefined ? By : texts.byGuest({ name: By, link: Guest }), timestamp: formatMoment(at) })}
      </footer>
    </blockquote>
  ));
}

/** A text with the people it mentions marked. */
function Said({ message, mentions }: { message: string; mentions: readonly string[] }): ReactNode {
  const parts = message.split(/(@[^\s,;:!?()]+)/);
  return parts.map((part, at) => {
    const name = part.slice(1).replace(/\.+$/, '').toLowerCase();
    const isMention = part.startsWith('@') && mentions.some((one) => one.toLowerCase() === name);
    // the parts of a text never change places
    return isMention ? <strong key={at}>{part}</strong> : part;
  });
}

interface CommentFormProps {
  /** The document that is commented; undefined for the draft as a whole. */
  readonly on: { readonly kind: string; readonly id: string } | undefined;
  /** What opens the form. */
  readonly children: ReactNode;
}

/** The form of a new comment where it was opened, else what opens it. */
export function CommentForm({ on, children }: CommentFormProps): ReactNode {
  const isOpen = useWorkflow('review', ({ value, context }) => {
    if (value === 'closed' || context.form !== 'comment') return false;
    return context.on === null ? on === undefined : context.on.kind === on?.kind && context.on.id === on?.id;
  });
  return isOpen ? <NewComment /> : <div className={classes['add']}>{children}</div>;
}

function NewComment(): ReactNode {
  const dispatch = useDispatch();
  const sending = useWorkflow('review', ({ value }) => value === 'sending');
  const messages = useWorkflow('review', ({ context }): readonly string[] => context.messages);
  useShownHere(messages, commentOnReview);
  const [{ message }, type] = useTyped(reviewMessage, { message: '' });
  const why = message.trim() === '' ? texts.typeYourCommentFirst : sending ? texts.sendingComment : undefined;
  return (
    <div className={classes['form']}>
      <MentionText label={texts.comment} value={message} readOnly={sending} autofocus onChange={(text) => type({ message: text })} />
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" role="alert">
          {messages.join(' ')}
        </Alert>
      )}
      <div className={classes['bar']}>
        <StillWaiting on={sending} />
        <span className={classes['gap']} />
        <WhyButton compact label={texts.cancel} onClick={() => dispatch(closeReviewForm({}))} />
        <WhyButton
          compact
          variant="filled"
          label={texts.sendComment}
          why={why}
          onClick={() => dispatch(submitReviewForm({ message, reviewers: [], rev: 0 }))}
        />
      </div>
    </div>
  );
}
