/** Forms and questions: schedules, track stops, fares, records. */
import { machineTable } from './machineTable.ts';

const some = (event: { readonly [key: string]: unknown }, key: string): boolean => event[key] !== null && event[key] !== undefined;

export const deleteMode = machineTable(
  `
  off      | START              | choosing |   | page = event.page; ids = []; single = false        | boxes to choose with
  off      | ASK_ONE            | asking   |   | page = event.page; ids = event.ids; single = true  | the question about one
  choosing | CHOOSE             | choosing |   | ids = event.ids | how many are chosen
  choosing | ASK [some]         | asking   |   |                 | 'Do you want to remove ...?' | E064 E070 E071
  asking   | CONFIRM [agencies] | off      | agency.remove, location.open | ids = [] | the version's data page
  asking   | CONFIRM            | off      | fare.remove, location.open   | ids = [] | the list without it
  asking   | CANCEL [one]       | off      |   | ids = []        | the details
  asking   | CANCEL             | choosing |   |                 | what was chosen
  choosing | CANCEL             | off      |   | ids = []        | the list
  choosing, asking | LEAVE      | off      |   | ids = []        | another screen
  `,
  {
    some: (_event, context) => context['ids'].length > 0,
    agencies: (_event, context) => context['page'] === 'agencies',
    one: (_event, context) => context['single'] === true,
  },
);

export const scheduleForm = machineTable(
  `
  closed   | FORM           | filling  |                  | scheduleIds = event.scheduleIds | the form | E059
  closed   | ASK            | asking   |                  | scheduleIds = event.scheduleIds | the question | E061
  filling  | SUBMIT [new, an id]   | saving | schedule.create | newId = "N1"; messages = [] | the form waits
  filling  | SUBMIT [copy, an id]  | saving | schedule.clone  | newId = "N1"; messages = [] | the form waits
  filling  | SUBMIT         | filling  |                  | messages = ["Schedule id is required"] | the id is marked | E168
  saving   | DONE           | closed   | location.open    | newId = ""      | the new schedule
  saving   | FAILED         | filling  |                  | messages = event.messages | the server's messages under the input | E169
  asking   | CONFIRM        | removing | schedule.delete  |                 | the question waits
  removing | DONE           | closed   |                  | scheduleIds = [] | the list without it
  removing | FAILED         | asking   |                  | messages = event.messages | the question with what the server says
  filling, asking | CANCEL  | closed   |                  | scheduleIds = [] | no form
  filling, saving, asking, removing | LEAVE | closed |    | scheduleIds = [] | another screen
  `,
  {
    'new, an id': (event, context) => event['id'].trim() !== '' && context['scheduleIds'].length === 0,
    'copy, an id': (event, context) => event['id'].trim() !== '' && context['scheduleIds'].length > 0,
  },
);

export const paintCalendar = machineTable(
  `
  idle     | PRESS         | painting |                         | scheduleId = event.scheduleId; from = event.from; to = event.to; runAs = event.runAs | the date is marked
  painting | REACH         | painting |                         | to = event.date; from = was.from | the dates from the first to this one are marked
  painting | RELEASE       | idle     | calendar.editExceptions | scheduleId = ""; from = "" | the dates run as was chosen, as one edit
  painting | CANCEL, LEAVE | idle     |                         | scheduleId = ""; from = "" | no date is marked, and none has changed
  `,
);

export const networkCalendar = machineTable(
  `
  idle      | PRESS   | painting  |                        | from = event.from; to = event.to; calendarId = event.calendarId; earlier = [] | the date is marked
  collected | PRESS   | painting  |                        | from = event.from; to = event.to; calendarId = event.calendarId | the date is marked
  painting  | REACH   | painting  |                        | to = event.date; from = was.from | the dates from the first to this one are marked
  painting  | RELEASE [nothing collected] | collected |    | from = ""; to = ""; earlier = [{}]; change != was.change | what follows from it for the lines, and Save
  painting  | RELEASE | collected |                        | from = ""; to = "" | what follows from it for the lines, and Save
  painting  | CANCEL [something collected] | collected |   | from = ""; change = was.change | what was collected before
  painting  | CANCEL  | idle      |                        | from = ""; earlier = [] | the calendar as it is saved
  idle, collected | ADD | collected |                      | calendarId = event.calendarId; messages = [] | what follows from it for the lines, and Save
  collected | BACK [the first] | idle |                    | earlier = [] | the calendar as it is saved
  collected | BACK    | collected |                        | change = was.earlier.0; messages = [] | what was collected before the last change
  collected | SAVE [a new calendar] | saving | networkCalendar.create | messages = [] | the bar waits
  collected | SAVE    | saving    | networkCalendar.change | messages = [] | the bar waits
  collected | CANCEL  | idle      |                        | earlier = [] | the calendar as it is saved
  saving    | DONE    | idle      |                        | earlier = [] | the calendar with what was saved
  saving    | FAILED  | collected |                        | messages = event.messages; change = was.change | what the server says, and what is not saved
  painting, collected, saving | LEAVE | idle |             | earlier = [] | another version
  `,
  {
    'something collected': (_event, context) => Object.keys(context['change']).length > 0,
    'nothing collected': (_event, context) => Object.keys(context['change']).length === 0,
    'the first': (_event, context) => context['earlier'].length > 0 && Object.keys(context['earlier'][0]).length === 0,
    'a new calendar': (_event, context) => context['calendarId'] === '',
  },
);

