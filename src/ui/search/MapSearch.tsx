import { Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { z } from 'zod';
import { loadPathways } from '../../commands/pathways/loadPathways.ts';
import { chooseMapFind, closeMapSearch, openMapSearch, typeMapSearch } from '../../commands/search/mapSearchSteps.ts';
import { formatCoordinate } from '../../domain/coordinate.ts';
import { dataPath } from '../../domain/locations.ts';
import type { FoundLocation } from '../../domain/regions.ts';
import type { SearchMatch } from '../../domain/searchTags.ts';
import { stopTypeLabel } from '../../domain/stops.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { namesPlaces } from '../../machines/mapSearchMachine.ts';
import { mapFinds, type MapFinds } from '../../projections/mapSearch.ts';
import { linkQuery } from '../../projections/overlays.ts';
import { withTagSearch } from '../../projections/searchQuery.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { inSentence, said } from '../language/language.ts';
import classes from './search.module.css';
import { texts } from './texts.ts';

/** Milliseconds of quiet after which a text is looked for. */
const SEARCH_AFTER = 300;
/** Zooms, in MapLibre's number, at which a place that was found and a typed coordinate are shown. */
const PLACE_ZOOM = 8;
const COORDINATE_ZOOM = 15;

type Target = z.infer<typeof chooseMapFind.definition.payload>['to'];

interface Find {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly to: Target;
}

/** Searches the map: stops by name, id, code or zone, pathways by id, a coordinate, and places by name. */
export function MapSearch(): ReactNode {
  const dispatch = useDispatch();
  const { databaseId, versionId } = usePlace();
  const prefix = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const state = useWorkflow('mapSearch', ({ value }) => String(value));
  const sought = useWorkflow('mapSearch', ({ context }): string => context.text);
  const shown = state !== 'closed';
  const places = useView((view) => view.mapSearch.places.value);
  const stops = useView((view) => (versionId === undefined ? undefined : view.versions[versionId]?.stops.value));
  const pathways = useView((view) => (versionId === undefined ? undefined : view.versions[versionId]?.overlays.pathways));
  const view = useView((all) => (shown ? all : undefined));
  const wanted = text.trim();

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
  useEffect(() => {
    if (!shown || wanted === sought) return undefined;
    const timer = setTimeout(() => dispatch(typeMapSearch({ text: wanted })), SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [dispatch, wanted, sought, shown]);

  const searching = namesPlaces(wanted) && (sought !== wanted || state === 'searching');
  const arePlaces = sought === wanted && state === 'found';
  const finds = useMemo(
    () => [...findsOf(found, wanted, databaseId, versionId), ...(arePlaces ? placeFinds(places ?? []) : [])],
    [found, wanted, databaseId, versionId, arePlaces, places],
  );
  const note = finds.length > 0 ? undefined : searching ? 'Loading...' : namesPlaces(wanted) ? texts.noOptions : texts.typeToSearchOptions;

  const enter = (): void => {
    if (!shown) dispatch(openMapSearch({}));
  };
  const leave = (): void => {
    if (shown) dispatch(closeMapSearch({}));
  };

  const choose = (find: Find | undefined): void => {
    if (find) dispatch(chooseMapFind({ label: find.label, to: find.to }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!shown) return enter();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      return setActive((at) => (finds.length === 0 ? 0 : (at + step + finds.length) % finds.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      return choose(shown ? finds[active] : undefined);
    }
    if (event.key !== 'Escape' || (!shown && text === '')) return;
    // leaving the search does not end the active tool
    event.stopPropagation();
    event.preventDefault();
    if (!shown || wanted === '') setText('');
    leave();
  };
  return (
    <div
      className={classes['mapSearch']}
      role="search"
      aria-label={texts.map}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}
    >
      <div className={classes['box']}>
        <IconSearch size={14} aria-hidden className={classes['glass']} />
        <input
          role="combobox"
          aria-label={texts.searchTheMap}
          aria-expanded={shown}
          aria-controls={`${prefix}-list`}
          aria-activedescendant={shown && finds.length > 0 ? `${prefix}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          placeholder={texts.mapPlaceholder}
          value={text}
          onChange={(event) => {
            enter();
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onClick={enter}
          onKeyDown={onKeyDown}
        />
        {searching && shown && <Loader size={14} aria-label={texts.searching} />}
      </div>
      {shown && (
        <div className={classes['dropdown']}>
          {note !== undefined && (
            <p className={classes['note']} role="status">
              {note}
            </p>
          )}
          <ul id={`${prefix}-list`} role="listbox" aria-label={texts.foundOnTheMap} className={classes['options']}>
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
  return places.map(({ Name, Coordinate, Street }) => ({
    key: `place ${Name} ${formatCoordinate(Coordinate)}`,
    label: Name,
    detail: Street === true ? texts.street : texts.place,
    to: { at: Coordinate, zoom: Street === true ? COORDINATE_ZOOM : PLACE_ZOOM },
  }));
}

function findsOf(found: MapFinds | undefined, text: string, databaseId: string | undefined, versionId: number | undefined): readonly Find[] {
  if (!found) return [];
  const finds: Find[] = [];
  if (found.at) {
    finds.push({
      key: 'coordinate',
      label: texts.goToAt({ at: formatCoordinate(found.at) }),
      detail: texts.coordinate,
      to: { at: found.at, zoom: COORDINATE_ZOOM },
    });
  }
  if (databaseId === undefined || versionId === undefined) return finds;
  const list = dataPath({ databaseId, versionId, page: 'stops' });
  const searched = (field: string, value: string, match: SearchMatch): Target => ({
    path: list,
    search: withTagSearch('stops', '', { tags: [{ field, value }], draft: undefined, match, condition: 'And' }),
  });
  if (found.at && found.near > 0) {
    const value = formatCoordinate(found.at);
    finds.push({
      key: 'near',
      label: texts.stopsNearValue({ value }),
      detail: texts.nearFound({ near: found.near }),
      to: searched('Coordinate', value, 'Contains'),
    });
  }
  for (const stop of found.stops) {
    finds.push({
      key: `stop ${stop.Id}`,
      label: stop.Name || stop.Id,
      detail: `${inSentence(said(stopTypeLabel(stop.Type)))} ${stop.Id}`,
      to: { path: dataPath({ databaseId, versionId, page: 'stops', itemId: stop.Id }), search: '' },
    });
  }
  if (found.stopCount > found.stops.length)
    finds.push({
      key: 'all',
      label: texts.allStopsWithText({ text }),
      detail: texts.stopCountFound({ stopCount: found.stopCount }),
      to: searched('query', text, 'Contains'),
    });
  if (found.zone !== undefined)
    finds.push({ key: 'zone', label: texts.stopsOfZoneZone({ zone: found.zone }), detail: texts.zone, to: searched('ZoneId', found.zone, 'Exact') });
  for (const id of found.pathways)
    finds.push({ key: `pathway ${id}`, label: id, detail: texts.pathway, to: { path: list, search: linkQuery('', 'pathways', id) } });
  return finds;
}
