/** Work on the map: stops, transfers, pathways, shapes. */
import { machineTable } from './machineTable.ts';

export const moveStop = machineTable(
  `
  idle                   | START             | armed    |           | stopId = event.stopId; versionId = event.versionId | the stop can be grabbed, and a hint says so | R092 R097
  armed                  | GRAB [this stop]  | dragging |           | from = event.from; rev = event.rev | the stop follows the pointer
  dragging               | DROP [elsewhere]  | saving   | stop.move |                                    | the stop stands where it was dropped
  dragging               | DROP              | armed    |           |                                    | the stop stands where it was and can be grabbed again
  armed, dragging        | CANCEL            | idle     |           | stopId = ""                        | the stop stands where it was
  armed, dragging, saving| LEAVE             | idle     |           | stopId = ""                        | another screen
  saving                 | SETTLED           | idle     |           | stopId = ""                        | the stop stands there
  saving                 | FAILED            | armed    |           |                                    | the stop is back and can be grabbed again
  `,
  {
    'this stop': (event, context) => event['stopId'] === context['stopId'],
    elsewhere: (event, context) => event['to'].Lat !== context['from']?.Lat || event['to'].Lng !== context['from']?.Lng,
  },
);

export const mergeStops = machineTable(
  `
  closed, looking | ASK           | looking |             | versionId = event.versionId; keptId = event.keptId; goneId = event.goneId; messages = [] | what the merge of the two changes
  looking         | MERGE [known] | merging | stop.merge  | keptId = was.keptId; goneId = was.goneId; messages = [] | the merge is being saved
  looking         | CLOSE         | closed  |             | keptId = ""; goneId = ""        | no dialog, both stops
  merging         | DONE          | closed  |             | keptId = ""; goneId = ""        | no dialog, the stop that stays
  merging         | FAILED        | looking |             | keptId = was.keptId; goneId = was.goneId; messages = event.messages | what it would change, and why it was not merged
  merging         | CLOSE         | closed  |             | keptId = ""; goneId = ""        | no dialog, the merge goes on
  `,
  { known: (event) => event['users'] !== undefined },
);

export const createStop = machineTable(
  `
  closed          | START            | placing  |               | versionId = event.versionId          | the map says where
  offered         | START            | placing  |               | at = null                            | the map says where
  placing         | OFFER            | filling  |               | at = event.at; stopId = event.stopId | the form of the new stop
  placing         | CANCEL           | closed   |               | at = null                            | no form
  placing         | LEAVE            | closed   |               | at = null                            | another screen
  closed, offered | OFFER            | offered  |               | at = event.at; stopId = event.stopId | 'Create stop' stands beside the click | R109
  offered         | CHOOSE           | filling  |               |                                      | the form of the new stop | R109
  filling         | SUBMIT [a name]  | creating | stop.create   | messages = []                        | the form waits
  filling         | SUBMIT           | filling  |               | messages = ["Stop name is required"] | the name is marked | R242
  creating        | DONE             | closed   | location.open | stopId = ""                          | the details of the new stop
  creating        | FAILED           | filling  |               | messages = event.messages            | the form with what the server says
  offered, filling| CANCEL           | closed   |               | at = null                            | no form
  offered, filling, creating | LEAVE | closed   |               | at = null                            | another screen
  `,
  { 'a name': (event) => event['stopName'].trim().length > 0 },
);

export const createTransfer = machineTable(
  `
  closed                 | START [a stop]    | drawing       |                   | from = event.stopId | 'Complete creating transfer' | R184 R185
  closed                 | START             | choosingStart |                   | from = null; versionId = event.versionId | a start stop is to be chosen | R184
  choosingStart          | PICK              | drawing       |                   | from = event.stopId | 'Complete creating transfer' | R185
  drawing                | PICK [another]    | filling       |                   | to = event.stopId; transferId = event.transferId | the form with type and duration | R184
  filling                | SUBMIT [complete] | creating      | transfer.create   | messages = []       | the form waits | R184
  creating               | DONE              | closed        | transferDraw.announce | from = null         | the transfer is there
  creating               | FAILED            | filling       |                   | messages = event.messages | the form with what the server says
  choosingStart, drawing, filling | CANCEL   | closed        |                   | from = null         | nothing is drawn
  choosingStart, drawing, filling, creating | LEAVE | closed |                   | from = null         | another screen
  drawing, filling, creating | GONE [chosen] | closed        | stop.tellGone     | from = null         | the drawing ends, and why is told
  `,
  {
    'a stop': (event) => event['stopId'] !== null,
    another: (event, context) => event['stopId'] !== context['from'],
    complete: (event) => event['transferType'] !== 2 || /^\s*\d{1,5}\s*$/.test(event['duration']),
    chosen: (event, context) => [context['from'], context['to']].includes(event['stopId']),
  },
);

