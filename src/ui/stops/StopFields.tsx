import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { formatCoordinate, parseCoordinate } from '../../domain/coordinate.ts';
import { stopTypeLabel } from '../../domain/stops.ts';
import type { Stop } from '../../domain/model/stop.ts';
import { isStopMoving } from '../../projections/pendingStops.ts';
import { canEdit } from '../../projections/rights.ts';
import { stopName } from '../../projections/stops.ts';
import { canHaveParent, directionText, parentOptions, stopTypeOptions, wheelchairOptions } from '../../projections/stopUses.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { ShownField, TextField } from '../parts/Field.tsx';
import { KindForm } from '../parts/KindField.tsx';
import { Link } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { LevelField } from '../stations/LevelField.tsx';
import { useStopEdits } from './useStopEdits.ts';
import classes from './stops.module.css';
import { isWebUrl } from '../../domain/formats.ts';

/** Every field of a stop; each is saved on its own. Give it the stop's id as `key`, so that nothing typed moves to another stop. */
export function StopFields({ versionId, stop, rev }: { versionId: number; stop: Stop; rev: number }): ReactNode {
  const readOnly = !useView(canEdit);
  const moving = useKernelState((state) => isStopMoving(state.pending, stop.Id));
  const edits = useStopEdits(versionId, stop);
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const parents = useMemo(() => (readOnly ? [] : parentOptions(table, stop.Type)), [readOnly, table, stop.Type]);
  return (
    <>
      <ShownField label="Stop id" field="Id">
        <CopyId id={stop.Id} what="stop id" />
      </ShownField>
      <KindForm
        kind="Stop"
        doc={stop}
        rev={rev}
        readOnly={readOnly}
        onSave={edits.field}
        fields={{
          Type: { options: stopTypeOptions(stop.Type), shown: stopTypeLabel(stop.Type) },
          Url: { aside: <UrlLink url={stop.Url} /> },
          WheelchairBoarding: { options: wheelchairOptions(stop) },
          Direction: { shown: directionText(stop.Direction), placeholder: 'Towards ...' },
          ParentId: canHaveParent(stop.Type)
            ? { shown: stop.ParentId ?? '', options: parents, none: 'None', aside: <ParentLink versionId={versionId} parentId={stop.ParentId} /> }
            : null,
          LevelId:
            canHaveParent(stop.Type) || stop.LevelId !== undefined ? (
              <LevelField versionId={versionId} stop={stop} rev={rev} readOnly={readOnly} />
            ) : null,
        }}
      />
      <TextField
        label="Coordinates"
        field="Coordinate"
        value={stop.Coordinate ? formatCoordinate(stop.Coordinate) : ''}
        rev={rev}
        readOnly={readOnly}
        monospace
        placeholder="lat,lng"
        validate={(typed) => (parseCoordinate(typed) ? undefined : 'Not valid coordinate')}
        onSave={edits.coordinate}
        note={moving ? 'Updating coordinates...' : undefined}
      />
    </>
  );
}

function UrlLink({ url }: { url: string | undefined }): ReactNode {
  if (!isWebAddress(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className={classes['iconLink']}
      aria-label={`Open ${url} in a new tab`}
      title="Open in a new tab"
    >
      <IconExternalLink size={15} aria-hidden />
    </a>
  );
}

function ParentLink({ versionId, parentId }: { versionId: number; parentId: string | undefined }): ReactNode {
  const pathTo = usePathTo();
  const name = useView((view) => (parentId === undefined ? '' : stopName(view, versionId, parentId)));
  if (parentId === undefined || parentId === '') return null;
  return (
    <Link to={pathTo({ page: 'stops', itemId: parentId })} className={classes['asideLink']} title={`Open ${name}`}>
      {name}
    </Link>
  );
}

/** Anything but a web address stays text: `javascript:` in a feed must not become a link. */
function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && isWebUrl(url);
}
