import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { COUNTED, REPORT_FIRST, type ImportReport, type ReportedFile } from '../../domain/importReport.ts';
import classes from './logs.module.css';

const TITLES = { refused: 'Refused', changed: 'Changed', kept: 'Kept as they are' } as const;

/** What an import did with each file of its feed: rows by what became of them, and the first of each when a file is opened. */
export function ImportReportTable({ report: { files } }: { report: ImportReport }): ReactNode {
  const [open, setOpen] = useState(false);
  const told = files.filter(hasRemarks);
  const total = (result: 'read' | (typeof COUNTED)[number]): number => files.reduce((sum, file) => sum + file[result], 0);
  return (
    <section className={classes['report']} aria-label="Import report">
      <button type="button" className={classes['reportHead']} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <strong>Import report</strong>
        {`${total('read').toLocaleString('en-GB')} rows read in ${files.length} files`}
        {COUNTED.map((result) => `, ${total(result).toLocaleString('en-GB')} ${TITLES[result].toLowerCase()}`)}
      </button>
      {open && (
        <div className={classes['reportBody']} tabIndex={0} aria-label="Rows of each file">
          <table className={classes['files']}>
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Read</th>
                {COUNTED.map((result) => (
                  <th key={result} scope="col">
                    {TITLES[result]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...told, ...files.filter((file) => !hasRemarks(file))].map((file) => (
                <FileRows key={file.file} file={file} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function hasRemarks(file: ReportedFile): boolean {
  return COUNTED.some((result) => file[result] > 0);
}

function FileRows({ file }: { file: ReportedFile }): ReactNode {
  const [open, setOpen] = useState(false);
  const name = (
    <>
      {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
      {file.file}
    </>
  );
  return (
    <>
      <tr>
        <th scope="row">
          {hasRemarks(file) ? (
            <button type="button" className={classes['reportHead']} aria-expanded={open} onClick={() => setOpen(!open)}>
              {name}
            </button>
          ) : (
            <span className={classes['plainFile']}>{file.file}</span>
          )}
        </th>
        <td className="dmp-number">{file.read.toLocaleString('en-GB')}</td>
        {COUNTED.map((result) => (
          <td key={result} className="dmp-number" data-result={file[result] > 0 ? result : undefined}>
            {file[result].toLocaleString('en-GB')}
          </td>
        ))}
      </tr>
      {open &&
        COUNTED.filter((result) => file.first[result].length > 0).map((result) => (
          <tr key={result}>
            <td colSpan={5} className={classes['firstRows']}>
              {file[result] > REPORT_FIRST ? `${TITLES[result]}, the first ${file.first[result].length}` : TITLES[result]}
              <ul>
                {file.first[result].map(({ line, column, value, reason }, i) => (
                  <li key={i}>
                    {line !== null && <span className="dmp-number">{`Line ${line}: `}</span>}
                    {column !== '' && <code>{`${column} ${value === '' ? '(blank)' : value}`}</code>}
                    {column !== '' && ': '}
                    {reason}
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
    </>
  );
}
