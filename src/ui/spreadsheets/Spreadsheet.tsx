import { Suspense, type ReactNode } from 'react';
import { useWorkflow } from '../../kernel/react.tsx';
import { lazyScreen } from '../parts/lazyScreen.ts';

const SpreadsheetModal = lazyScreen(() => import('./SpreadsheetModal.tsx').then((module) => module.SpreadsheetModal));

/** The window of workbooks, while it is open. */
export function Spreadsheet(): ReactNode {
  const open = useWorkflow('spreadsheet', ({ value }) => value !== 'closed');
  return open ? (
    <Suspense>
      <SpreadsheetModal />
    </Suspense>
  ) : null;
}
