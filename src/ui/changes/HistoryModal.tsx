import type { ReactNode } from 'react';
import { loadHistory, loadMoreHistory } from '../../commands/changes/loadChanges.ts';
import { closeHistory } from '../../commands/changes/showHistory.ts';
import { blame, partAt } from '../../domain/blame.ts';
import { type Change, entityIdsOf } from '../../domain/changes.ts';
import { propertiesOf, propertyTitle } from '../../domain/comparer/fields.ts';
import { valueText } from '../../domain/comparer/values.ts';
import { formatMoment } from '../../domain/date.ts';
import { departureKey } from '../../domain/edits/mergeDocument.ts';
import { type EntityKind, isEntityKind } from '../../domain/entities.ts';
import { changesPath } from '../../domain/locations.ts';
import { formatServiceTime } from '../../domain/time.ts';
import type { Departure } from '../../domain/model/timetable.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { changeLogSearch } from '../../projections/changeLog.ts';
import type { HistoryOf } from '../../projections/changesState.ts';
import { presentPlace } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { authorWords } from './authorWords.ts';
import { ChangeView } from './ChangeView.tsx';
import classes from './changes.module.css';
import { texts } from './texts.ts';

/** The history of the document in view: who set each field, when, in which change, what was before; and every change. */
export function HistoryModal(): ReactNode {
  const dispatch = useDispatch();
  const of = useView((view) => view.changes.historyOf);
  return (
    <Modal
      opened={of !== null}
      onClose={() => dispatch(closeHistory({}))}
      title={of ? texts.changeHistoryKindId({ kind: of.kind.toLowerCase(), id: of.id }) : ''}
      size={860}
      // Escape closes this alone, and not what lies below it too
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        dispatch(closeHistory({}));
      }}
      transitionProps={{ duration: 0 }}
    >
      {of && <History of={of} />}
    </Modal>
  );
}

function History({ of }: { of: HistoryOf }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.changes.history);
  const more = useView((view) => view.changes.historyMore);
  const loadingMore = useView((view) => view.changes.historyTail.status === 'loading');
  const { versionId, kind, id } = of;
  if (!isEntityKind(kind)) return null;
  return (
    <>
      <ScheduleChanges kind={kind} id={id} />
      <LoadStates
        load={load}
        what={texts.history}
        retry={loadHistory({ versionId, kind, id })}
        isEmpty={(list) => list.length === 0}
        empty={<Empty title={texts.noChanges} hint={texts.unchangedSinceImport} />}
      >
        {(history) => (
          <div className={classes['history']}>
            {of.cell && (
              <section aria-label={texts.thisCell}>
                <h2 className={classes['heading']}>{of.cell.title}</h2>
                <Blame kind={kind} history={history} paths={of.cell.paths} more={more} />
              </section>
            )}
            <h2 className={classes['heading']}>{texts.fieldHistory}</h2>
            <Blame kind={kind} history={history} paths={pathsOf(kind, history)} more={more} />
            <h2 className={classes['heading']}>{texts.changes}</h2>
            {history.map((change) => (
              <article key={change.ChangeId}>
                <header className={classes['changeHead']}>
                  <h3>{change.Message || texts.changeChangeId({ changeId: change.ChangeId })}</h3>
                  <span className={classes['quiet']}>
                    {texts.byWhenInVersion({
                      createdBy: authorWords(change),
                      date: formatMoment(change.Date),
                      dbVersionId: change.DbVersionId,
                      switchedOff: change.Active ? '' : texts.switchedOff,
                    })}
                  </span>
                </header>
                <ChangeView change={change} />
              </article>
            ))}
            {more && (
              <WhyButton
                label={texts.loadOlderChanges}
                why={loadingMore ? texts.loading : undefined}
                onClick={() => dispatch(loadMoreHistory({ versionId, kind, id, after: history.at(-1)?.ChangeId ?? 1 }))}
              />
            )}
          </div>
        )}
      </LoadStates>
    </>
  );
}

