import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deleteDeliveryLocation } from '../../commands/exports/deliveryLocations.ts';
import {
  askDeleteLocation,
  confirmDeleteLocation,
  editDeliveryLocation,
  listDeliveryLocations,
} from '../../commands/exports/deliveryLocationSteps.ts';
import { loadDeliveryLocations } from '../../commands/exports/loadExports.ts';
import { DELIVERY_KIND_WORDS, placeOfDelivery } from '../../domain/deliveryLocations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { DeliveryLocationsContext } from '../../machines/deliveryLocationsMachine.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Question } from '../parts/Question.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { said } from '../language/language.ts';
import classes from './exports.module.css';
import { LocationForm } from './LocationForm.tsx';
import { texts } from './texts.ts';

/** Where exports can deliver to: listed, made, changed, removed. */
export function LocationsModal(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.exports.locations);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const step = useWorkflow('deliveryLocations', ({ value }) => String(value));
  const { id, messages } = useWorkflow('deliveryLocations', ({ context }): DeliveryLocationsContext => context);
  const isAsked = step === 'asking' || step === 'removing';
  const isListed = step === 'listing' || isAsked;
  useShownHere(isAsked ? messages : [], deleteDeliveryLocation);
  const chosen = load.value?.find((one) => one.id === id);
  const back = (): void => void dispatch(listDeliveryLocations({}));
  const close = (): void => open('/exports', searchWith(search, { dialog: undefined }));
  const why = readOnly ? READ_ONLY : undefined;
  const title = isListed ? texts.deliveryLocations : id === null ? texts.newDeliveryLocation : (chosen?.name ?? texts.deliveryLocations);
  return (
    <Modal opened onClose={isListed ? close : back} title={title} size="lg" transitionProps={{ duration: 0 }}>
      {!isListed ? (
        <LocationForm location={chosen} />
      ) : (
        <>
          <LoadStates
            load={load}
            what={texts.deliveryLocationsWord}
            retry={loadDeliveryLocations({})}
            isEmpty={(all) => all.length === 0}
            empty={<Empty title={texts.noLocations} hint={texts.noLocationsHint} />}
          >
            {(all) =>
              all.map((location) => (
                <div key={location.id} className={classes['location']}>
                  <span title={location.name}>
                    {location.name} <span className={classes['quiet']}>{location.region}</span>
                  </span>
                  <span title={placeOfDelivery(location.settings)}>
                    {said(DELIVERY_KIND_WORDS[location.settings.kind])} <span className={classes['quiet']}>{placeOfDelivery(location.settings)}</span>
                  </span>
                  <span className={classes['locationActs']}>
                    <WhyButton
                      label={texts.editName({ name: location.name })}
                      icon={IconEdit}
                      iconOnly
                      why={why}
                      onClick={() => dispatch(editDeliveryLocation({ id: location.id }))}
                    />
                    <WhyButton
                      label={texts.deleteName({ name: location.name })}
                      icon={IconTrash}
                      iconOnly
                      why={why ?? (location.exports > 0 ? texts.exportsDeliverThere : undefined)}
                      onClick={() => dispatch(askDeleteLocation({ id: location.id }))}
                    />
                  </span>
                </div>
              ))
            }
          </LoadStates>
          <div className={classes['footer']}>
            <WhyButton label={texts.close} onClick={close} />
            <WhyButton
              label={texts.addDeliveryLocation}
              icon={IconPlus}
              variant="filled"
              why={why}
              onClick={() => dispatch(editDeliveryLocation({ id: null }))}
            />
          </div>
        </>
      )}
      <Question
        opened={isAsked}
        title={texts.deleteDeliveryLocation}
        yes={texts.delete}
        no={texts.cancel}
        icon={IconTrash}
        busy={step === 'removing'}
        onClose={back}
        onYes={() => dispatch(confirmDeleteLocation({}))}
      >
        <p>{texts.removeLocationTitle({ name: chosen?.name ?? '' })}</p>
        <NotSaved message={messages[0]} />
      </Question>
    </Modal>
  );
}
