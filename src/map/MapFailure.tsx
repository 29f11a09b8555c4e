import type { ReactNode } from 'react';

/** Shown in place of a map that could not be opened. */
export function MapFailure({ onReload }: { readonly onReload: () => void }): ReactNode {
  return (
    <div className="map-view map-failure" role="alert">
      <p>Failed to initialize map, try reloading this page</p>
      <button type="button" onClick={onReload}>
        Reload
      </button>
    </div>
  );
}
