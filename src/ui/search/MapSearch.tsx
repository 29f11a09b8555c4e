import { Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { loadPathways } from '../../commands/pathways/loadPathways.ts';
import { searchPlaces, showPlace } from '../../commands/search/mapSearch.ts';
import { openPlace } from '../../commands/shell/openPlace.ts';
import { formatCoordinate } from '../../domain/coordinate.ts';
import { dataPath } from '../../domain/locations.ts';
import { type FoundLocation, LOCATION_SEARCH_MIN } from '../../domain/regions.ts';
import type { SearchMatch } from '../../domain/searchTags.ts';
import { stopTypeLabel } from '../../domain/stops.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { mapFinds, type MapFinds } from '../../projections/mapSearch.ts';
import { linkListQuery } from '../../projections/overlays.ts';
import { withTagSearch } from '../../projections/searchQuery.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../stops/usePlace.ts';
import classes from './search.module.css';

/** Milliseconds of quiet before places are searched. */
const SEARCH_AFTER = 300;
/** Zooms, in MapLibre's number, at which a place that was found and a typed coordinate are shown. */
const PLACE_ZOOM = 8;
const COORDINATE_ZOOM = 15;

interface Find {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly does: readonly CommandInput[];
}

/** Searches the map: stops by name, id, code or zone, pathways by id, a coordinate, and places by name. */
export function MapSearch(): ReactNode {
  const dispatch = useDispatch();
  const { databaseId, versionId } = usePlace();
  const prefix = useId();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [shown, setShown] = useState(false);
  const [active, setActive] = useState(0);
  const places = useView((view) => view.mapSearch.places);
  const stops = useView((view) => (versionId === undefined ? undefined : view.versions[versionId]?.stops.value));
  const pathways = useView((view) => (versionId === undefined ? undefined : view.versions[versionId]?.overlays.pathways));
  const view = useView((state) => (shown ? state : undefined));
  const wanted = text.trim();
  const enough = wanted.length >= LOCATION_SEARCH_MIN;

  // ids of pathways are not known before they are loaded
  const missing = shown && stops != null && pathways?.status === 'idle';
  useEffect(() => {
    if (missing && versionId !== undefined) dispatch(loadPathways({ versionId }));
  }, [missing, versionId, dispatch]);

  const found = useMemo(
    () => (view && wanted !== '' ? mapFinds(view, wanted) : undefined),
    // the state is only a way to what it finds
    // oxlint-disable-next-line react/exhaustive-deps
    [wanted, shown, stops, pathways?.value],
  );
  const isCoordinate = found?.at !== undefined;
  useEffect(() => {
    if (!enough || isCoordinate || !shown) return undefined;
    const timer = setTimeout(() => {
      dispatch(searchPlaces({ name: wanted }));
      setAsked(wanted);
    }, SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [dispatch, wanted, enough, isCoordinate, shown]);

  const searching = enough && !isCoordinate && (asked !== wanted || places.status === 'loading');
  const finds = useMemo(
    () => [...findsOf(found, wanted, databaseId, versionId), ...(asked === wanted && !isCoordinate ? placeFinds(places.value ?? []) : [])],
    [found, wanted, databaseId, versionId, asked, isCoordinate, places.value],
  );
  const note = finds.length > 0 ? undefined : searching ? 'Loading...' : enough ? 'No options' : 'Type to search options';

  const choose = (find: Find | undefined): void => {
    if (!find) return;
    setShown(false);
    for (const command of find.does) dispatch(command);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!shown) return setShown(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      return setActive((at) => (finds.length === 0 ? 0 : (at + step + finds.length) % finds.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      return choose(shown ? finds[active] : undefined);
    }
    if (event.key !== 'Escape' || (!shown && text === '')) return;
    // a tool in hand is not put down by leaving the search
    event.stopPropagation();
    event.preventDefault();
    if (!shown || wanted === '') setText('');
    setShown(false);
  };
  return (
    <div
      className={classes['mapSearch']}
      role="search"
      aria-label="Map"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setShown(false)}
    >
      <div className={classes['box']}>
        <IconSearch size={14} aria-hidden className={classes['glass']} />
        <input
          role="combobox"
          aria-label="Search the map"
          aria-expanded={shown}
          aria-controls={`${prefix}-list`}
          aria-activedescendant={shown && finds.length > 0 ? `${prefix}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Stop, pathway, place or coordinate"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setShown(true);
            setActive(0);
          }}
          onClick={() => setShown(true)}
          onKeyDown={onKeyDown}
        />
        {searching && shown && <Loader size={14} aria-label="Searching" />}
      </div>
      {shown && (
        <div className={classes['dropdown']}>
          {note !== undefined && (
            <p className={classes['note']} role="status">
              {note}
            </p>
          )}
          <ul id={`${prefix}-list`} role="listbox" aria-label="Found on the map" className={classes['options']}>
            {finds.map((find, i) => (
              <li
                key={find.key}
                id={`${prefix}-${i}`}
                role="option"
                aria-selected={i === active}
                tabIndex={-1}
                className={classes['option']}
                onMouseMove={() => setActive(i)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(find)}
              >
                <span className={classes['optionText']} title={find.label}>
                  {find.label}
                </span>
                <span className={classes['why']}>{find.detail}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function placeFinds(places: readonly FoundLocation[]): readonly Find[] {
  return places.map(({ Name, Coordinate }) => ({
    key: `place ${Name} ${formatCoordinate(Coordinate)}`,
    label: Name,
    detail: 'place',
    does: [showPlace({ at: Coordinate, zoom: PLACE_ZOOM })],
  }));
}

function findsOf(found: MapFinds | undefined, text: string, databaseId: string | undefined, versionId: number | undefined): readonly Find[] {
  if (!found) return [];
  const finds: Find[] = [];
  if (found.at) {
    finds.push({
      key: 'coordinate',
      label: `Go to ${formatCoordinate(found.at)}`,
      detail: 'coordinate',
      does: [showPlace({ at: found.at, zoom: COORDINATE_ZOOM })],
    });
  }
  if (databaseId === undefined || versionId === undefined) return finds;
  const list = dataPath({ databaseId, versionId, page: 'stops' });
  const searched = (field: string, value: string, match: SearchMatch): CommandInput =>
    openPlace({ path: list, search: withTagSearch('stops', '', { tags: [{ field, value }], draft: undefined, match, condition: 'And' }) });
  if (found.at && found.near > 0) {
    const value = formatCoordinate(found.at);
    finds.push({ key: 'near', label: `Stops near ${value}`, detail: `${found.near} found`, does: [searched('Coordinate', value, 'Contains')] });
  }
  for (const stop of found.stops) {
    finds.push({
      key: `stop ${stop.Id}`,
      label: stop.Name || stop.Id,
      detail: `${stopTypeLabel(stop.Type).toLowerCase()} ${stop.Id}`,
      does: [openPlace({ path: dataPath({ databaseId, versionId, page: 'stops', itemId: stop.Id }), search: '' })],
    });
  }
  if (found.stopCount > found.stops.length)
    finds.push({ key: 'all', label: `All stops with "${text}"`, detail: `${found.stopCount} found`, does: [searched('query', text, 'Contains')] });
  if (found.zone !== undefined)
    finds.push({ key: 'zone', label: `Stops of zone ${found.zone}`, detail: 'zone', does: [searched('ZoneId', found.zone, 'Exact')] });
  for (const id of found.pathways)
    finds.push({ key: `pathway ${id}`, label: id, detail: 'pathway', does: [openPlace({ path: list, search: linkListQuery('pathways', [id]) })] });
  return finds;
}
