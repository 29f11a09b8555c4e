import type { ReactNode } from 'react';
import { useWorkflow } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { useDeleteMode } from '../parts/DeleteMode.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { FareCheckPanel } from './FareCheckPanel.tsx';
import { CreateFare } from './CreateFare.tsx';
import { FareDetailsPanel } from './FareDetailsPanel.tsx';
import { FareList } from './FareList.tsx';
import { RemoveFares } from './RemoveFares.tsx';

/** Fares: the list of a version, and one of them with everything it holds under. */
export function FaresPage(): ReactNode {
  const { itemId } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const mode = useDeleteMode('fares');
  const checking = useWorkflow('fareCheck', (snapshot) => snapshot.value !== 'closed');
  return (
    <>
      <FareList />
      <CreateFare />
      <RemoveFares />
      {checking && <FareCheckPanel />}
      {itemId !== undefined && !checking && !mode.on && (
        <FareDetailsPanel key={itemId} fareId={itemId} onClose={() => open(pathTo({ page: 'fares' }), search)} />
      )}
    </>
  );
}
