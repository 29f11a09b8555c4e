import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { formatCoordinate, parseCoordinate } from '../../domain/coordinate.ts';
import { type Stop, STOP_FIELDS, type StopField, stopFieldError, stopTypeLabel } from '../../domain/stops.ts';
import { isStopMoving } from '../../projections/pendingStops.ts';
import { canEdit } from '../../projections/rights.ts';
import { stopName } from '../../projections/stops.ts';
import { canHaveParent, directionText, parentOptions, stopTypeOptions, wheelchairOptions } from '../../projections/stopUses.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { SelectField, ShownField, TextField } from '../parts/Field.tsx';
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
  const parents = useMemo(() => [{ value: '', label: 'None' }, ...(readOnly ? [] : parentOptions(table, stop.Type))], [readOnly, table, stop.Type]);
  const text = (
    label: string,
    field: Exclude<StopField, 'type' | 'wheelchairBoarding'>,
    more: { aside?: ReactNode; shown?: ReactNode; required?: boolean; placeholder?: string } = {},
  ): ReactNode => (
    <TextField
      label={label}
      field={STOP_FIELDS[field]}
      value={stop[STOP_FIELDS[field]] ?? ''}
      rev={rev}
      readOnly={readOnly}
      validate={(typed) => stopFieldError(field, typed.trim())}
      onSave={edits.text(field)}
      {...more}
    />
  );
  return (
    <>
      <ShownField label="Stop id" field="Id">
        <CopyId id={stop.Id} what="stop id" />
      </ShownField>
      {text('Name', 'name', { required: true })}
      <SelectField
        label="Type"
        field="Type"
        value={String(stop.Type)}
        rev={rev}
        readOnly={readOnly}
        shown={readOnly ? stopTypeLabel(stop.Type) : undefined}
        options={stopTypeOptions(stop.Type)}
        onSave={edits.number('type')}
      />
      {text('Zone id', 'zoneId')}
      {text('Code', 'stopCode')}
      {text('Url', 'url', {
        aside: <UrlLink url={stop.Url} />,
        shown:
          readOnly && isWebAddress(stop.Url) ? (
            <a href={stop.Url} target="_blank" rel="noreferrer noopener">
              {stop.Url}
            </a>
          ) : undefined,
      })}
      <SelectField
        label="Wheelchair boarding"
        field="WheelchairBoarding"
        value={String(stop.WheelchairBoarding)}
        rev={rev}
        readOnly={readOnly}
        shown={readOnly ? wheelchairOptions(stop).find(({ value }) => value === String(stop.WheelchairBoarding))?.label : undefined}
        options={wheelchairOptions(stop)}
        onSave={edits.number('wheelchairBoarding')}
      />
      {text('Direction', 'direction', { shown: directionText(stop.Direction), placeholder: 'Towards ...' })}
      {text('Area name', 'areaName')}
      {text('Signposted as', 'signpostedAs')}
      {text('Group id', 'groupId')}
      {canHaveParent(stop.Type) && (
        <SelectField
          label="Parent id"
          field="ParentId"
          value={stop.ParentId ?? ''}
          rev={rev}
          readOnly={readOnly}
          shown={readOnly ? (stop.ParentId ?? '') : undefined}
          options={parents}
          searchable
          onSave={edits.text('parentId')}
          aside={<ParentLink versionId={versionId} parentId={stop.ParentId} />}
        />
      )}
      {text('Platform code', 'platformCode')}
      {(canHaveParent(stop.Type) || stop.LevelId !== undefined) && <LevelField versionId={versionId} stop={stop} rev={rev} readOnly={readOnly} />}
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
