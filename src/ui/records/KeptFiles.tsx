import { type ReactNode, useEffect } from 'react';
import { loadKeptFiles, loadKeptRows } from '../../commands/records/loadKeptFiles.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { byId } from '../../projections/byId.ts';
import { documentsOfKind } from '../../projections/documents.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { Fold } from '../parts/FoldList.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import classes from './KeptFiles.module.css';
import { KeptTable } from './KeptTable.tsx';
import { texts } from './texts.ts';

/** Files of the feed that DMP has no page for, each as a table; nothing where a version has none. */
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
                  <Rows versionId={versionId} name={Name} isTable={!RowsAlone} />
                </div>
              )}
            </Fold>
          ))
        }
      </LoadStates>
    </section>
  );
}

function Rows({ versionId, name, isTable }: { versionId: number; name: string; isTable: boolean }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => byId(view.versions[versionId]?.records.fileRows ?? {}, name));
  const isEditable = useView((view) => editRefusal(view) === undefined);
  const edits = useView((view) => documentsOfKind(view, versionId, 'FileRow'));
  const missing = load === undefined;
  useEffect(() => {
    if (missing) dispatch(loadKeptRows({ versionId, name }));
  }, [missing, dispatch, versionId, name]);
  return (
    <LoadStates load={load} what={texts.rowsWord} retry={loadKeptRows({ versionId, name })} skeleton={3}>
      {(rows) =>
        rows.Columns.length === 0 ? (
          <pre className={classes['text']}>{rows.Rows.map(([line]) => line).join('\n')}</pre>
        ) : (
          <KeptTable versionId={versionId} name={name} rows={rows} edits={edits} isEditable={isTable && isEditable} />
        )
      }
    </LoadStates>
  );
}
