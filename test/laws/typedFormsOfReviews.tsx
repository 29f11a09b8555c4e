/** The forms of the review of a draft, and of find and replace. */
import { openReviewForm } from '../../src/commands/changes/draftReviewSteps.ts';
import { openReviewLinks } from '../../src/commands/changes/reviewLinkSteps.ts';
import { openSavedSearches } from '../../src/commands/search/savedSearchSteps.ts';
import { openFindReplace } from '../../src/commands/texts/findReplaceSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import * as forms from '../../src/projections/typedForms.ts';
import { CommentForm } from '../../src/ui/changes/ReviewComments.tsx';
import { ReviewModal } from '../../src/ui/changes/ReviewModal.tsx';
import { ReviewLinksModal } from '../../src/ui/reviewLinks/ReviewLinksModal.tsx';
import { FindReplaceModal } from '../../src/ui/findReplace/FindReplaceModal.tsx';
import { SaveForm } from '../../src/ui/search/SavedSearchesModal.tsx';
import { REVIEW } from '../paths/changeDialogActs.ts';
import type { Form } from './typedForm.ts';

export const FORMS_OF_REVIEWS: readonly Form[] = [
  {
    form: forms.textSearch,
    open: ({ kernel }) => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '' }));
      kernel.dispatch(openFindReplace({ versionId: 1 }));
    },
    draw: () => <FindReplaceModal />,
    rows: [
      ['Find', 'Market', 'find'],
      ['Replace with', 'Square', 'replace'],
      ['What is found', 'words', 'mode'],
      ['Capital and small letters are different', true, 'letters', 'same'],
      ['Ids and codes', true, 'groups', ['names', 'headsigns', 'descriptions', 'ids']],
      ['Headsigns and signposts', false, 'groups', ['names', 'descriptions', 'ids']],
      ['Names', false, 'groups', ['descriptions', 'ids']],
      ['Descriptions and messages', false, 'groups', ['ids']],
      ['Web addresses, e-mail, phone numbers', true, 'groups', ['addresses', 'ids']],
      ['Trip short names and blocks', true, 'groups', ['addresses', 'ids', 'trips']],
      ['Translations', true, 'groups', ['addresses', 'ids', 'trips', 'translations']],
    ],
  },
  {
    form: forms.reviewRequest,
    open: ({ kernel, answer }) => {
      kernel.dispatch(openPlace({ path: '/changes/demo/review/1', search: '' }));
      answer('readReview', () => REVIEW);
      answer('listReviewPeople', () => ({ People: [{ Name: 'tom@x.org', ReadOnly: true }] }));
      kernel.dispatch(openReviewForm({ versionId: 1, form: 'ask' }));
    },
    draw: () => <ReviewModal rev={3} review={null} />,
    rows: [
      ['Reviewers', ['tom@x.org'], 'reviewers'],
      ['Note', 'Please look', 'message'],
    ],
  },
  {
    form: forms.reviewMessage,
    open: ({ kernel }) => {
      kernel.dispatch(openPlace({ path: '/changes/demo/review/1', search: '' }));
      kernel.dispatch(openReviewForm({ versionId: 1, form: 'comment' }));
    },
    draw: () => <CommentForm on={undefined}>{null}</CommentForm>,
    rows: [['Comment', 'Is this right?', 'message']],
  },
  {
    form: forms.newReviewLink,
    open: ({ kernel, answer }) => {
      kernel.dispatch(openPlace({ path: '/changes/demo/review/1', search: '' }));
      kernel.dispatch(openReviewLinks({ versionId: 1 }));
      answer('listReviewLinks', () => ({ Links: [] }));
    },
    draw: () => <ReviewLinksModal />,
    rows: [
      ['For whom', 'Town hall', 'label'],
      ['Works for (days)', '30', 'days'],
      ['Comments may be written, under a name that is typed', false, 'comments'],
    ],
  },
  {
    form: forms.newSavedSearch,
    open: ({ kernel }) => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops', search: '?Name=market' }));
      kernel.dispatch(openSavedSearches({ region: 'demo', versionId: 1 }));
    },
    draw: () => <SaveForm readOnly={false} />,
    rows: [['Name of the search', 'Market stops', 'name']],
  },
];
