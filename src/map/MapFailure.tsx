import type { ReactNode } from 'react';

/** Shown in place of a map that could not be opened; `waits` where it will open by itself. */
export function MapFailure({ waits = false, onReload }: { readonly waits?: boolean; readonly onReload: () => void }): ReactNode {
  return (
    <div className="map-view map-failure" role="alert">
      <p>Failed to initialize map, try reloading this page</p>
      {waits && <p>The server cannot be reached, or the product has been updated meanwhile. It is tried again by itself.</p>}
      <button type="button" onClick={onReload}>
        Reload
      </button>
    </div>
  );
}
