/** Pipelines, exports, regions, and the comparer's lists. */
import { machineTable } from './machineTable.ts';

export const pipelineForm = machineTable(
  `
  closed    | OPEN            | editing      |                     | id = event.id; tried = false; messages = [] | the form
  editing   | OPEN            | editing      |                     | id = event.id; tried = false; messages = [] | the form afresh
  closed    | DELETE          | askingDelete |                     | id = event.id | the question | H103
  editing   | REMOVE [import] | askingImport |                     | key = event.key | the question | H104
  editing   | REMOVE          | editing      | pipelineForm.removeTask |             | the tasks without it
  askingImport | CONFIRM      | editing      | pipelineForm.removeTask | key = null  | the tasks without it, and no schedule | H105
  askingImport | CANCEL       | editing      |                     | key = null      | the tasks as they were
  editing   | SUBMIT [complete] | saving     | pipeline.create     | tried = true; errors = []; messages = [] | the form waits
  editing   | SUBMIT          | editing      |                     | tried = true    | what is missing
  editing   | CANCEL [changed]| discarding   |                     |                 | the question
  editing   | CANCEL          | closed       | pipelineForm.close  | id = null       | the list
  discarding| CONFIRM         | closed       | pipelineForm.close  | id = null       | the list
  discarding| CANCEL          | editing      |                     |                 | the form as it was
  editing, saving | CLOSED    | closed       |                     | id = null       | the pipeline
  saving    | FAILED          | editing      |                     | messages = event.messages; errors = event.errors | the form with what the server says
  askingDelete | CONFIRM      | deleting     | pipeline.delete     | messages = []   | the question waits
  askingDelete | CANCEL       | closed       |                     | id = null       | no question
  deleting  | DELETED         | closed       | location.open       | id = null       | the list
  deleting  | FAILED          | askingDelete |                     | messages = event.messages | the question with what the server says
  `,
  { import: (event) => event['isImport'] === true, complete: (event) => event['save'] !== null, changed: (event) => event['changed'] === true },
);

export const pipelineRun = machineTable(
  `
  closed     | ASK [nothing against it] | closed    | pipeline.run    |                  | the run
  closed     | ASK                      | confirming|                 | id = event.id; reason = event.reason | the question with its reason | H040 H173
  confirming | CONFIRM                  | closed    | pipeline.run    | id = 0           | the run
  closed     | RESUME                   | resuming  |                 | runId = event.runId; taskId = event.taskId; superseded = event.superseded | which tasks are done again
  closed     | REPEAT                   | repeating |                 | runId = event.runId; taskId = event.taskId | which tasks a new run does
  resuming   | CONFIRM                  | closed    | pipeline.resume | runId = 0; taskId = 0 | the run
  repeating  | CONFIRM                  | closed    | pipeline.repeat | runId = 0; taskId = 0 | the new run
  closed     | REVIEW [opened before]   | reviewed  |                 | runId = event.runId; superseded = event.superseded | the review, with Approve
  closed     | REVIEW                   | reviewing |                 | runId = event.runId; superseded = event.superseded | the review, without Approve yet
  reviewing  | OPENED [this run]        | reviewed  |                 | opened ~ event.runId | the review, with Approve
  reviewed   | APPROVE [superseded]     | replacing |                 |              | what it would replace
  reviewed   | APPROVE                  | closed    | pipeline.approve | runId = 0    | the run goes on
  replacing  | CONFIRM                  | closed    | pipeline.approve | runId = 0; superseded = null | the run goes on
  replacing  | CLOSE                    | reviewed  |                 |              | the review, with Approve
  replacing  | LEAVE                    | closed    |                 | runId = 0; superseded = null | another screen
  confirming, resuming, repeating, reviewing, reviewed | CLOSE, LEAVE | closed | | id = 0; runId = 0; superseded = null | no question
  `,
  {
    'nothing against it': (event) => event['reason'] === null,
    'opened before': (event, context) => context['opened'].includes(event['runId']),
    'this run': (event, context) => event['runId'] === context['runId'],
    superseded: (_event, context) => context['superseded'] !== null,
  },
);

