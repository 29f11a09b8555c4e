/** Corrections of an earlier version made again in a new one, in the transaction in which the task ends. */
import type { CorrectionResult } from '../../../src/domain/changes.ts';
import { pairWords } from '../../../src/domain/comparer/paired.ts';
import { applyCorrections } from '../../../src/domain/taskTemplates/gates.ts';
import { VERSION_NAME_LIMIT } from '../../../src/domain/versions.ts';
import { previewRebase, rebaseCorrections } from '../../services/corrections.ts';
import type { Write } from '../../services/editing.ts';
import type { TaskEnd } from '../../store/runs.ts';
import type { Db } from '../../store/tables.ts';
import { closeVersion, readCurrent, readVersion } from '../../store/versions.ts';
import { readableVersion } from './readableVersion.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** Rebases the corrections of the current version, or of the named one, onto the version of the run. */
export async function runApplyCorrections(context: TaskContext): Promise<TaskOutcome> {
  const { from_version, on_kept_back } = applyCorrections.parameters.parse(context.values);
  const { task, log, place } = context;
  const { db } = place.store.sql;
  const inputId = task.inputVersionId;
  if (inputId === null) throw new TaskFailed(`The database ${task.databaseId} has no version that this task could begin with.`);
  const input = await readableVersion(context, inputId);
  const source = from_version === '' ? await readCurrent(db, task.databaseId) : await readVersion(db, Number(from_version));
  if (source === undefined && from_version !== '') throw new TaskFailed(`There is no version ${from_version}.`);
  if (source !== undefined && source.DatabaseId !== task.databaseId)
    throw new TaskFailed(`Version ${source.Id} belongs to the database ${source.DatabaseId}. Corrections can only be rebased within one database.`);
  if (source === undefined || source.Id === inputId) {
    log.info(
      source === undefined
        ? 'No version is current: there are no corrections. No new version.'
        : `Version ${inputId} has the corrections itself. No new version.`,
    );
    return { end: { status: 2 } };
  }
  log.info(`Corrections of version ${source.Id}, "${source.Version}", on version ${inputId}, "${input.Version}"`);
  const preview = await previewRebase(db, source.Id, inputId);
  for (const result of preview.Results) logResult(context, result);
  const { Applied, AlreadySo, KeptBack } = preview;
  log.info(`${Applied} to be made again, ${AlreadySo} already so, ${KeptBack} kept back`);
  if (KeptBack > 0 && on_kept_back === 'fail') throw new TaskFailed(keptBack(KeptBack));
  if (Applied === 0) {
    log.info('There is nothing to rebase. No new version.');
    return { end: endOf(KeptBack, on_kept_back === 'approval') };
  }
  const name = `${input.Version.replace(/ · [^·]*$/, '')} · ${task.name}`.slice(0, VERSION_NAME_LIMIT);
  return {
    end: { status: 2 },
    also: async (tx) => {
      const made = await rebaseCorrections(writeOf(context, tx), source.Id, inputId, name);
      await closeVersion(tx, made.EditableDbVersionId);
      return { ...endOf(made.KeptBack, on_kept_back === 'approval'), outputVersionId: made.EditableDbVersionId };
    },
  };
}

function endOf(kept: number, asks: boolean): TaskEnd {
  return kept > 0 && asks ? { status: 4, message: `${keptBack(kept)} Look at the log, then approve the run or stop it.` } : { status: 2 };
}

function keptBack(count: number): string {
  return count === 1 ? '1 correction no longer fits.' : `${count.toLocaleString('en')} corrections no longer fit.`;
}

function logResult({ log }: TaskContext, { Outcome, Name, Message, CreatedBy, Program, Reason, Pair }: CorrectionResult): void {
  const words = `${Name}: ${Message} (${CreatedBy}${Program === undefined ? '' : ` with "${Program}"`})${Pair ? `. ${pairWords(Pair)}` : ''}`;
  if (Outcome === 'applied') log.info(words, log.group('Made again'));
  else if (Outcome === 'alreadySo') log.info(words, log.group('Already so'));
  else log.warn(`${words}: ${Reason ?? 'It no longer fits'}`, log.group('Kept back'));
}

/** The task as the author of a write. The live message about the version is published when the task ends. */
function writeOf({ task }: TaskContext, db: Db): Write {
  return {
    db,
    caller: {
      subject: task.subject,
      account: { name: task.causedBy, email: '', verified: true, hasAccess: true, permissions: { readOnly: false } },
      regions: 'all',
    },
    call: 'applyCorrections',
    commandId: `task-run/${task.taskRunId}/${task.attempt}`,
    publish: () => undefined,
    afterCommit: () => undefined,
  };
}