export const drawPathway = machineTable(
  `
  closed        | START [a stop]       | drawing       |                | from = event.stopId | a line follows the pointer
  closed        | START                | choosingStart |                | from = null; versionId = event.versionId | a start is to be chosen
  choosingStart | PICK [a node]        | drawing       |                | from = event.stopId | a line follows the pointer
  drawing       | PICK [the same node] | closed        |                |                     | nothing is drawn any more | R190
  drawing       | PICK [a node]        | creating      | pathway.create | to = event.stopId   | the pathway stands there | R189
  drawing       | PICK                 | creating      | pathway.create | to = event.nodeId   | a new node and the pathway to it | R189
  creating      | DONE                 | drawing       |                | to = null           | it goes on from the last node
  creating      | FAILED               | drawing       |                | to = null           | the pathway is gone, and it can be drawn again
  choosingStart, drawing, creating | END   | closed    |                | from = null         | nothing is drawn any more | R190
  choosingStart, drawing, creating | LEAVE | closed    |                | from = null         | another screen
  drawing, creating | GONE [chosen]    | closed        | stop.tellGone  | from = null         | the drawing ends, and why is told
  `,
  {
    'a stop': (event) => event['stopId'] !== null,
    'a node': (event) => event['stopId'] !== null,
    'the same node': (event, context) => (event['stopId'] ?? event['nodeId']) === context['from'],
    chosen: (event, context) => [context['from'], context['to']].includes(event['stopId']),
  },
);

export const shape = machineTable(
  `
  closed, moving, drawing, routing | START [to move] | moving | shape.open | trackId = event.trackId; from = null | the points of the shape can be dragged | E140
  closed, moving, drawing, routing | START    | drawing | shape.open   | trackId = event.trackId; from = null | a segment can be drawn | E140
  drawing                 | BEGIN             | drawing | shape.beginSegment |                         | the segment begins there
  drawing                 | LEG               | routing | shape.route  | from = event.from; to = event.to; position = event.position | a way is looked for
  drawing                 | STRAIGHT          | drawing | shape.addLeg |                         | the segment goes straight
  routing                 | ROUTED            | drawing | shape.addLeg |                         | the segment follows the way
  routing                 | ROUTE_FAILED      | drawing | shape.addLeg |                         | the segment goes straight
  moving, drawing         | APPLY [a change]  | saving  | track.editShape |                         | the shape as it was drawn
  moving, drawing         | APPLY             | closed  | shape.close  | trackId = ""            | the shape as it was
  moving, drawing, routing| CANCEL            | closed  | shape.close  | trackId = ""            | the shape as it was
  moving, drawing, routing, saving | LEAVE    | closed  | shape.close  | trackId = ""            | another screen
  saving                  | SAVED             | closed  | shape.close  | trackId = ""            | the new shape
  saving                  | FAILED [it was moved] | moving |           |                         | the points can be dragged further
  saving                  | FAILED            | drawing |              |                         | the segment can be drawn further
  `,
  {
    'to move': (event) => event['mode'] === 'MOVE',
    'a change': (event) => event['edit'] !== null,
    'it was moved': (_event, context) => context['mode'] === 'MOVE',
  },
);

export const followStreets = machineTable(
  `
  closed, shown  | ASK    | looking |                  | versionId = event.versionId; doubts = []            | the shape is looked for
  looking        | FOUND [a detour] | shown | shape.importLine | doubts = [{"kind":"detour","from":0,"to":1,"times":3.4}] | the shape on the map, and the segment to look at
  looking        | FOUND  | shown   | shape.importLine | doubts = []                                         | the shape on the map
  looking        | FAILED | closed  |                  |                                                     | the shape as it was
  shown          | OPENED | closed  |                  |                                                     | the shape as it was opened
  looking, shown | CLOSE  | closed  |                  |                                                     | the shape was applied or given up
  `,
  { 'a detour': (event) => event['path'].Segments[0].Detour > 2.5 },
);