export const tidyCalendars = machineTable(
  `
  closed     | SIMPLIFY | previewing |                   | versionId = event.versionId; what = "simplify" | schedules that need fewer exceptions, and that no trip runs on another date
  closed     | SHARE    | previewing |                   | versionId = event.versionId; what = "share"    | the dates and the schedules that share them
  previewing | APPLY [a calendar for many] | saving | networkCalendar.share | messages = [] | the preview waits
  previewing | APPLY    | saving     | calendar.simplify | messages = []             | the preview waits
  previewing | CLOSE, LEAVE | closed |                   | what = ""                 | the page of the calendar, and nothing has changed
  saving     | DONE     | closed     |                   | what = ""                 | the page of the calendar
  saving     | FAILED   | previewing |                   | messages = event.messages; what = was.what | the preview with what the server says
  saving     | LEAVE    | closed     |                   | what = ""                 | another version
  `,
  { 'a calendar for many': (event) => event['shared'] !== undefined },
);

export const savedSearches = machineTable(
  `
  closed  | OPEN         | listing |                      | region = event.region; versionId = event.versionId; messages = [] | the saved searches of the region
  listing | SAVE [whole] | sending | savedSearches.create | messages = []                | the search of the list is being saved
  listing | WATCH        | sending | savedSearches.watch  | messages = []                | the bell of the search changes
  listing | APPLY        | closed  | location.open        | region = ""                  | the list, searched by it
  listing | ASK          | asking  |                      | searchId = event.searchId; messages = [] | the question whether it is deleted
  asking  | DELETE       | sending | savedSearches.delete |                              | it is being deleted
  asking  | KEEP         | listing |                      |                              | the list, nothing was deleted
  sending | DONE         | listing |                      | messages = []                | the list with what has changed
  sending | FAILED       | listing |                      | messages = event.messages    | the list with the reason
  listing, asking, sending | CLOSE, LEAVE | closed | | region = "" | no window
  `,
  { whole: (event) => event['search'] !== null },
);

export const findReplace = machineTable(
  `
  closed   | OPEN            | choosing |              | versionId = event.versionId; left = []; messages = [] | the form of the search
  choosing | SEARCH          | choosing |              | left = []; messages = []                          | the texts that would change, all selected
  choosing | SELECT          | choosing |              | left = event.left                                 | these are not selected
  choosing | REPLACE         | saving   | text.replace | messages = []; left = was.left                    | they are being replaced
  choosing | CLOSE, LEAVE    | closed   |              | versionId = 0; left = []                          | the page; nothing has changed
  saving   | DONE            | closed   |              | versionId = 0; left = []                          | the page with the new texts
  saving   | FAILED          | choosing |              | messages = event.messages; left = was.left        | the same selection, and why nothing was replaced
  saving   | LEAVE           | closed   |              | versionId = 0                                     | another version
  `,
);

