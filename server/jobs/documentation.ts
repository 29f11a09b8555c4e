import type { TaskDocumentation } from '../../src/domain/taskRuns.ts';
import { fieldsOf, valueWords } from '../../src/domain/taskTemplates/fields.ts';
import type { TaskTemplate } from '../../src/domain/taskTemplates/template.ts';

/** A template with its documentation in Markdown: what it does, and its parameters as the form asks for them. */
export function documentationOf(template: TaskTemplate): TaskDocumentation {
  const { id, name, s3_url, task_type, summary } = template;
  const parameters = fieldsOf(template).map((field) => {
    const standard = valueWords(field, field.standard).replaceAll('\n', ', ');
    const choices = field.options.length === 0 ? '' : `. One of: ${field.options.map(({ label }) => label).join(', ')}`;
    return `- **${field.title}** (\`${field.name}\`)${standard === '' ? '' : `, ${standard} by default`}${field.description === undefined ? '' : `. ${field.description}`}${choices}`;
  });
  const parts = [`# ${name}`, summary, ...(DOCS[id] ?? []), ...(parameters.length === 0 ? [] : ['## Parameters', parameters.join('\n')])];
  return { id, name, s3_url, task_type, summary, docs: parts.join('\n\n') };
}

const IMPORTED = [
  '## What comes in',
  'A GTFS zip, or a feed file of DMP (JSON, packed or not); what it is shows in its first bytes. Nothing of the version can be seen before all of it is there.',
  'Every row that was left out or changed is in the log, in a group for its file. The import report above the log counts by file the rows that were read, kept as they are, changed and refused; `import-report.csv` has all of them.\n\nIn a pipeline, an import that leaves more trips out of all timetables than the limit allows (1 %), or all trips of a route, needs approval; the first line of its log says so. Flex trips do not count.\n\nRows that could not be read, broken dates in calendars and a missing `agency.txt` are errors: the version is made, and the run needs approval unless the task says otherwise.',
];

const DOCS: Readonly<Record<string, readonly string[]>> = {
  'import-url': [
    ...IMPORTED,
    '## When nothing has changed',
    'The address is asked with the `ETag` and `Last-Modified` of the last time. A file that is the same as the one of the last version makes no new version; the task is Completed without one.',
    '## Which addresses',
    'Addresses of the server itself and of private networks are refused, again after every redirect, unless `ALLOW_PRIVATE_ADDRESSES` lists them. A file may be as large as an upload. A secret is sent to the first host only.',
  ],
  'import-store': [...IMPORTED, 'The key names a file in the object store of this installation, such as one that an Export task wrote.'],
  'import-upload': [...IMPORTED, 'The file is uploaded first; the task takes it by its key.'],
  'import-s3': [
    ...IMPORTED,
    'The bucket stands in the path of the address. The request is signed by version 4; the secret key is one of the secrets of this installation.',
  ],
  'import-sftp': [
    ...IMPORTED,
    '## The key of the host',
    'A server is trusted by its key alone. A first run without one fails and tells the key that the server shows; write it into the task where it is the right one. A server that shows another key later is refused before anything is sent.',
  ],
  'keep-only': [
    'A schedule stays where it fits every condition that is given. With it stay its tracks and timetables, the stops they call at, the stations of those stops with their entrances, their agency, and the transfers, pathways and fares between what is left.',
    'A fare that holds only on lines that went goes with them: without them it would hold everywhere.',
  ],
  merge: [
    'The version grows by the documents of the current version of the other database. The prefix stands before every id of theirs and wherever such an id is named, so that nothing collides. What a feed says of itself stays that of the first.',
  ],
  'join-stops': [
    'Of stops of one name (in any case), one parent and one platform code that lie within the distance, the one with the lowest id stays; tracks, transfers, pathways and fares name it from then on. Two stops that follow each other on a track are never joined.',
  ],
  'drop-unused': [
    'Stations stay while one of their platforms is used, and with them their entrances and nodes. Transfers and pathways to stops that went go too.',
  ],
  'cut-validity': [
    'Calendars end with the days, and exceptions outside go. A schedule that runs on none of the days goes with its tracks. The first day is that of the region where it is not said.',
  ],
  'shift-dates': [
    'Calendars, their exceptions, the validity of fares and the dates of the feed move together. Whole weeks keep the days of the week.',
  ],
  'set-fields': [
    'The first line of the table names the columns: the id, then names of fields as documents have them.',
    '```\nId,Name,PlatformCode\n100,Market,A\n101,Church,\n```',
    'Commas, semicolons or tabs separate; quotes hold texts with them. An empty cell takes the field away. Rows whose id is not there, and values that a field does not take, are warnings with their line.',
  ],
  'replace-texts': [
    'Patterns are those of RE2: no look-ahead, no look-behind, no back references, and in return their time grows with the text and never explodes. `$1` stands for the first group.',
    'Each of the first thousand changes is in the log, with the text before and after.',
  ],
  'recompute-sequence': [
    'Each stop gets the index of a point of the shape, never falling along the track, so that the distances are least in all. Loops that pass a stop twice are matched right.',
  ],
  'simplify-shapes': [
    'By Ramer, Douglas and Peucker. Stops find their places again; distances that the source gave along the shape are dropped where it changed.',
  ],
  'build-shapes': ['Tracks that have a shape keep it. A track of which a stop has no place gets none, and a warning.'],
  script: [
    'A JavaScript module whose default export gets a list of documents and the name of their kind, 200 at a time, and answers those of the new version: changed, fewer or more.',
    '```\nexport default function (documents, kind) {\n  return documents.map((stop) => ({ ...stop, Name: stop.Name.trim() }));\n}\n```',
    '`console.log`, `console.warn` and `console.error` write to the log, as information, warnings and errors. The program runs in an interpreter of its own: no network, no files, no processes, no imports; 256 MB and five minutes. What it answers must be documents of that kind, or the task fails and no version is made.',
  ],
  check: [
    'Put it before a publication or a delivery: what comes after it runs only when the version is as good as you ask for. The version itself is not changed; the next task takes the same one.',
    '## What counts',
    'The cases of the summary on the pages of the version: those that hold today, without the excluded ones. Errors and warnings are counted over all rules; a rule with a limit of its own counts by itself only.',
    '```\n203 5 fail\n104 0 approval\n301 0 continue\n```',
    'In the log every rule that has cases is a group, with its first hundred cases. Where several limits are passed, the strictest decides: fail before approval before continue.',
  ],
  'apply-corrections': [
    'A feed that is imported again does not know what people corrected in the version before. This task makes these corrections again, one by one, in a new version of the imported one. Each keeps its author and its words in the change history.',
    '## What is rebased',
    'The active changes of the version since its import. What the feed has corrected itself meanwhile is `already so` and no change. A correction whose field the feed has changed otherwise, or whose document is gone, is kept back: it is a warning in the log, with the reason, and stays in its own version.',
    'Where there is nothing to rebase, no version is made and the next task takes the same version.',
  ],
  'export-gtfs': [
    'The file can be downloaded from the task, its log and its run, with size and SHA-256. What GTFS has no place for is listed as warnings.',
  ],
  'export-feed': ['The file can be downloaded from the task, its log and its run, with size and SHA-256. It holds all that the version holds.'],
  publish: [
    'The version is published in the moment in which the task ends. It becomes current where it is valid today. A version that was published before can be made current again on its page; put a Check before this task.',
    'It is first compared with the version that is current, or the one published last: agencies, area, lines and trips on the busiest day. Where they do not fit, nothing is published before somebody has approved the run.',
  ],
};
