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
import { texts } from './texts.ts';
import { isWebUrl } from '../../domain/formats.ts';
import { said, saidChoices } from '../language/language.ts';

/** Every field of a stop; each is saved on its own. Give it the stop's id as `key`, so that nothing typed moves to another stop. */
export function StopFields({ versionId, stop, rev }: { versionId: number; stop: Stop; rev: number }): ReactNode {
  const readOnly = !useView(canEdit);
  const moving = useKernelState((state) => isStopMoving(state.pending, stop.Id));
  const edits = useStopEdits(versionId, stop);
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const parents = useMemo(() => (readOnly ? [] : parentOptions(table, stop.Type)), [readOnly, table, stop.Type]);
  return (
    <>
      <ShownField label={texts.stopId} field="Id">
        <CopyId id={stop.Id} what={texts.stopIdWord} />
      </ShownField>
      <KindForm
        kind="Stop"
        doc={stop}
        rev={rev}
        readOnly={readOnly}
        onSave={edits.field}
        fields={{
          Type: { options: saidChoices(stopTypeOptions(stop.Type)), shown: said(stopTypeLabel(stop.Type)) },
          Url: { aside: <UrlLink url={stop.Url} /> },
          WheelchairBoarding: { options: saidChoices(wheelchairOptions(stop)) },
          Direction: { shown: directionText(stop.Direction), placeholder: texts.towards },
          ParentId: canHaveParent(stop.Type)
            ? { shown: stop.ParentId ?? '', options: parents, none: texts.none, aside: <ParentLink versionId={versionId} parentId={stop.ParentId} /> }
            : null,
          LevelId:
            canHaveParent(stop.Type) || stop.LevelId !== undefined ? (
              <LevelField versionId={versionId} stop={stop} rev={rev} readOnly={readOnly} />
            ) : null,
        }}
      />
      <TextField
        label={texts.coordinates}
        field="Coordinate"
        value={stop.Coordinate ? formatCoordinate(stop.Coordinate) : ''}
        rev={rev}
        readOnly={readOnly}
        monospace
        placeholder={texts.latLng}
        validate={(typed) => (parseCoordinate(typed) ? undefined : texts.notValidCoordinate)}
        onSave={edits.coordinate}
        note={moving ? texts.updatingCoordinates : undefined}
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
      aria-label={texts.openUrl({ url })}
      title={texts.openNewTab}
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
    <Link to={pathTo({ page: 'stops', itemId: parentId })} className={classes['asideLink']} title={texts.openName({ name })}>
      {name}
    </Link>
  );
}

/** Anything but a web address stays text: `javascript:` in a feed must not become a link. */
function isWebAddress(url: string | undefined): url is string {
  return url !== undefined && isWebUrl(url);
}
