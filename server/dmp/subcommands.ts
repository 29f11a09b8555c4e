/** The subcommands of `dmp`, each with its arguments, its help and what it does. */
import { access } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { readDiff } from '../../src/contract/comparer.ts';
import { listPipelines, readPipelineRun, runPipeline } from '../../src/contract/pipelines.ts';
import { downloadTaskFile } from '../../src/contract/tasks.ts';
import { readValidationSummary } from '../../src/contract/validation.ts';
import { downloadVersion, readVersion } from '../../src/contract/versions.ts';
import { RUN_STATUS, RUN_STATUS_WORDS } from '../../src/domain/runs.ts';
import { pause } from '../surroundings.ts';
import { counted, EXIT, numberOf, onlyOne, required, textOf, WrongArguments, type Subcommand } from './arguments.ts';
import { CallFailed, POLL_MS, type Client } from './client.ts';
import { edit, edits, undo } from './edit.ts';
import { hasEnded, makeGtfs } from './gtfsTask.ts';
import { publish } from './publish.ts';
import { mcp } from './tools.ts';

export const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  import: {
    summary: 'upload a feed as a new version',
    usage: `Usage: dmp import FILE --database ID [--name NAME]

  FILE            a GTFS .zip, or a feed file (.json, .json.gz)
  --database ID   the database that gets the version
  --name NAME     name of the version (default: the name of the file)

The token needs the scope edit.`,
    options: { database: 'string', name: 'string' },
    async run(client, { positionals, options }) {
      const file = onlyOne(positionals, 'FILE');
      const database = required(options, 'database').toLowerCase();
      await access(file).catch(() => {
        throw new WrongArguments(`There is no file ${file} that can be read.`);
      });
      const name = textOf(options, 'name') ?? basename(file).replace(/(\.json)?\.(gz|zip|json)$/i, '');
      const versionId = await client.upload(database, name, file);
      const { Version, Counts } = await client.call(readVersion, { params: { versionId } });
      return {
        text: `Version ${versionId} of ${Version.DatabaseId}: ${Version.Version}`,
        json: { versionId, version: Version, counts: Counts },
        code: EXIT.done,
      };
    },
  },
  export: {
    summary: 'write a version into a file',
    usage: `Usage: dmp export VERSION --out FILE

  VERSION      number of the version
  --out FILE   ending in .zip: a GTFS feed, made by a task (the token needs the scope run);
               ending in .json.gz: a feed file (the token needs the scope read)`,
    options: { out: 'string' },
    async run(client, { positionals, options }) {
      const versionId = numberOf(onlyOne(positionals, 'VERSION'), 'VERSION');
      const out = resolve(required(options, 'out'));
      const gtfs = out.toLowerCase().endsWith('.zip');
      if (!gtfs && !out.toLowerCase().endsWith('.json.gz')) throw new WrongArguments('The file of --out ends in .zip or .json.gz.');
      const { Version } = await client.call(readVersion, { params: { versionId } });
      const databaseId = Version.DatabaseId;
      if (gtfs) await client.download(downloadTaskFile, { params: await makeGtfs(client, databaseId, versionId) }, out);
      else await client.download(downloadVersion, { params: { databaseId, versionId } }, out);
      return { text: `Version ${versionId} of ${databaseId} is in ${out}`, json: { versionId, databaseId, file: out }, code: EXIT.done };
    },
  },
  validate: {
    summary: 'list what the rules find in a version',
    usage: `Usage: dmp validate VERSION

  VERSION   number of the version

Ends with 1 where there are errors that are not excluded. The token needs the scope read.`,
    options: {},
    async run(client, { positionals }) {
      const versionId = numberOf(onlyOne(positionals, 'VERSION'), 'VERSION');
      let summary = await client.call(readValidationSummary, { params: { versionId } });
      while (summary.Checking) {
        await pause(POLL_MS);
        summary = await client.call(readValidationSummary, { params: { versionId } });
      }
      const errors = sum(summary.Groups.map(({ Errors }) => Errors));
      const warnings = sum(summary.Groups.map(({ Warnings }) => Warnings));
      const rules = summary.Groups.flatMap(({ ValidationsByRule }) => ValidationsByRule)
        .map(({ RuleId, RuleName, RuleLevel, AllCasesCount, IgnoredCasesCount }) => ({
          RuleId,
          RuleName,
          RuleLevel,
          cases: AllCasesCount - IgnoredCasesCount,
        }))
        .filter(({ cases }) => cases > 0);
      const lines = rules.map(
        ({ RuleId, RuleName, RuleLevel, cases }) => `${RuleLevel.padEnd(8)}${String(cases).padStart(8)}  ${RuleId} ${RuleName}`,
      );
      return {
        text: [...lines, `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n'),
        json: { versionId, errors, warnings, rules },
        code: errors > 0 ? EXIT.found : EXIT.done,
      };
    },
  },
  diff: {
    summary: 'count what differs between two versions',
    usage: `Usage: dmp diff A B [--exit-code]

  A, B          numbers of two versions of one database
  --exit-code   end with 1 where they differ

The token needs the scope read.`,
    options: { 'exit-code': 'boolean' },
    async run(client, { positionals, options }) {
      const [first, second, ...more] = positionals;
      if (first === undefined || second === undefined || more.length > 0) throw new WrongArguments('Give the numbers of two versions.');
      const summary = await client.call(readDiff, { query: { a: numberOf(first, 'A'), b: numberOf(second, 'B') } });
      const changed = summary.Categories.filter(({ Changed, Added, Removed }) => Changed + Added + Removed > 0);
      const lines = changed.map(
        ({ Category, Changed, Added, Removed }) =>
          `${Category.padEnd(24)}${`~${Changed}`.padStart(8)}${`+${Added}`.padStart(8)}${`-${Removed}`.padStart(8)}`,
      );
      return {
        text: changed.length === 0 ? 'No difference' : lines.join('\n'),
        json: { a: summary.A, b: summary.B, categories: changed },
        code: changed.length > 0 && options['exit-code'] === true ? EXIT.found : EXIT.done,
      };
    },
  },
  run: {
    summary: 'run a pipeline and wait for its end',
    usage: `Usage: dmp run PIPELINE [--no-wait]

  PIPELINE    number of the pipeline, or its name where no other pipeline has it
  --no-wait   end as soon as the run has begun

Ends with 1 where the run failed or was stopped, with 4 where it waits for approval. The token needs the scope run, and the
scope publish where a task of the pipeline publishes.`,
    options: { 'no-wait': 'boolean' },
    async run(client, { positionals, options }) {
      const named = onlyOne(positionals, 'PIPELINE');
      const begun = await client.call(runPipeline, {
        body: { pipeline_id: /^\d+$/.test(named) ? Number(named) : await pipelineNamed(client, named) },
      });
      let { run } = begun;
      while (options['no-wait'] !== true && !hasEnded(run.status)) {
        await pause(POLL_MS);
        run = await client.call(readPipelineRun, { params: { id: begun.run_id } });
      }
      const lines = run.tasks.map(({ task, last_result }) => `  ${RUN_STATUS_WORDS[last_result.type].padEnd(16)}${task.name}`);
      const code =
        !hasEnded(run.status) || run.status === RUN_STATUS.Completed ? EXIT.done : run.status === RUN_STATUS.FailedWarning ? EXIT.waits : EXIT.found;
      return { text: [`Run ${run.id}: ${RUN_STATUS_WORDS[run.status]}`, ...lines].join('\n'), json: run, code };
    },
  },
  publish,
  edits,
  edit,
  undo,
  mcp,
};

async function pipelineNamed(client: Client, name: string): Promise<number> {
  const { pipelines } = await client.call(listPipelines, { query: { filter: name.slice(0, 200) } });
  const [found, ...more] = pipelines.filter((pipeline) => pipeline.name === name);
  if (found === undefined) throw new CallFailed(`There is no pipeline "${name}".`);
  if (more.length > 0)
    throw new CallFailed(`Several pipelines have the name "${name}". Give the number: ${[found, ...more].map(({ id }) => id).join(', ')}.`);
  return found.id;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
