import type { ReactNode } from 'react';
import { usePlace } from '../stops/usePlace.ts';
import { FareList } from './FareList.tsx';
import { FareView } from './FareView.tsx';

/** Fares: the list of a version, or one of them with everything it holds under. */
export function FaresPage(): ReactNode {
  const { itemId } = usePlace();
  return itemId === undefined ? <FareList /> : <FareView key={itemId} fareId={itemId} />;
}
