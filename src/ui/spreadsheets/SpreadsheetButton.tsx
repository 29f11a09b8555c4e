import type { ReactNode } from 'react';
import { openSpreadsheet } from '../../commands/spreadsheets/spreadsheetSteps.ts';
import type { SheetKind } from '../../domain/spreadsheet/sheetFields.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { iconOf } from '../parts/icons.ts';
import { said } from '../language/language.ts';
import { WhyButton } from '../parts/WhyButton.tsx';

interface SpreadsheetButtonProps {
  readonly versionId: number;
  readonly kind: SheetKind;
  /** Rows that are written; without them the whole list. */
  readonly ids?: readonly string[] | undefined;
}

/** Opens the window of workbooks for a list, with the rows that it shows. */
export function SpreadsheetButton({ versionId, kind, ids }: SpreadsheetButtonProps): ReactNode {
  const dispatch = useDispatch();
  return (
    <WhyButton
      label={said('Spreadsheet (.xlsx)')}
      icon={iconOf('file-spreadsheet')}
      iconOnly
      onClick={() => void dispatch(openSpreadsheet({ versionId, subject: { of: 'rows', kind, ...(ids && { ids: [...ids] }) } }))}
    />
  );
}