export const detour = machineTable(
  `
  closed, drawing, finding, choosing | START | drawing |  | versionId = event.versionId; points = []; found = null; taken = []; messages = [] | the map asks for the closed street
  drawing            | POINT [elsewhere]      | =        |                   | points ~ event.at; found = null; messages = [] | the stretch leads to the click
  drawing            | BACK [drawn]           | =        |                   | points != was.points; found = null; messages = [] | the stretch without its last point
  drawing            | BACK                   | =        |                   | points = []; found = null; messages = [] | nothing is drawn
  drawing            | FIND [a line]          | finding  | detour.find       | points = was.points; found = null; messages = [] | ways round are looked for
  finding            | FOUND [used]           | choosing |                   | found = event.found; taken = [0]; shown = 0 | the tracks with their ways round, those with one chosen
  finding            | FOUND                  | drawing  |                   | found = event.found; points = was.points | no track runs there, and the stretch to be drawn otherwise
  finding            | FAILED                 | drawing  |                   | messages = event.messages; points = was.points | why nothing was found, and the stretch
  choosing           | TAKE                   | =        |                   | taken = event.taken           | which tracks go round
  choosing           | SHOW                   | =        |                   | shown = event.index           | the way round of that track
  choosing           | DATES                  | =        |                   | works = event.works; messages = [] | the dates of the works, or none
  choosing           | REDRAW                 | drawing  |                   | found = null; taken = []; shown = 0; points = was.points; messages = [] | the stretch, to be drawn otherwise
  choosing           | APPLY [chosen]         | saving   | track.takeDetours | taken = was.taken; messages = [] | the detours are being saved
  saving             | DONE                   | closed   |                   | found = null; points = []     | the tracks go round
  saving             | FAILED                 | choosing |                   | messages = event.messages; taken = was.taken | the list, and why nothing was saved
  drawing, finding, choosing, saving | CLOSE | closed   |                   | found = null; points = []     | no panel
  `,
  {
    elsewhere: (event, context) => context['points'].every((point: { Lat: number }) => point.Lat !== event['at'].Lat),
    drawn: (_event, context) => context['points'].length > 0,
    'a line': (_event, context) => context['points'].length > 1,
    used: (event) => event['found'].Tracks.length > 0,
    chosen: (_event, context) => context['taken'].length > 0 && context['works']?.to !== '2026-03-01',
  },
);

export const matchNetwork = machineTable(
  `
  closed          | OPEN              | matching | matchNetwork.ask  | versionId = event.versionId; matched = []; done = 0; after = null; chosen = []; messages = [] | the match begins
  matching        | PAGE [late]       | matching |                   | matched = was.matched; done = was.done; after = was.after | nothing: this answer was not waited for
  matching        | PAGE [the last]   | shown    |                   | matched.2 = event.page.Tracks.0; done = 3; total = 3; complete = true; chosen = was.chosen | all tracks with what was found
  matching        | PAGE              | matching | matchNetwork.ask  | matched = event.page.Tracks; done = 2; total = 3; after = event.page.Next; complete = false; chosen = was.chosen | some tracks, and how far it is
  matching        | FAILED            | shown    |                   | matched = was.matched; after = was.after; complete = false; messages = event.messages | what was found so far, and why it does not go on
  matching        | STOP              | shown    |                   | matched = was.matched; after = was.after; complete = false | what was found so far
  shown           | RESUME [more]     | matching | matchNetwork.ask  | matched = was.matched; after = was.after; chosen = was.chosen; messages = [] | the match goes on
  matching, shown | CHOOSE [a new shape] | =     |                   | chosen = ["1/a-b"]; stayed = []; messages = [] | the track is ticked
  matching, shown | CHOOSE [off]      | =        |                   | chosen = []; stayed = []; messages = [] | the track is not ticked
  matching, shown | CHOOSE            | =        |                   | chosen = was.chosen                 | the ticks as they were: there is no new shape
  matching, shown, saving | SHOW      | =        |                   | shown = event.key; chosen = was.chosen | its shape before and after on the map
  shown           | APPLY [ticked]    | saving   | track.matchShapes | chosen = was.chosen; stayed = []; messages = [] | they are being saved
  saving          | APPLIED [changed] | shown    |                   | chosen = []; stayed = event.stayed | which track has changed and stays
  saving          | APPLIED           | shown    |                   | chosen = []; stayed = [] | the new shape
  saving          | FAILED            | shown    |                   | chosen = was.chosen; messages = event.messages | the same ticks, and why
  matching, shown, saving | CLOSE     | closed   |                   | versionId = 0; matched = []; chosen = []; shown = "" | the schedules
  `,
  {
    late: (event, context) => event['after'] !== context['after'],
    'the last': (event) => event['page'].Next === null,
    more: (_event, context) => !context['complete'],
    'a new shape': (event, context) => event['on'] && event['keys'][0] === '1/a-b' && context['matched'].length > 0,
    off: (event) => !event['on'],
    ticked: (_event, context) => context['chosen'].length > 0,
    changed: (event) => event['stayed'].length > 0,
  },
);

