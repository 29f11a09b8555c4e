/** Versions: their life, uploads, the comparer, validation. */
import { machineTable } from './machineTable.ts';

export const versionLifecycle = machineTable(
  `
  idle               | ASK [clone]       | naming     |                     | versionId = event.versionId | a name is asked for
  idle               | ASK               | confirming |                     | act = event.act; versionId = event.versionId | the question before the act
  confirming         | CONFIRM [delete]  | idle       | version.deleteDraft | versionId = 0               | the draft is going
  confirming         | CONFIRM [publish] | idle       | version.publish     | versionId = 0               | the version is being published
  confirming         | CONFIRM [current] | idle       | version.makeCurrent | versionId = 0               | the version is being made current
  confirming         | CONFIRM [archive] | idle       | version.archive     | versionId = 0               | the version is going into the archive
  confirming         | CONFIRM [finish]  | idle       | version.finishEdit  | versionId = 0               | the draft is being finished
  naming             | NAME [valid]      | idle       | version.clone       | versionId = 0               | the copy is being made
  naming             | NAME [too long]   | naming     |                     | messages = ["The Version Name field cannot exceed 128 characters"] | why the name is none | H225 H226
  naming             | NAME              | naming     |                     |                             | why the name is none
  confirming, naming | REFUSE            | refused    |                     | messages = ["This version is still being saved"] | why it cannot be done
  confirming, naming, refused | CANCEL   | idle       |                     | versionId = 0               | no question
  confirming, naming, refused | LEAVE    | idle       |                     | versionId = 0               | another screen
  `,
  {
    clone: (event) => event['act'] === 'clone',
    delete: (_event, context) => context['act'] === 'deleteDraft',
    publish: (_event, context) => context['act'] === 'publish',
    current: (_event, context) => context['act'] === 'makeCurrent',
    archive: (_event, context) => context['act'] === 'archive',
    finish: (_event, context) => context['act'] === 'finishEdit',
    valid: (event) => event['name'].trim() !== '' && event['name'].length <= 128,
    'too long': (event) => event['name'].length > 128,
  },
);

export const upload = machineTable(
  `
  closed    | OPEN                    | form       |               | shown = true; databaseId = event.databaseId | the dialog
  form      | CHOOSE_DATABASE         | form       |               | databaseId = event.databaseId | the drop area is open | R076
  form      | NAME                    | form       |               | versionName = event.versionName | the name
  form      | DROP [one feed]         | form       |               | rejection = null; fileLost = false; file.fileId = event.fileId | the file's name | R075
  form      | DROP [into a database]  | form       |               | file = null; rejection != null | the drop area is marked | R075 R077
  form      | SUBMIT [complete]       | uploading  | upload.send   |             | how much was sent
  form      | CLOSE                   | closed     |               | file = null | no dialog
  uploading | OPEN                    | uploading  |               | shown = true  | the dialog
  uploading | HIDE                    | uploading  |               | shown = false | the upload in the strip
  uploading | CANCEL [shown]          | cancelling |               |               | the upload is being broken off
  uploading | UPLOADED [shown]        | successful |               | versionId = event.versionId | the new version
  uploading | UPLOADED                | successful | upload.announce | versionId = event.versionId | a notice of the new version
  uploading | FAILED [shown]          | failed     | errors.clear  | messages = event.messages | what is wrong with the file
  uploading | FAILED                  | failed     | errors.clear, upload.announce | messages = event.messages | a notice that it failed
  cancelling| CANCELLED               | form       |               |             | the form as it was
  cancelling| UPLOADED                | successful |               | versionId = event.versionId | the new version: it was too late
  cancelling| RELOADED                | uploading  |               | fileLost = true | the upload goes on
  form, uploading, failed | RELOADED [a file] | = |               | fileLost = true | the file has to be chosen again
  form      | RELOADED                | form       |               | fileLost = false | the form as it was
  failed    | OPEN                    | failed     |               | shown = true | what is wrong with the file
  failed    | TRY_AGAIN [shown]       | form       |               | messages = [] | the form as it was
  failed    | CLOSE [shown]           | closed     |               | file = null | no dialog
  successful| OPEN                    | successful |               | shown = true | the new version
  successful| CLOSE [shown]           | closed     |               | file = null | no dialog
  successful| VISITED                 | closed     |               | file = null | the new version's page
  `,
  {
    'one feed': (event, context) => context['databaseId'] !== null && event['files'].length === 1 && /\.(json|gz)$/.test(event['files'][0].name),
    'into a database': (_event, context) => context['databaseId'] !== null,
    complete: (_event, context) =>
      context['databaseId'] !== null && context['file'] !== null && !context['fileLost'] && context['versionName'].trim() !== '',
    shown: (_event, context) => context['shown'] === true,
    'a file': (_event, context) => context['file'] !== null,
  },
);

export const excluding = machineTable(
  `
  idle, selecting | ENTER                   | selecting |                | versionId = event.versionId; ruleId = event.ruleId; selected = [] | cases can be selected
  selecting | SELECT [chosen]               | selecting |                | selected = event.ids; messages = [] | the cases are marked
  selecting | SELECT                        | selecting |                | selected = []; messages = []        | no case is marked
  selecting | CONFIRM [something selected]  | saving    | exclusion.exclude |                                  | the cases are being set aside
  saving    | DONE                          | selecting |                | selected = []; messages = []        | the list without them
  saving    | FAILED                        | selecting |                | messages = event.messages           | why they could not be set aside
  selecting, saving | LEAVE                 | idle      |                | selected = []                       | another screen
  `,
  { chosen: (event) => event['selected'] === true, 'something selected': (_event, context) => context['selected'].length > 0 },
);

export const sessionNote = machineTable(
  `
  closed  | OPEN           | editing |                | note = event.note; sessionId = event.sessionId; messages = [] | the note can be written
  editing | SAVE [another] | saving  | exclusion.saveNote |                                   | the note is being kept
  saving  | DONE           | closed  |                | note = ""                              | the new note
  saving  | FAILED         | editing |                | messages = ["Failed to save note","No"] | why it is not kept
  editing, saving | CLOSE  | closed  |                | note = ""                              | the note as it is kept
  `,
  { another: (event, context) => event['note'] !== context['note'] && event['note'].length <= 128 },
);

export const fixCases = machineTable(
  `
  closed   | OPEN             | choosing |                 | versionId = event.versionId; ruleId = event.ruleId; fresh = event.fresh; left = []; messages = [] | what the remedy changes, all ticked
  choosing | TOGGLE [ticked]  | choosing |                 | left = ["V0020A"]; messages = was.messages | it is not ticked
  choosing | TOGGLE           | choosing |                 | left = []; messages = was.messages | it is ticked again
  choosing | FIX [documents] | fixing  | validation.mend | left = was.left; messages = []  | they are being fixed
  choosing | CLOSE            | closed   |                 | ruleId = 0; left = []           | the cases, nothing is fixed
  fixing  | DONE             | closed   |                 | ruleId = 0; left = []           | the cases without those that were fixed
  fixing  | FAILED           | choosing |                 | left = was.left; messages = event.messages | the same ticks, and why they were not fixed
  fixing  | CLOSE            | closed   |                 | ruleId = 0; left = []           | the cases; the fixing goes on
  `,
  { ticked: (event, context) => !context['left'].includes(event['id']), documents: (event) => event['documents'].length > 0 },
);
