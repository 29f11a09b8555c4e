/** The dialogs of the change log: comments, attaching to a track, rebasing corrections. */
import type { ConflictName } from '../../../src/domain/takeOver.ts';
import { machineTable } from './machineTable.ts';

export const commentChanges = machineTable(
  `
  closed  | OPEN [kept]     | writing |                 | message = was.message; messages = was.messages | the comment that was not sent, and why
  closed  | OPEN            | writing |                 | databaseId = event.databaseId; message = ""; changeIds = []; messages = [] | the tree and an empty comment
  writing | SEND [whole]    | sending | changes.comment | message = "Please check"; changeIds = event.changeIds; messages = [] | the comment is being sent | H234 H235
  writing | CLOSE           | closed  |                 | message = ""; messages = []              | no dialog
  sending | DONE            | writing |                 | message = ""; changeIds = []             | the comment in the tree, an empty input
  sending | FAILED          | writing |                 | message = was.message; changeIds = was.changeIds; messages = event.messages | the text as it was, and a retry
  sending | CLOSE           | unseen  |                 | message = was.message                    | no dialog, the comment goes on
  unseen  | OPEN            | sending |                 | message = was.message                    | the comment is being sent
  unseen  | DONE            | closed  |                 | message = ""                             | a notice that it was added
  unseen  | FAILED          | closed  |                 | message = was.message; messages = event.messages | an error, the text is kept
  `,
  {
    kept: (event, context) => event['databaseId'] === context['databaseId'],
    whole: (event) => event['changeIds'].length > 0 && event['message'].trim() !== '',
  },
);

export const attachTrack = machineTable(
  `
  closed    | OPEN [a change] | choosing  | changes.clearNotes, changes.suggestTracks | versionId = event.versionId; changeIds = event.changeIds | the tracks, the most alike first | H191
  choosing  | SUBMIT          | attaching | changes.attach     | messages = []                | it is being attached | H191
  choosing  | CLOSE           | closed    |                    | changeIds = []               | no dialog
  attaching | DONE            | closed    |                    | changeIds = []               | the changes apply to the track
  attaching | FAILED          | choosing  |                    | messages = event.messages; changeIds = was.changeIds | why it was not attached
  attaching | CLOSE           | closed    |                    | changeIds = []               | no dialog
  `,
  { 'a change': (event) => event['changeIds'].length > 0 },
);

export const rebase = machineTable(
  `
  closed   | OPEN               | choosing | changes.clearNotes      | databaseId = event.databaseId; from = null; onto = null | two empty choices
  choosing | CHOOSE [source]    | choosing |                         | from = event.from; onto = was.onto | the version whose corrections are rebased
  choosing | CHOOSE             | choosing |                         | onto = event.onto; from = was.from | the version onto which
  choosing | TRY [two versions] | trying   | changes.previewRebase   | messages = []                      | it is being tried
  trying, tried | CHOOSE [source] | choosing |                       | from = event.from; onto = was.onto; fitting = 0 | no result: it has to be tried again
  trying, tried | CHOOSE        | choosing |                         | onto = event.onto; from = was.from; fitting = 0 | no result: it has to be tried again
  trying   | TRIED [this pair]  | tried    |                         | fitting = event.fitting            | what would become of each correction
  trying   | FAILED             | choosing |                         | messages = event.messages          | why it could not be tried
  tried    | MAKE [fits]        | making   | changes.rebase          | messages = []                      | the draft is being made
  making   | DONE               | closed   |                         | from = null; onto = null           | a notice of the new draft
  making   | FAILED             | tried    |                         | messages = event.messages; from = was.from; onto = was.onto | why there is no draft
  choosing, trying, tried, making | CLOSE | closed |                  | from = null; onto = null; fitting = 0 | no dialog
  `,
  {
    source: (event) => event['from'] !== undefined,
    'two versions': (_event, context) => context['from'] !== null && context['onto'] !== null && context['from'] !== context['onto'],
    'this pair': (event, context) => event['from'] === context['from'] && event['onto'] === context['onto'],
    fits: (event, context) => context['fitting'] > 0 && event['name'].trim() !== '' && event['name'].length <= 128,
  },
);

export const takeOver = machineTable(
  `
  closed    | OPEN               | choosing  |                  | versionId = event.versionId; from = null; messages = [] | the choice of a version
  choosing, comparing, deciding | CHOOSE | comparing | takeOver.preview | from = event.from; conflicts = []; decisions = {}; rest = null; messages = [] | both are being compared
  comparing | COMPARED [chosen]  | deciding  |                  | fromRev = event.fromRev; rev = event.rev; conflicts = event.conflicts; decisions = {} | what is taken over, and what has to be decided
  comparing | FAILED             | choosing  |                  | messages = event.messages; from = was.from | why they cannot be compared
  deciding  | COMPARE            | comparing | takeOver.preview | from = was.from; decisions = {}; rest = null | both are being compared
  deciding  | DECIDE [listed]    | deciding  |                  | rest = was.rest; messages = []      | the side that was chosen
  deciding  | DECIDE_ALL         | deciding  |                  | rest = event.side; messages = []    | one side for all
  deciding  | TAKE [all decided] | saving    | takeOver.apply   | decisions = was.decisions; messages = [] | it is being taken over
  saving    | DONE               | done      |                  | versionId = was.versionId           | how much was taken over
  saving    | MOVED              | comparing | takeOver.preview | from = was.from; decisions = {}; messages = event.messages | one of them has changed: both are compared again
  saving    | FAILED             | deciding  |                  | messages = event.messages; decisions = was.decisions | the decisions, and why nothing was taken over
  choosing, comparing, deciding, saving, done | CLOSE, LEAVE | closed | | versionId = 0; from = null; decisions = {} | the page
  `,
  {
    chosen: (event, context) => event['from'] === context['from'],
    listed: (event, context) => context['conflicts'].some((one: ConflictName) => `${one.Kind}|${one.Id}|${one.Path}` === event['key']),
    'all decided': (_event, context) =>
      context['differs'] &&
      (context['rest'] !== null ||
        (!context['more'] &&
          context['conflicts'].every((one: ConflictName) => context['decisions'][`${one.Kind}|${one.Id}|${one.Path}`] !== undefined))),
  },
);

