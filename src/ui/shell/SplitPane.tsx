import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { placeOf } from '../../domain/locations.ts';
import { DEFAULT_SETTINGS } from '../../domain/settings.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { DetailsDockProvider, DetailsHost } from '../parts/DetailsDock.tsx';
import { clampShare, LEAST_CONTENT, LEAST_MAP, moveShare } from './divider.ts';
import classes from './SplitPane.module.css';
import { texts } from './texts.ts';

/** Sections of which the map shows nothing: they have the whole width, unless the map was given all of it. */
const MAPLESS: ReadonlySet<string> = new Set(['tasks', 'pipelines', 'exports', 'log', 'changes']);

/** Content on the left, map on the right, and a divider whose place is remembered. Either can have all the room. */
export function SplitPane({ content, map }: { content: ReactNode; map: ReactNode }): ReactNode {
  const dispatch = useDispatch();
  const { divider, maximised: chosen } = useView((view) => view.settings);
  const mapless = useView((view) => MAPLESS.has(placeOf(view.location.path).section));
  const maximised = mapless && chosen === 'none' ? 'content' : chosen;
  const frame = useRef<HTMLDivElement>(null);
  const mapBox = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState<number>();
  const share = dragged ?? divider;

  const remember = (next: number): void => {
    if (next !== divider) dispatch(changeSettings({ changes: { divider: next } }));
  };
  const shareAt = (event: PointerEvent): number => {
    const box = frame.current?.getBoundingClientRect();
    return box === undefined ? share : clampShare((event.clientX - box.left) / box.width, box.width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveShare(event.key, divider, frame.current?.clientWidth ?? 0);
    if (next === undefined) return;
    event.preventDefault();
    remember(next);
  };
  return (
    <DetailsDockProvider map={mapBox}>
      <div ref={frame} className={classes['frame']} data-dragging={dragged !== undefined || undefined} data-maximised={maximised}>
        <main
          id="content"
          tabIndex={-1}
          className={classes['content']}
          hidden={maximised === 'map'}
          style={maximised === 'none' ? { flexBasis: `${share * 100}%`, minWidth: LEAST_CONTENT } : { flex: 1 }}
        >
          {content}
        </main>
        <section ref={mapBox} aria-label={texts.mapTitle} className={classes['map']} hidden={maximised === 'content'} style={{ minWidth: LEAST_MAP }}>
          {map}
          {maximised === 'none' && (
            // a separator that can be moved takes keys and a pointer
            <div
              role="separator"
              aria-orientation="vertical"
              aria-label={texts.divider}
              aria-controls="content"
              aria-valuenow={Math.round(share * 100)}
              aria-valuemin={20}
              aria-valuemax={80}
              tabIndex={0}
              className={classes['divider']}
              onKeyDown={onKeyDown}
              onDoubleClick={() => remember(DEFAULT_SETTINGS.divider)}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(shareAt(event));
              }}
              onPointerMove={(event) => dragged !== undefined && setDragged(shareAt(event))}
              onPointerUp={() => {
                if (dragged !== undefined) remember(dragged);
                setDragged(undefined);
              }}
              onPointerCancel={() => setDragged(undefined)}
            />
          )}
        </section>
        <DetailsHost />
      </div>
    </DetailsDockProvider>
  );
}
