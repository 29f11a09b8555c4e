/** The regions that somebody sees: all, or those of these keys in small letters. */
export type RegionScope = 'all' | readonly string[];

/** Whether somebody with that scope sees a region. Keys are compared whatever their case. */
export function seesRegion(scope: RegionScope, key: string): boolean {
  return scope === 'all' || scope.includes(key.toLowerCase());
}