export const exportForm = machineTable(
  `
  viewing   | START             | editing    | exportDraft.open  | exportId = event.exportId; tried = false; messages = [] | the form
  editing, askingRule, discarding | START [another] | editing | exportDraft.open | exportId = event.exportId; tried = false | the form of the other
  viewing   | ASK_DELETE        | asking     |                   | exportId = event.exportId | the question
  editing   | SUBMIT [complete] | saving     | export.create     | messages = []; faults = {} | the form waits
  editing   | SUBMIT            | editing    |                   | tried = true; messages = [] | what is missing
  editing   | LEAVE_FORM [changed] | discarding |                |              | the question
  editing   | LEAVE_FORM        | viewing    | location.open, exportDraft.close | tried = false | the export
  editing   | ASK_RULE          | askingRule |                   | ruleId = event.ruleId | the question
  askingRule| CONFIRM           | editing    | exportDraft.removeRule |              | the rules without it
  askingRule, discarding | CANCEL | editing  |                   |              | the form as it was
  discarding| CONFIRM           | viewing    | location.open, exportDraft.close | tried = false | the export as it is kept
  editing, askingRule, discarding | LEAVE | viewing |            | exportId = null | another screen
  editing   | SAVED [this export] | viewing  | location.open, exportDraft.close | exportId = null | the export, where mine was saved over that of somebody else
  saving    | SAVED             | viewing    | location.open, exportDraft.close | exportId = null | the export
  saving    | FAILED            | editing    |                   | messages = event.messages; faults = event.faults | the form with what the server says
  saving    | LEAVE             | savingAway |                   |              | another screen
  savingAway| SAVED             | viewing    | exportDraft.close | exportId = null | still the other screen
  savingAway| FAILED            | viewing    |                   | exportId = null | still the other screen, and the error
  asking    | CONFIRM           | removing   | export.delete     |              | the question waits
  asking    | CANCEL, LEAVE     | viewing    |                   | exportId = null | no question
  removing  | REMOVED           | viewing    | location.open     | exportId = null | the list
  removing  | FAILED            | asking     |                   | messages = event.messages | the question with what the server says
  `,
  {
    another: (event, context) => event['exportId'] !== context['exportId'],
    complete: (event) => event['write'] !== null,
    changed: (event) => event['changed'] === true,
    'this export': (event, context) => event['exportId'] === context['exportId'],
  },
);

export const taskRun = machineTable(
  `
  closed   | OPEN              | filling  | taskRunForm.open   | template = event.template; tried = false; messages = [] | the form
  filling  | OPEN [another]    | filling  | taskRunForm.change | template = event.template; tried = false; errors = []; messages = [] | the parameters of the other task
  filling  | SUBMIT [complete] | starting | task.run           | tried = true; errors = []; messages = [] | the form waits
  filling  | SUBMIT            | filling  |                    | tried = true      | what is missing
  filling  | LEAVE             | closed   | taskRunForm.close  | template = null; tried = false | the list
  starting | STARTED           | closed   | taskRunForm.close, location.open | template = null; tried = false | the log of the task
  starting | FAILED            | filling  |                    | errors = event.errors; messages = event.messages | the form with what the server says
  starting | LEAVE             | closed   | taskRunForm.close  | template = null; tried = false | another screen; nothing takes one to the log
  `,
  {
    another: (event, context) => event['template'] !== context['template'],
    complete: (event, context) => event['run'] !== null && context['template'] !== null,
  },
);

export const regionWizard = machineTable(
  `
  closed, filling, confirming, discarding, creating, saving | OPEN | filling | | mode = event.mode; step = "general"; boundsVisited = false | the first step | R042
  filling    | GO [bounds for the first time] | filling | region.locate | step = "bounds"; boundsVisited = true | the map at the place
  filling    | GO [allowed]             | filling    |               | step = event.step    | the step | R045
  filling    | CREATE [complete]        | creating   | region.create |                      | the wizard waits
  creating   | CREATED                  | filling    | region.loadNotifications | mode = "EDIT_REGION_MODAL"; step = "notifications" | the notifications of the new region
  filling    | SAVE [general]           | confirming |               |                      | the question
  filling    | SAVE [a change]          | saving     | region.saveBounds |                  | the wizard waits
  confirming | CONFIRM [a change]       | saving     | region.saveBounds |                  | the wizard waits
  confirming | CANCEL                   | filling    |               |                      | the step as it was
  saving     | SAVED [notifications]    | filling    | region.loadNotifications |           | the rules as they are kept
  saving     | SAVED                    | filling    | region.load   |                      | the region as it is kept
  saving     | FAILED [notifications]   | filling    | errors.clear  |                      | the bar of the wizard says why
  creating, saving | FAILED             | filling    |               |                      | the step as it was, and the error
  filling    | LEAVE [unsaved]          | discarding |               |                      | the question
  discarding | CANCEL                   | filling    |               |                      | the step as it was
  filling, creating, saving | LEAVE     | closed     | region.closeWizard | mode = "CREATE_REGION_MODAL"; step = "general" | no wizard
  filling, confirming, discarding, creating, saving | CLOSE | closed |          | mode = "CREATE_REGION_MODAL"; step = "general" | no wizard
  `,
  {
    'bounds for the first time': (event, context) =>
      event['step'] === 'bounds' && event['allowed'] === true && context['mode'] === 'CREATE_REGION_MODAL' && !context['boundsVisited'],
    allowed: (event, context) => event['allowed'] === true && (event['step'] !== 'notifications' || context['mode'] === 'EDIT_REGION_MODAL'),
    complete: (event, context) => context['mode'] === 'CREATE_REGION_MODAL' && event['body'] !== null,
    general: (event, context) => context['mode'] === 'EDIT_REGION_MODAL' && context['step'] === 'general' && event['save'] !== null,
    'a change': (event, context) => context['mode'] === 'EDIT_REGION_MODAL' && event['save'] !== null,
    notifications: (_event, context) => context['step'] === 'notifications',
    unsaved: (event) => event['changed'] === true,
  },
);

