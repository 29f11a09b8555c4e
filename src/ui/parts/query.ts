import { useCallback } from 'react';
import { useView } from './appState.ts';
import { useOpenPlace } from './Link.tsx';

/** A value kept in the address under a name, so that reload, back and a pasted link show the same; empty when absent. */
export function useQuery(name: string): readonly [value: string, set: (value: string) => void] {
  const { path, search } = useView((view) => view.location);
  const open = useOpenPlace();
  const set = useCallback((value: string) => open(path, withQuery(search, name, value), { replace: true }), [open, path, search, name]);
  return [new URLSearchParams(search).get(name) ?? '', set];
}

/** The query with another value of one name; an empty value takes the name away. Others stay as they are. */
export function withQuery(search: string, name: string, value: string): string {
  const query = new URLSearchParams(search);
  if (value === '') query.delete(name);
  else query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
