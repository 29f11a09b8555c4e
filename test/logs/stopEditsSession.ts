/** A session with stops, lived on the model server: a move by hand, a renaming undone and redone, a conflict, a refused removal. */
import { Observable } from 'rxjs';
import { loadAccount } from '../../src/commands/account/loadAccount.ts';
import { builtIn } from '../../src/commands/changes/undoRedo.ts';
import { appStarted } from '../../src/commands/shell/appStarted.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { dropStop, grabStop, startStopMove } from '../../src/commands/stops/moveStopGesture.ts';
import { editStopField, removeStop } from '../../src/commands/stops/stopEdits.ts';
import type { CallDescription } from '../../src/kernel/command.ts';
import { encodeDmplog } from '../../src/kernel/dmplog.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import type { AppState } from '../../src/projections/state.ts';
import { databases, versionOf } from '../builders/productKernel.ts';
import { ModelServer } from '../laws/modelServer.ts';

/** Lives the session and answers its report. */
export function recordStopEdits(): string {
  const model = new ModelServer();
  let at = 0;
  const kernel = createKernel<AppState>({
    ...definitions,
    header: { session: 'stop-edits', schema: LOG_SCHEMA, build: '0.1.0', startedAt: '2026-11-22T09:00:00.000Z', locale: 'en-GB', role: 'editor' },
    clock: () => (at += 40),
    perform: (call) =>
      new Observable((answer) => {
        const outcome = model.carryOut(call) ?? readOf(model, call);
        if ('reply' in outcome) {
          answer.next(outcome.reply);
          answer.complete();
        } else answer.error({ messages: ['Somebody else changed this stop in the meantime.'], url: `/${call.call}`, method: 'POST', ...outcome });
      }),
  });
  const [sample] = appStarted.definition.samples();
  if (!sample) throw new Error('app.started has no sample');
  kernel.receive(appStarted({ ...sample, path: '/data/db/demo/v/1/stops', search: '' }));
  kernel.dispatch(loadAccount({}));
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops/S1', search: '' }));
  kernel.dispatch(startStopMove({ versionId: 1, stopId: 'S1' }));
  kernel.dispatch(grabStop({ stopId: 'S1', from: { Lat: 52.1, Lng: 5.1 }, rev: 0 }));
  kernel.dispatch(dropStop({ to: { Lat: 52.123, Lng: 5.456 } }));
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops/S2', search: '' }));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S2', field: 'name', value: 'Beta Mine' }));
  kernel.undo('version/1');
  kernel.redo('version/1');
  const theirs = model.meddle({ call: 'stop.editField', input: { params: { field: 'name' }, body: { stopId: 'S2', value: 'x' } } }, false);
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S2', field: 'name', value: 'Beta Again' }));
  if (theirs) kernel.receive(theirs);
  for (const { id } of kernel.snapshot().conflicts) kernel.dispatch(builtIn.keepTheirs({ id }));
  kernel.dispatch(removeStop({ versionId: 1, stopId: 'S2' }));
  return encodeDmplog(kernel.log(), kernel.snapshot().errors, definitions);
}

/** Reads, answered from the model's stops; calls the session does not need are not found. */
function readOf(model: ModelServer, { call, input }: CallDescription): { readonly reply: unknown } | { readonly status: number } {
  const stops = model.documents('Stop');
  switch (call) {
    case 'readAccount':
      return { reply: { name: 'mia@demo.example', email: 'mia@demo.example', verified: true, hasAccess: true, permissions: { readOnly: false } } };
    case 'listDatabases':
      return { reply: databases() };
    case 'listVersions':
      return { reply: { Versions: [versionOf(1, { Editable: true, Rev: model.rev })], More: false } };
    case 'listStops':
      return {
        reply: {
          Rev: model.rev,
          Stops: stops.map(({ doc: { Id, Name, Type, Coordinate }, rev }) => ({ Id, Name, Type, Coordinate, ...(rev && { Rev: rev }) })),
        },
      };
    case 'readStopDetails': {
      const id = (input as { query: { stopIds: string } }).query.stopIds;
      const used = [{ Id: '4', Name: '4', Tracks: [{ Id: 'a-b', Name: 'A - B' }] }];
      const details = stops.filter(({ doc }) => doc.Id === id);
      return {
        reply: {
          Stops: details.map(({ doc, rev }) => ({ Stop: doc, Rev: rev, Transfers: [], Pathways: [], Schedules: used, Agencies: [], StopNames: {} })),
        },
      };
    }
    default:
      return { status: 404 };
  }
}
