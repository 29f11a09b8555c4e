import { useEffect, useState } from 'react';

/** Turns true once `ms` milliseconds have passed since the component appeared: what is quick never flashes. */
export function useDelayed(ms: number): boolean {
  const [over, setOver] = useState(ms <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return over;
}
