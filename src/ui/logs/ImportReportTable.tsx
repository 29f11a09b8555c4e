import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { COUNTED, REPORT_FIRST, type ImportReport, type ReportedFile } from '../../domain/importReport.ts';
import { inSentence } from '../language/language.ts';
import classes from './logs.module.css';
import { texts } from './texts.ts';

const TITLES = {
  get refused() {
    return texts.refused;
  },
  get changed() {
    return texts.changed;
  },
  get kept() {
    return texts.keptAsTheyAre;
  },
} as const;

/** What an import did with each file of its feed: rows by what became of them, and the first of each when a file is opened. */
export function ImportReportTable({ report: { files } }: { report: ImportReport }): ReactNode {
  const [open, setOpen] = useState(false);
  const withRemarks = files.filter(hasRemarks);
  const total = (result: 'read' | (typeof COUNTED)[number]): number => files.reduce((sum, file) => sum + file[result], 0);
  return (
    <section className={classes['report']} aria-label={texts.importReport}>
      <button type="button" className={classes['reportHead']} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <strong>{texts.importReport}</strong>
        {texts.rowsRead({ total: total('read'), files: files.length })}
        {COUNTED.map((result) => `, ${total(result).toLocaleString('en-GB')} ${inSentence(TITLES[result])}`)}
      </button>
      {open && (
        <div className={classes['reportBody']} tabIndex={0} aria-label={texts.rowsOfEachFile}>
          <table className={classes['files']}>
            <thead>
              <tr>
                <th scope="col">{texts.file}</th>
                <th scope="col">{texts.read}</th>
                {COUNTED.map((result) => (
                  <th key={result} scope="col">
                    {TITLES[result]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...withRemarks, ...files.filter((file) => !hasRemarks(file))].map((file) => (
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
              {file[result] > REPORT_FIRST ? texts.resultTheFirstCount({ result: TITLES[result], count: file.first[result].length }) : TITLES[result]}
              <ul>
                {file.first[result].map(({ line, column, value, reason }, i) => (
                  <li key={i}>
                    {line !== null && <span className="dmp-number">{texts.lineLine({ line })}</span>}
                    {column !== '' && <code>{`${column} ${value === '' ? texts.blank : value}`}</code>}
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