/** From the history of a schedule, or of a part of one, to all that was changed in it and in its tracks and timetables. */
function ScheduleChanges({ kind, id }: { kind: EntityKind; id: string }): ReactNode {
  const dispatch = useDispatch();
  const { databaseId } = useView(presentPlace, (a, b) => a.databaseId === b.databaseId);
  const { ScheduleId: scheduleId } = entityIdsOf(kind, id);
  if (databaseId === undefined || scheduleId === undefined) return null;
  return (
    <Link
      to={`${changesPath(databaseId)}${changeLogSearch({ mode: 'Activate', filter: { scheduleId } })}`}
      onClick={() => void dispatch(closeHistory({}))}
    >
      {texts.scheduleHistoryHint}
    </Link>
  );
}

interface BlameProps {
  readonly kind: EntityKind;
  readonly history: readonly Change[];
  readonly paths: readonly string[];
  /** There are older changes than those loaded. */
  readonly more: boolean;
}

/** Who set what stands at some paths. */
function Blame({ kind, history, paths, more }: BlameProps): ReactNode {
  const rows = paths.flatMap((path) => {
    const change = blame(history, path);
    return change ? [{ path, change }] : [];
  });
  if (rows.length === 0)
    return <p className={classes['quiet']}>{more ? texts.notChanged({ history: history.length }) : texts.unchangedSinceImport}</p>;
  return (
    <table className={classes['blame']}>
      <thead>
        <tr>
          {[texts.property, texts.is, texts.was, texts.setBy, texts.whenUTC, texts.inTitle].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ path, change }) => (
          <tr key={path}>
            <th scope="row">{titleOf(path)}</th>
            <td>{textOf(kind, path, change.After)}</td>
            <td>{textOf(kind, path, change.Before)}</td>
            <td>{authorWords(change)}</td>
            <td className="dmp-number">{formatMoment(change.Date)}</td>
            <td>{change.Message || texts.changeChangeId({ changeId: change.ChangeId })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The paths that were ever changed: fields, and of a timetable its departures and running times one by one. */
function pathsOf(kind: EntityKind, history: readonly Change[]): readonly string[] {
  const fields = propertiesOf(kind);
  if (kind !== 'Timetable') return fields;
  const docs = history.flatMap(({ Before, After }) => [Before, After]).filter((doc) => doc !== null);
  const departures = docs.flatMap((doc) => (Array.isArray(doc['Departures']) ? (doc['Departures'] as Departure[]).map(departureKey) : []));
  const places = Math.max(0, ...docs.map((doc) => (Array.isArray(doc['DepartureOffsets']) ? doc['DepartureOffsets'].length : 0)));
  const offsets = ['ArrivalOffsets', 'DepartureOffsets'].flatMap((field) => Array.from({ length: places }, (_, i) => `${field}/${i}`));
  return [
    ...fields.filter((name) => name !== 'Departures' && name !== 'ArrivalOffsets' && name !== 'DepartureOffsets'),
    ...offsets,
    ...[...new Set(departures)].map((key) => `Departures/${key}`),
  ];
}

function titleOf(path: string): string {
  const [field = '', ...part] = path.split('/');
  if (part.length === 0) return propertyTitle(field);
  return field === 'Departures'
    ? texts.departureOfPath({ departure: part.join('/') })
    : texts.fieldStopNumber({ field: propertyTitle(field), number: Number(part[0]) + 1 });
}

function textOf(kind: EntityKind, path: string, doc: Change['After']): string {
  const value = partAt(doc, path);
  if (path.includes('/') && typeof value === 'number') return formatServiceTime(value);
  if (path.startsWith('Departures/') && typeof value === 'object' && value !== null) {
    const time: unknown = Reflect.get(value, 'Time') ?? Reflect.get(value, 'FromTime');
    return typeof time === 'number' ? formatServiceTime(time) : '';
  }
  return valueText(kind, path, value) || '–';
}
