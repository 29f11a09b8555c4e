import { Select, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { findAlertEntities } from '../../commands/exports/serviceAlerts.ts';
import { ENTITY_KINDS, type EntityHit } from '../../domain/serviceAlerts.ts';
import { sameJson } from '../../domain/sameJson.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { TypedAlert } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './alerts.module.css';
import { entityWords } from './alertWords.ts';
import { texts } from './texts.ts';

interface AlertEntitiesProps {
  readonly feed: number;
  readonly typed: TypedAlert;
  readonly type: (changes: Partial<TypedAlert>) => void;
  readonly fault: string | undefined;
}

/** What an alert is about, picked from the published feed. */
export function AlertEntities({ feed, typed: { kind, search, line, lineName, chosen }, type, fault }: AlertEntitiesProps): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.exports.alertEntities);
  // a trip is found by its line
  const wanted = kind === 'trip' && line === '' ? ('route' as const) : kind;
  const find = findAlertEntities({ feed, kind: wanted, text: search, ...(kind === 'trip' && line !== '' ? { route: line } : {}) });
  useEffect(() => {
    const timer = setTimeout(() => {
      dispatch(findAlertEntities({ feed, kind: wanted, text: search, ...(wanted === 'trip' ? { route: line } : {}) }));
    }, 250);
    return () => clearTimeout(timer);
  }, [dispatch, feed, wanted, search, line]);
  const kinds = { route: texts.kindRoute, stop: texts.kindStop, trip: texts.kindTrip, agency: texts.kindAgency, routeType: texts.kindType };
  const add = ({ entity, label }: EntityHit): void => {
    if (!chosen.some((one) => sameJson(one.entity, entity)))
      type({ chosen: [...chosen, { entity, label: entity.kind === 'trip' ? `${lineName}: ${label}` : label }] });
  };
  return (
    <fieldset>
      <legend>{texts.about}</legend>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <ul className={classes['chosen']} aria-label={texts.about}>
        {chosen.map((one, at) => (
          <li key={JSON.stringify(one.entity)}>
            {entityWords(one)}
            <WhyButton
              label={texts.removeEntity({ name: entityWords(one) })}
              icon={IconX}
              iconOnly
              compact
              onClick={() => type({ chosen: chosen.filter((_one, place) => place !== at) })}
            />
          </li>
        ))}
      </ul>
      <div className={classes['row']}>
        <TextInput label={texts.search} value={search} maxLength={200} onChange={(event) => type({ search: event.currentTarget.value })} />
        <Select
          label={texts.kindOf}
          data={ENTITY_KINDS.map((value) => ({ value, label: kinds[value] }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => type({ kind: ENTITY_KINDS.find((one) => one === next) ?? kind, line: '', lineName: '' })}
        />
      </div>
      {line !== '' && (
        <div className={classes['head']}>
          <b>{texts.tripsOf({ name: lineName })}</b>
          <WhyButton label={texts.otherLine} icon={IconArrowBackUp} compact onClick={() => type({ line: '', lineName: '', search: '' })} />
        </div>
      )}
      <LoadStates load={load} what={texts.foundWord} retry={find} skeleton={3}>
        {({ hits, more }) => (
          <ul className={classes['hits']}>
            {hits.length === 0 && <li className={classes['quiet']}>{texts.nothingFound}</li>}
            {hits.map((hit) => (
              <li key={JSON.stringify(hit.entity)}>
                <span>{entityWords(hit)}</span>
                <span className={classes['quiet']}>{hit.detail}</span>
                {kind === 'trip' && hit.entity.kind === 'route' ? (
                  <WhyButton
                    label={texts.tripsOf({ name: hit.label })}
                    compact
                    onClick={() => hit.entity.kind === 'route' && type({ line: hit.entity.route, lineName: hit.label, search: '' })}
                  />
                ) : (
                  <WhyButton label={texts.add({ name: entityWords(hit) })} icon={IconPlus} iconOnly compact onClick={() => add(hit)} />
                )}
              </li>
            ))}
            {more > 0 && <li className={classes['quiet']}>{texts.andMore({ count: more })}</li>}
          </ul>
        )}
      </LoadStates>
    </fieldset>
  );
}
