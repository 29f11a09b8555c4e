import { type ReactNode, useEffect } from 'react';
import { loadKeptFiles, loadKeptRows } from '../../commands/records/loadKeptFiles.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { byId } from '../../projections/byId.ts';
import type { KeptRows } from '../../projections/records.ts';
import { useView } from '../parts/appState.ts';
import { Fold } from '../parts/FoldList.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import classes from './KeptFiles.module.css';
import { texts } from './texts.ts';

/** Files of the feed that are kept as they are, each with its first rows; nothing where a version has none. */
export function KeptFiles({ versionId }: { versionId: number }): ReactNode {
  const dispatch = useDispatch();
  const ready = useView((view) => view.session.account !== null && view.versions[versionId] !== undefined);
  const load = useView((view) => view.versions[versionId]?.records.files);
  const missing = ready && load === undefined;
  useEffect(() => {
    if (missing) dispatch(loadKeptFiles({ versionId }));
  }, [missing, dispatch, versionId]);
  const files = load?.value ?? [];
  if (load?.status !== 'failed' && files.length === 0) return null;
  return (
    <section className={classes['files']} aria-label={texts.keptFiles}>
      <h2 className={classes['title']}>{texts.keptFiles}</h2>
      <p className={classes['hint']}>{texts.keptFilesHint}</p>
      <LoadStates load={load} what={texts.keptFilesWord} retry={loadKeptFiles({ versionId })} skeleton={2}>
        {(all) =>
          all.map(({ Name, File, Size, RowsAlone }) => (
            <Fold
              key={Name}
              title={RowsAlone ? texts.rowsOfFile({ file: File }) : File}
              count={texts.kilobytes({ size: Math.max(1, Math.round(Size / 1000)) })}
            >
              {(id) => (
                <div id={id} className={classes['rows']}>
                  <Rows versionId={versionId} name={Name} />
                </div>
              )}
            </Fold>
          ))
        }
      </LoadStates>
    </section>
  );
}

function Rows({ versionId, name }: { versionId: number; name: string }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => byId(view.versions[versionId]?.records.fileRows ?? {}, name));
  const missing = load === undefined;
  useEffect(() => {
    if (missing) dispatch(loadKeptRows({ versionId, name }));
  }, [missing, dispatch, versionId, name]);
  return (
    <LoadStates load={load} what={texts.rowsWord} retry={loadKeptRows({ versionId, name })} skeleton={3}>
      {(rows) => (
        <>
          <Table name={name} rows={rows} />
          {rows.Total > rows.Rows.length && <p className={classes['hint']}>{texts.firstRows({ shown: rows.Rows.length, total: rows.Total })}</p>}
        </>
      )}
    </LoadStates>
  );
}

function Table({ name, rows: { Columns, Rows: all } }: { name: string; rows: KeptRows }): ReactNode {
  if (Columns.length === 0) return <pre className={classes['text']}>{all.map(([line]) => line).join('\n')}</pre>;
  return (
    <table className={classes['table']} aria-label={name}>
      <thead>
        <tr>
          {Columns.map((column, place) => (
            // a file may have two columns of one name
            <th key={place} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.map((row, line) => (
          // rows have no id, and never change
          <tr key={line}>
            {Columns.map((_, place) => (
              <td key={place}>{row[place] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