export const drawZone = machineTable(
  `
  closed, drawing, reshaping, saving | DRAW    | drawing   |                   | versionId = event.versionId; zoneId = event.zoneId; points = []; geometry = null; former = null; messages = [] | the map asks for the corners
  closed, drawing, reshaping, saving | RESHAPE | reshaping |                   | zoneId = event.zoneId; geometry = event.geometry; former = null; points = []; messages = [] | the corners of the border can be dragged
  drawing            | POINT [elsewhere]        | =         |                   | points ~ event.at; messages = []              | the border leads to the click
  drawing            | BACK [drawn]             | =         |                   | points != was.points; messages = []           | the border without its last corner
  drawing            | BACK                     | =         |                   | points = []; messages = []                    | nothing is drawn
  drawing            | APPLY [an area]          | saving    | zone.editGeometry | points = was.points; messages = []            | the border is being saved
  reshaping          | MOVE [there]             | =         |                   | geometry = was.geometry; former = was.former  | the same border: it has a corner there
  reshaping          | MOVE                     | =         |                   | geometry != was.geometry; former = was.geometry; messages = [] | the corner elsewhere
  reshaping          | INSERT [there]           | =         |                   | geometry = was.geometry; former = was.former  | the same border: it has a corner there
  reshaping          | INSERT                   | =         |                   | geometry != was.geometry; former = was.geometry; messages = [] | a corner more
  reshaping          | REMOVE [more than three] | =         |                   | geometry != was.geometry; former = was.geometry; messages = [] | a corner less
  reshaping          | REMOVE                   | =         |                   | geometry = was.geometry; former = was.former  | the same border: three corners stay
  reshaping          | BACK [a former one]      | =         |                   | geometry = was.former; former = null; messages = [] | the border before the last change
  reshaping          | APPLY [changed]          | saving    | zone.editGeometry | geometry = was.geometry; messages = []        | the border is being saved
  reshaping          | APPLY                    | closed    |                   | geometry = null                               | the zone: nothing was changed
  saving             | DONE                     | closed    |                   | geometry = null; points = []                  | the zone with its border
  saving             | FAILED [reshaped]        | reshaping |                   | geometry = was.geometry; messages = event.messages | the same border, and why it is not saved
  saving             | FAILED                   | drawing   |                   | points = was.points; messages = event.messages | the same corners, and why they are not saved
  drawing, reshaping, saving | CLOSE            | closed    |                   | points = []; geometry = null                  | the zone
  `,
  {
    elsewhere: (event, context) =>
      context['points'].every((point: { Lat: number; Lng: number }) => point.Lat !== event['at'].Lat || point.Lng !== event['at'].Lng),
    drawn: (_event, context) => context['points'].length > 0,
    'an area': (_event, context) => context['points'].length > 2,
    'more than three': (_event, context) => context['geometry'].coordinates[0].length > 4,
    there: (event, context) =>
      context['geometry'].coordinates[0].some(([lng, lat]: readonly number[]) => lng === event['to'].Lng && lat === event['to'].Lat),
    'a former one': (_event, context) => context['former'] !== null,
    changed: (_event, context) => JSON.stringify(context['geometry']) !== JSON.stringify(context['opened']),
    reshaped: (_event, context) => context['geometry'] !== null,
  },
);
