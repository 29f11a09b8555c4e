import { Alert, MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { askForReview, decideReview } from '../../commands/changes/draftReviews.ts';
import { closeReviewForm, type ReviewForm, submitReviewForm } from '../../commands/changes/draftReviewSteps.ts';
import { type DraftReview, REVIEWERS_LIMIT } from '../../domain/draftReview.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { reviewRequest } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MentionText } from './MentionText.tsx';
import classes from './review.module.css';
import { texts } from './texts.ts';

interface ReviewModalProps {
  /** The revision of the draft that is shown. */
  readonly rev: number;
  readonly review: DraftReview | null;
}

/** Asks people for a review, approves the draft, or asks for changes. */
export function ReviewModal(props: ReviewModalProps): ReactNode {
  const dispatch = useDispatch();
  const form = useWorkflow('review', ({ value, context }): ReviewForm | '' => (value === 'closed' ? '' : context.form));
  const opened = form !== '' && form !== 'comment';
  const titles = { ask: texts.askForAReview, approve: texts.approveTheDraft, askForChanges: texts.askForChanges };
  return (
    <Modal
      opened={opened}
      onClose={() => dispatch(closeReviewForm({}))}
      title={opened ? titles[form] : ''}
      size={520}
      transitionProps={{ duration: 0 }}
    >
      {opened && <Content {...props} form={form} />}
    </Modal>
  );
}

function Content({ rev, review, form }: ReviewModalProps & { form: Exclude<ReviewForm, 'comment'> }): ReactNode {
  const dispatch = useDispatch();
  const people = useView((view) => view.draftReviews?.people.value);
  const sending = useWorkflow('review', ({ value }) => value === 'sending');
  const messages = useWorkflow('review', ({ context }): readonly string[] => context.messages);
  useShownHere(messages, askForReview, decideReview);
  const [{ reviewers, message }, type] = useTyped(reviewRequest, { reviewers: form === 'ask' ? [...(review?.Reviewers ?? [])] : [], message: '' });
  const why =
    form === 'ask' && reviewers.length === 0
      ? texts.chooseSomebodyFirst
      : form === 'askForChanges' && message.trim() === ''
        ? texts.sayWhatToChange
        : sending
          ? texts.beingSent
          : undefined;
  const words = { ask: texts.askForAReview, approve: texts.approve, askForChanges: texts.askForChanges };
  return (
    <div className={classes['form']}>
      {form === 'ask' && (
        <MultiSelect
          label={texts.reviewers}
          description={people?.length === 0 ? texts.nobodyElse : texts.reviewersHint}
          searchable
          data-autofocus
          maxValues={REVIEWERS_LIMIT}
          data={[...new Set([...(people ?? []).map(({ Name }) => Name), ...reviewers])]}
          value={reviewers}
          onChange={(chosen) => type({ reviewers: chosen })}
        />
      )}
      {form === 'approve' && <p className={classes['quiet']}>{texts.approveHint}</p>}
      <MentionText
        label={form === 'askForChanges' ? texts.whatToChange : texts.note}
        value={message}
        readOnly={sending}
        autofocus={form !== 'ask'}
        onChange={(text) => type({ message: text })}
      />
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" role="alert" title={texts.reviewNotSent}>
          {messages.join(' ')}
        </Alert>
      )}
      <div className={classes['bar']}>
        <StillWaiting on={sending} />
        <span className={classes['gap']} />
        <WhyButton label={texts.cancel} onClick={() => dispatch(closeReviewForm({}))} />
        <WhyButton
          variant="filled"
          label={words[form]}
          {...(form === 'approve' ? { color: 'green' } : {})}
          why={why}
          onClick={() => dispatch(submitReviewForm({ message, reviewers: [...reviewers], rev }))}
        />
      </div>
    </div>
  );
}