export const trackStops = machineTable(
  `
  reading | MODE [destinations] | destinations | | trackId = event.trackId | destinations can be written | E137
  reading | MODE [order]        | order        | | trackId = event.trackId | stops can be put in order | E137
  reading | MODE [adding]       | adding       | | trackId = event.trackId | a stop can be added | E137
  reading | MODE [sequence]     | sequence     | | trackId = event.trackId | sequence numbers | E137 E138
  reading | MODE [removing]     | removing     | | trackId = event.trackId | stops can be removed | E137
  destinations, order, adding, sequence, removing | MODE [destinations] | destinations | | | destinations can be written
  destinations, order, adding, sequence, removing | MODE [order]        | order        | | | stops can be put in order
  destinations, order, adding, sequence, removing | MODE [adding]       | adding       | | | a stop can be added
  destinations, order, adding, sequence, removing | MODE [sequence]     | sequence     | | | sequence numbers
  destinations, order, adding, sequence, removing | MODE [removing]     | removing     | | | stops can be removed
  destinations, order, adding, sequence, removing | MODE                | reading      | | trackId = "" | the list of stops
  destinations, order, adding, sequence, removing | CANCEL, LEAVE       | reading      | | trackId = "" | the list of stops
  order, adding | PLACE | = |        | at = event.at; fill = event.fill | where stops of the map go, and how times are filled
  removing | ASK     | asking   |                  | stopId = event.stopId; position = event.position; messages = [] | the question
  asking   | CONFIRM | deleting | track.deleteStop |                           | the question waits
  asking   | CANCEL  | removing |                  |                           | stops can be removed
  deleting | DONE    | removing |                  |                           | the list without it
  deleting | FAILED  | asking   |                  | messages = event.messages | each message of the server | E315
  asking, deleting | LEAVE | reading |             | stopId = ""               | another screen
  `,
  Object.fromEntries(['destinations', 'order', 'adding', 'sequence', 'removing'].map((mode) => [mode, (event) => event['mode'] === mode])),
);

export const editSheet = machineTable(
  `
  idle, typing, refused | BEGIN | typing |      | column = event.column; row = event.row; stopId = event.stopId; was = event.was; trackId = event.trackId; messages = [] | a field over the cell with what it reads
  typing  | ENTER [gone]        | typing |      | was = was.was; messages = ["This departure or its stop was removed meanwhile. Copy what you typed, or press Escape."] | the field with what was typed, and that its place is gone
  typing  | ENTER [written by somebody] | typing | | was = "08:06"; messages = ["Somebody else wrote 08:06 here meanwhile: Enter again writes yours"] | the field with what was typed, and what stands there now
  typing  | ENTER [taken back by somebody] | typing | | was = "08:04"; messages = ["Somebody else wrote 08:04 here meanwhile: Enter again writes yours"] | the field with what was typed, and what stands there now
  typing  | ENTER [a time]      | idle   | timetable.editTimes | column = -1 | the time in the cell
  typing  | ENTER [no time]     | typing |      | was = was.was; messages = ["25:61 is not a time"] | the field with what was typed, red, and why it is no time
  typing  | ENTER               | idle   |      | column = -1     | the cell as it was
  typing  | CANCEL, LEAVE       | idle   |      | column = -1; trackId = "" | the cell as it was
  typing  | REFUSE              | typing |      | column = was.column; messages = event.messages | the field, and what could not be done
  idle, refused | REFUSE        | refused |     | trackId = event.trackId; messages = event.messages | what could not be done, and the bad cells
  refused | CANCEL, LEAVE | idle |     | trackId = ""; messages = [] | the sheet alone
  `,
  {
    gone: (event) => event['now'] === null,
    'written by somebody': (event, context) => event['now'] === '08:06' && context['was'] !== '08:06',
    'taken back by somebody': (event, context) => event['now'] === '08:04' && context['was'] !== '08:04',
    'a time': (event) => event['write'] !== null,
    'no time': (event) => event['message'] !== null,
  },
);

export const fareForm = machineTable(
  `
  closed  | OPEN          | filling |               | page = event.page; versionId = event.versionId | the form
  filling | SUBMIT [an id]| saving  | fare.create   | fareId = "F9"; messages = []      | the form waits
  filling | SUBMIT        | filling |               | messages = ["Fare id is required"]| the id is marked
  saving  | DONE          | closed  | location.open | fareId = ""                       | the new fare
  saving  | FAILED        | filling |               | messages = event.messages         | the form with what the server says
  filling | CANCEL        | closed  |               | versionId = 0                     | no form
  filling, saving | LEAVE | closed  |               | versionId = 0                     | another screen
  `,
  { 'an id': (event) => event['form'].fareId.trim() !== '' },
);