export const deleteChanges = machineTable(
  `
  closed   | ASK [sets]                 | asking   |                                | versionId = event.versionId; setIds = event.setIds; messages = [] | what deleting them touches | H193
  asking   | CONFIRM [two sets]         | deleting | changes.delete, changes.delete | setIds = was.setIds; messages = [] | they are being deleted | H193
  asking   | CONFIRM                    | deleting | changes.delete                 | setIds = was.setIds; messages = [] | it is being deleted | H193
  asking   | CLOSE                      | closed   |                                | setIds = []; messages = []     | no dialog, the sets are as they were
  deleting | DONE [the first of two]    | deleting |                                | setIds = [8]; refused = []     | the second is being deleted
  deleting | DONE [the first refused]   | asking   |                                | setIds = [7]; refused = []; messages = was.messages | the question about the first, and why it was not deleted
  deleting | DONE                       | closed   |                                | setIds = []; refused = []      | no dialog, the sets are deleted | H193
  deleting | FAILED [the first of two]  | deleting |                                | setIds = [8]; refused = [7]; messages = event.messages | the second is being deleted, and why the first is not
  deleting | FAILED [the first refused] | asking   |                                | setIds = [7,8]; refused = []; messages = event.messages | the question about both, and why they were not deleted
  deleting | FAILED                     | asking   |                                | setIds = was.setIds; refused = []; messages = event.messages | the question about it, and why it was not deleted
  deleting | CLOSE                      | closed   |                                | setIds = []; refused = []; messages = [] | no dialog, the deletion goes on
  `,
  {
    sets: (event) => event['setIds'].length > 0,
    'two sets': (_event, context) => context['setIds'].length === 2,
    'the first of two': (_event, context) => context['setIds'].length === 2,
    'the first refused': (_event, context) => context['refused'].length === 1,
  },
);

export const review = machineTable(
  `
  closed  | OPEN             | writing |                | versionId = event.versionId; form = event.form; on = null; messages = [] | the form of the request or decision
  writing, sending | OPEN    | writing |                | form = event.form; messages = []     | the other form in its place
  writing | SEND [a request] | sending | review.ask     | messages = []                        | the request is being sent
  writing | SEND [an approval] | sending | review.decide | messages = []                        | the approval is being sent
  writing | SEND [a comment] | sending | review.comment | messages = []                        | the comment is being sent
  writing | CLOSE, LEAVE     | closed  |                | form = ""; messages = []             | the review, and nothing was sent
  sending | DONE             | closed  |                | form = ""                            | the review with what was sent
  sending | FAILED           | writing |                | messages = event.messages; form = was.form | the form with the reason
  sending | LEAVE            | closed  |                | form = ""                            | another page
  `,
  {
    'a request': (event, context) => context['form'] === 'ask' && event['reviewers'].length > 0,
    'an approval': (_event, context) => context['form'] === 'approve',
    'a comment': (event, context) => context['form'] === 'comment' && event['message'].trim() !== '',
  },
);

export const reviewLinks = machineTable(
  `
  closed   | OPEN        | listing  |                    | versionId = event.versionId; messages = [] | the links of the version and a form
  listing  | SEND [whole]| making   | reviewLinks.create | messages = []                | it is being made
  listing  | ASK         | asking   |                    | linkId = event.linkId        | the question whether it is revoked
  listing  | CLOSE, LEAVE| closed   |                    | versionId = 0                | no window
  making   | DONE        | made     |                    | copied = false               | the address, once
  making   | FAILED      | listing  |                    | messages = event.messages    | the form with the reason
  making   | CLOSE, LEAVE| closed   |                    | versionId = 0                | no window
  made     | COPIED      | made     |                    | copied = true                | the address was copied
  made     | ANOTHER     | listing  |                    |                              | the form for another link
  made     | ASK         | asking   |                    | linkId = event.linkId        | the question whether it is revoked
  made     | CLOSE, LEAVE| closed   |                    | versionId = 0                | no window, and the address is gone
  asking   | REVOKE      | revoking | reviewLinks.revoke |                              | it is being revoked
  asking   | KEEP        | listing  |                    |                              | the list, nothing was revoked
  asking   | CLOSE, LEAVE| closed   |                    | versionId = 0                | no window
  revoking | DONE        | listing  |                    |                              | the link is revoked
  revoking | FAILED      | listing  |                    | messages = event.messages    | the list with the reason
  revoking | CLOSE, LEAVE| closed   |                    | versionId = 0                | no window
  `,
  { whole: (event) => event['Label'].trim() !== '' && event['Days'] >= 1 && event['Days'] <= 90 },
);