export const comparerNavigator = machineTable(
  `
  away | ENTER [no database] | choosingDatabase | | | the list of databases | H052
  away | ENTER [no first]    | choosingFirst    | | | the list of the first version
  away | ENTER [no second]   | choosingSecond   | | | the list of the second version
  away | ENTER               | closed           | | | the comparison
  closed, choosingFirst, choosingSecond, choosingBoth | TOGGLE [databases] | choosingDatabase | | | the list of databases
  choosingDatabase | TOGGLE [databases] | closed | | | no list
  closed, choosingDatabase | TOGGLE [first] | choosingFirst | | | the list of the first version
  choosingFirst    | TOGGLE [first] | closed         | | | no list
  choosingSecond   | TOGGLE [first] | choosingBoth   | | | both lists
  choosingBoth     | TOGGLE [first] | choosingSecond | | | the list of the second version
  closed, choosingDatabase | TOGGLE | choosingSecond | | | the list of the second version
  choosingFirst    | TOGGLE         | choosingBoth   | | | both lists
  choosingSecond   | TOGGLE         | closed         | | | no list
  choosingBoth     | TOGGLE         | choosingFirst  | | | the list of the first version
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | CHOOSE_DATABASE | choosingFirst | location.open | | versions of the database | H205 H206
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | CHOOSE_FIRST [the other is chosen] | closed | location.open | | the comparison
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | CHOOSE_FIRST | choosingSecond | location.open | | the list of the second version
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | CHOOSE_SECOND [the other is chosen] | closed | location.open | | the comparison
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | CHOOSE_SECOND | choosingFirst | location.open | | the list of the first version
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | DATABASE_GONE | choosingDatabase | location.open | | the list of databases
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | VERSIONS_GONE [both] | choosingBoth | location.open | | both lists
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | VERSIONS_GONE [the first] | choosingFirst | location.open | | the list of the first version
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | VERSIONS_GONE | choosingSecond | location.open | | the list of the second version
  closed, choosingDatabase, choosingFirst, choosingSecond, choosingBoth | LEAVE | away | | | another screen
  `,
  {
    'no database': (event) => event['databaseId'] === null,
    'no first': (event) => event['first'] === null,
    'no second': (event) => event['second'] === null,
    databases: (event) => event['list'] === 'databases',
    first: (event) => event['list'] === 'first',
    'the other is chosen': (event) => (event['type'] === 'CHOOSE_FIRST' ? event['second'] : event['first']) !== null,
    both: (event) => event['firstGone'] === true && event['secondGone'] === true,
    'the first': (event) => event['firstGone'] === true,
  },
);

export const deliveryLocations = machineTable(`
  listing          | EDIT    | editing  |                       | id = event.id; messages = []            | the form of the location, or an empty one
  listing          | ASK     | asking   |                       | id = event.id; messages = []            | whether it shall be deleted
  editing          | TEST    | testing  |                       | id = was.id                             | the connection is being tried
  testing          | TESTED  | editing  |                       | id = was.id                             | what the test has shown
  editing, testing | SAVE    | saving   |                       | id = was.id; messages = []              | it is being saved
  saving           | DONE    | listing  |                       | id = null; messages = []                | the list with it
  saving           | FAILED  | editing  |                       | id = was.id; messages = event.messages  | the form as it was, and why it was not saved
  asking           | CONFIRM | removing | export.deleteLocation | id = was.id; messages = []              | it is being deleted
  removing         | DONE    | listing  |                       | id = null; messages = []                | the list without it
  removing         | FAILED  | asking   |                       | id = was.id; messages = event.messages  | the question, and why it was not deleted
  editing, testing, saving, asking, removing | CANCEL | listing | | id = null; messages = []               | the list
`);

