import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ImportPlan, PlanFault, PlannedLine } from '../../domain/spreadsheet/plan.ts';
import { said, spokenLanguage } from '../language/language.ts';
import classes from './spreadsheets.module.css';
import { texts } from './texts.ts';

/** Words that differ with the subject: a value that is not there, and a sheet that nothing is taken from. */
export interface PreviewWords {
  readonly blank: string;
  ignoredSheet(sheet: string): string;
}

interface PlanPreviewProps {
  readonly plan: ImportPlan;
  readonly shown: PreviewWords;
  /** Between what is wrong and what changes. */
  readonly children?: ReactNode;
}

/** What a workbook would change, row by row, with the cells that are wrong and what is not taken from it. */
export function PlanPreview({ plan, shown, children }: PlanPreviewProps): ReactNode {
  const { blank, ignoredSheet } = shown;
  const { file, lines, adds, changes, same, absent, ignored, faults, moreFaults } = plan;
  const more = adds + changes - lines.length;
  return (
    <>
      <p className={classes['text']}>
        <strong>{file}</strong>: {texts.counts({ adds: count(adds), changes: count(changes), same: count(same) })}
        {absent > 0 && ` ${texts.absent({ absent: count(absent) })}`}
      </p>
      {faults.length > 0 && (
        <Alert
          color="red"
          variant="light"
          p="xs"
          icon={<IconAlertTriangle size={16} aria-hidden />}
          title={texts.wrongCells({ faults: faults.length + moreFaults })}
          role="alert"
        >
          <ul className={classes['list']}>
            {faults.map((fault) => (
              <li key={`${fault.sheet} ${fault.cell} ${fault.why} ${fault.says ?? ''}`}>
                {placeText(fault)}: {faultText(fault)}
              </li>
            ))}
            {moreFaults > 0 && <li>{texts.more({ more: count(moreFaults) })}</li>}
          </ul>
        </Alert>
      )}
      {children}
      {lines.length > 0 && (
        <div className={classes['lines']} tabIndex={0} role="region" aria-label={texts.whatChanges}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{texts.act}</th>
                <th scope="col">{texts.row}</th>
                <th scope="col">{texts.values}</th>
                <th scope="col">{texts.where}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Line key={`${line.sheet} ${line.cell}`} line={line} blank={blank} />
              ))}
            </tbody>
          </table>
          {more > 0 && <p className={classes['text']}>{texts.moreLines({ more })}</p>}
        </div>
      )}
      {ignored.length > 0 && (
        <details>
          <summary>
            {texts.ignored} ({count(ignored.length)})
          </summary>
          <ul className={classes['list']}>
            {ignored.map(({ sheet, cell, text }) => (
              <li key={`${sheet} ${cell}`}>{cell === '' ? ignoredSheet(sheet) : texts.ignoredCell({ sheet, cell, text })}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Line({ line: { act, name, changes, more, sheet, cell }, blank }: { readonly line: PlannedLine; readonly blank: string }): ReactNode {
  const values = changes.map(({ field, from, to }) =>
    act === 'add' ? texts.newValue({ field, to: to || blank }) : texts.value({ field, from: from || blank, to: to || blank }),
  );
  return (
    <tr data-act={act}>
      <td>{act === 'add' ? texts.add : texts.change}</td>
      <td>{name}</td>
      <td>{[...values, ...(more > 0 ? [texts.more({ more: count(more) })] : [])].join('; ')}</td>
      <td className={classes['place']}>{texts.place({ sheet, cell })}</td>
    </tr>
  );
}

function placeText({ sheet, cell }: PlanFault): string {
  return cell === '' ? sheet : texts.cell({ sheet, cell });
}

function faultText({ why, text, says = '' }: PlanFault): string {
  switch (why) {
    case 'time':
      return texts.faultTime({ text });
    case 'stop':
      return texts.faultStop({ text });
    case 'track':
      return text === '' ? texts.faultNoTrack : texts.faultTrack({ text });
    case 'days':
      return texts.faultDays({ text });
    case 'gone':
      return texts.faultGone({ text });
    case 'interval':
      return texts.faultInterval({ text });
    case 'twice':
      return texts.faultTwice({ text });
    case 'empty':
      return texts.faultEmpty({ text });
    case 'latitude':
      return texts.faultLatitude({ text });
    case 'longitude':
      return texts.faultLongitude({ text });
    case 'value':
      return texts.faultValue({ text, says: said(says) });
    case 'reference':
      return texts.faultReference({ text, word: said(says) });
    case 'id':
      return texts.faultId({ text });
    case 'twiceRow':
      return texts.faultTwiceRow({ text });
    case 'noId':
      return texts.faultNoId;
    case 'refused':
      return text;
  }
}

function count(number: number): string {
  return number.toLocaleString(spokenLanguage().locale);
}
