import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { editRegionField } from '../../commands/regions/editRegion.ts';
import { chooseLocation, searchLocations } from '../../commands/regions/searchLocations.ts';
import { type Coordinate, formatCoordinate } from '../../domain/coordinate.ts';
import { boundsOf, DEFAULT_BOUNDS, LOCATION_SEARCH_MIN } from '../../domain/regions.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { fieldError, isRegionReadOnly } from '../../projections/regionWizard.ts';
import { useView } from '../parts/appState.ts';
import { usePorts } from '../ports.tsx';
import classes from './regions.module.css';
import { texts } from './texts.ts';

/** Milliseconds after the last key before a place is searched. */
const SEARCH_AFTER = 300;

/** The box of a region: by a place's name, by its corners, or on the map. */
export function BoundsStep(): ReactNode {
  const dispatch = useDispatch();
  const { boundsMap } = usePorts();
  const readOnly = useView(isRegionReadOnly);
  const corners = useView((view) => view.regionWizard.form?.corners);
  const look = useView((view) => view.regionWizard.look);
  const error = useView((view) => fieldError(view, 'Bounds'));
  const bounds = useMemo(() => (corners ? boundsOf(corners) : undefined), [corners]);
  // while a corner is being typed the map stays where it was
  const [shown, setShown] = useState(bounds ?? DEFAULT_BOUNDS);
  if (bounds && bounds !== shown) setShown(bounds);
  const moved = (corner: 'NorthEast' | 'SouthWest', to: Coordinate): void => {
    dispatch(editRegionField({ field: `Bounds/${corner}`, to: formatCoordinate(to) }));
  };
  return (
    <div className={classes['stack']}>
      {!readOnly && <LocationSearch />}
      <div className={classes['fields']}>
        <Corner field="Bounds/NorthEast" label={texts.northEastCorner} value={corners?.northEast ?? ''} />
        <Corner field="Bounds/SouthWest" label={texts.southWestCorner} value={corners?.southWest ?? ''} />
      </div>
      {error !== undefined && (
        <span role="alert" className={classes['wrong']}>
          {error}
        </span>
      )}
      {boundsMap({ bounds: shown, look, readOnly, onMove: moved })}
    </div>
  );
}

function Corner({ field, label, value }: { field: 'Bounds/NorthEast' | 'Bounds/SouthWest'; label: string; value: string }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useView(isRegionReadOnly);
  const error = useView((view) => fieldError(view, field));
  const [typed, setTyped] = useState<string>();
  const say = (): void => {
    if (typed !== undefined && typed !== value) dispatch(editRegionField({ field, to: typed.trim() }));
    setTyped(undefined);
  };
  return (
    <TextInput
      label={label}
      description={texts.latitudeLongitude}
      value={typed ?? value}
      error={typed === undefined ? error : undefined}
      readOnly={readOnly}
      aria-disabled={readOnly}
      title={readOnly ? READ_ONLY : undefined}
      onChange={(event) => !readOnly && setTyped(event.currentTarget.value)}
      onBlur={say}
      onKeyDown={(event) => {
        if (event.key === 'Enter') say();
        if (event.key !== 'Escape' || typed === undefined) return;
        event.stopPropagation();
        setTyped(undefined);
      }}
    />
  );
}

/** Finds a place by its name, and puts the box round it. */
function LocationSearch(): ReactNode {
  const dispatch = useDispatch();
  const combobox = useCombobox();
  const found = useView((view) => view.regionWizard.found);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const wanted = text.trim();
  const enough = wanted.length >= LOCATION_SEARCH_MIN;
  useEffect(() => {
    if (!enough) return undefined;
    const timer = setTimeout(() => {
      dispatch(searchLocations({ name: wanted }));
      setAsked(wanted);
    }, SEARCH_AFTER);
    return () => clearTimeout(timer);
  }, [dispatch, wanted, enough]);
  const places = asked === wanted ? (found.value ?? []) : [];
  const somePlaces = places.length > 0;
  useEffect(() => {
    if (somePlaces) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [somePlaces, asked]);
  const note = !enough ? texts.typeToSearchOptions : asked !== wanted || found.status === 'loading' ? texts.loading : texts.noOptions;
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(value) => {
        const place = places[Number(value)];
        if (place) dispatch(chooseLocation({ at: place.Coordinate }));
        setText(place?.Name ?? '');
        setAsked(place?.Name ?? '');
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label={texts.searchLocation}
          placeholder={texts.placeExample}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes['options']}>
          {somePlaces ? (
            places.map((place, index) => (
              <Combobox.Option key={`${place.Name} ${formatCoordinate(place.Coordinate)}`} value={String(index)}>
                {place.Name}
              </Combobox.Option>
            ))
          ) : (
            <Combobox.Empty>{note}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