export const serviceAlerts = machineTable(
  `
  listing | WRITE         | writing |                       | id = event.id; question = null; messages = []       | the form of that alert, or an empty one
  listing | ASK [history] | looking |                       | id = null; question = event.question; messages = [] | what was done to the alert, by whom and when
  listing | ASK           | asking  |                       | id = null; question = event.question; messages = [] | what riders will see of it, and that Ctrl+Z does not take it back
  writing | SAVE          | saving  |                       | id = was.id; messages = []                          | it is being saved
  saving  | DONE          | listing |                       | id = null; messages = []                            | the alerts, with the one that was saved
  saving  | FAILED        | writing |                       | id = was.id; messages = event.messages              | the form unchanged, and why it was not saved
  asking  | CONFIRM [publish] | acting | serviceAlert.publish | question = was.question; messages = []           | it is being published
  asking  | CONFIRM [end] | acting  | serviceAlert.end      | question = was.question; messages = []              | it is being ended
  asking  | CONFIRM       | acting  | serviceAlert.remove   | question = was.question; messages = []              | the draft is being removed
  acting  | DONE          | listing |                       | question = null; messages = []                      | the alerts, with what everybody gets now
  acting  | FAILED        | asking  |                       | question = was.question; messages = event.messages  | the question, and why it was not done
  writing, looking, asking | CANCEL | listing |             | id = null; question = null; messages = []           | the alerts
`,
  {
    history: (event) => Object(event['question']).act === 'history',
    publish: (_event, context) => context['question']?.act === 'publish',
    end: (_event, context) => context['question']?.act === 'end',
  },
);

export const publishing = machineTable(
  `
  listing    | PUBLISH | publishing |                         | file = event.file; id = null; question = null; messages = []     | the form that publishes that zip, with the feeds of its database
  listing    | EDIT    | editing    |                         | file = null; id = event.id; question = null; messages = []       | address, licence and contact of the feed
  listing    | ASK [review] | reviewing |                     | file = null; id = null; question = event.question; messages = [] | what the gate found, and a field for the reason where it holds the release
  listing    | ASK     | asking     |                         | file = null; id = null; question = event.question; messages = [] | what everybody will get, and that Ctrl+Z does not take it back
  publishing | SAVE    | sending    |                         | file = was.file; messages = []                                   | it is being sent
  sending    | DONE    | listing    |                         | file = null; messages = []                                       | the feeds, with what is to be served
  sending    | FAILED  | publishing |                         | file = was.file; messages = event.messages                       | the form as it was, and why nothing was published
  editing    | SAVE    | saving     |                         | id = was.id; messages = []                                       | it is being saved
  saving     | DONE    | listing    |                         | id = null; messages = []                                         | the feeds, with the new address
  saving     | FAILED  | editing    |                         | id = was.id; messages = event.messages                           | the form as it was, and why it was not saved
  reviewing  | SAVE    | approving  |                         | question = was.question; messages = []                           | it is being approved
  approving  | DONE    | listing    |                         | question = null; messages = []                                   | the feeds, with the release that is served, or is served at its time
  approving  | FAILED  | reviewing  |                         | question = was.question; messages = event.messages               | what the gate found, and why it was not approved
  asking     | CONFIRM [back]     | acting | publicFeed.switch       | question = was.question; messages = []                     | it is being switched
  asking     | CONFIRM [withdraw] | acting | publicFeed.withdraw     | question = was.question; messages = []                     | it is being withdrawn
  asking     | CONFIRM            | acting | publicFeed.cancelSwitch | question = was.question; messages = []                     | the switch is being cancelled
  acting     | DONE    | listing    |                         | question = null; messages = []                                   | the feeds, with what everybody gets now
  acting     | FAILED  | asking     |                         | question = was.question; messages = event.messages               | the question, and why it was not done
  publishing, editing, reviewing, asking | CANCEL | listing |            | file = null; id = null; question = null; messages = []           | the feeds
`,
  {
    review: (event) => Object(event['question']).act === 'review',
    back: (_event, context) => context['question']?.act === 'switch',
    withdraw: (_event, context) => context['question']?.act === 'withdraw',
  },
);