export const fareCondition = machineTable(
  `
  closed   | OPEN [a condition] | filling  |      | condition = event.condition; fareId = event.fareId | its form
  closed   | OPEN               | choosing |      | condition = null; fareId = event.fareId | which condition
  choosing | CHOOSE             | filling  |      | condition = event.condition    | its form
  filling  | CHANGE             | filling  |      | messages = []; draft.to = event.draft.to | what was filled in
  filling  | PICK               | picking  |      | pick = event.at                | a stop is to be chosen on the map
  picking  | PICKED             | filling  |      | pick = null; messages = []     | the stop in the form
  picking  | CANCEL             | filling  |      | pick = null                    | the form as it was
  filling  | BACK               | choosing |      | condition = null; draft = {}; messages = [] | which condition
  filling  | SUBMIT [rules]     | saving   | fare.editRules |                      | the form waits
  filling  | SUBMIT [conditions]| saving   | fare.setConditions |                  | the form waits
  filling  | SUBMIT             | filling  |      | messages = event.faults        | what is missing
  saving   | DONE               | closed   |      | draft = {}                     | the condition among the fare's
  saving   | FAILED             | filling  |      | messages = event.messages      | the form with what the server says
  choosing, filling | CANCEL    | closed   |      | fareId = ""                    | no form
  choosing, filling, picking, saving | LEAVE | closed | | fareId = ""              | another screen
  `,
  {
    'a condition': (event) => some(event, 'condition'),
    rules: (event) => some(event, 'rules'),
    conditions: (event) => some(event, 'conditions'),
  },
);

export const fareCheck = machineTable(
  `
  closed  | OPEN [the same version] | filling | | draft = was.draft | the journey that was asked about last
  closed  | OPEN   | filling | | versionId = event.versionId | an empty journey
  filling | CHANGE | filling | | draft.date = event.draft.date | the journey
  filling | PICK   | picking | | pick = event.at      | a stop is to be chosen on the map
  picking | PICKED | filling | | pick = null          | the stop in the journey
  picking | CLOSE  | filling | | pick = null          | the journey as it was
  picking | LEAVE  | closed  | | pick = null          | another screen
  filling | CLOSE, LEAVE | closed | |                 | no check
  `,
  { 'the same version': (event, context) => event['versionId'] === context['versionId'] },
);

export const tagSearch = machineTable(
  `
  closed   | OPEN [a category] | valuing  | | category = event.category; list = event.list | values of the category | E056
  closed   | OPEN              | choosing | | category = null; list = event.list | the categories | E056
  closed   | CLEAR, CHANGE     | closed   | location.open |              | the list as it is searched now
  choosing, valuing | CHANGE   | =        | location.open |              | the list as it is searched now
  choosing, valuing | TYPE     | =        | location.open | message = null | the list as it is searched now
  choosing | CATEGORY [allowed]| valuing  | location.open | category = event.category; message = null | values of the category | E144
  choosing | CATEGORY          | choosing |               | message = event.refused | why not
  choosing | ADD [allowed]     | choosing | location.open | message = null | one tag more | E144
  valuing  | ADD [allowed]     | choosing | location.open | category = null; message = null | one tag more | E144
  choosing, valuing | ADD      | =        |               | message = event.refused | why not
  choosing | BACK, CLEAR       | choosing | location.open | message = null | one tag less, or none
  valuing  | BACK, CLEAR       | choosing | location.open | category = null; message = null | the categories
  choosing, valuing | CLOSE, LEAVE | closed |             | category = null; list = null | no list of categories
  `,
  { 'a category': (event) => event['category'] !== null, allowed: (event) => event['refused'] === null },
);

export const mapSearch = machineTable(
  `
  closed                    | OPEN                | typing    |                  | versionId = event.versionId; text = "" | what can be typed | R090
  typing, searching, found  | TYPE [a name]       | searching | map.searchPlaces | text = event.text | what the version holds, and that places are looked for | R316
  typing, searching, found  | TYPE                | typing    |                  | text = event.text | what the version holds
  searching                 | FOUND               | found     |                  |                   | the places of this name too
  typing, searching, found  | CHOOSE [a place]    | closed    | map.showPlace    | text = ""         | the map goes there
  typing, searching, found  | CHOOSE              | closed    | location.open    | text = ""         | what was chosen, open
  typing, searching, found  | CLOSE, LEAVE        | closed    |                  | text = ""; versionId = null | no list
  `,
  {
    'a name': (event) => event['text'].length >= 3 && !/^[-\d.,\s]+$/.test(event['text']),
    'a place': (event) => event['to'].type === 'map.showPlace',
  },
);
