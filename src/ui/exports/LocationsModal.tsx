import { IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { clearLocationNotes, deleteDeliveryLocation } from '../../commands/exports/deliveryLocations.ts';
import { loadDeliveryLocations } from '../../commands/exports/loadExports.ts';
import { DELIVERY_KIND_WORDS, placeOfDelivery } from '../../domain/deliveryLocations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { searchWith } from '../../projections/taskAddress.ts';
import { locationsQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './exports.module.css';
import { LocationForm } from './LocationForm.tsx';

/** Where exports can deliver to: listed, made, changed, removed. */
export function LocationsModal(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.exports.locations);
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const [asked, ask] = useTyped(locationsQuestion, { edited: null, removed: null });
  const edited = asked.edited === 'new' ? 'new' : load.value?.find(({ id }) => id === asked.edited);
  const removed = load.value?.find(({ id }) => id === asked.removed);
  const edit = (location: number | 'new'): void => {
    dispatch(clearLocationNotes({}));
    ask({ edited: location });
  };
  const stopEditing = (): void => ask({ edited: null });
  const stopRemoving = (): void => ask({ removed: null });
  const close = (): void => open('/exports', searchWith(search, { dialog: undefined }));
  const why = readOnly ? READ_ONLY : undefined;
  const title = edited === undefined ? 'Delivery locations' : edited === 'new' ? 'New delivery location' : edited.name;
  return (
    <Modal opened onClose={() => (edited === undefined ? close() : stopEditing())} title={title} size="lg" transitionProps={{ duration: 0 }}>
      {edited !== undefined ? (
        <LocationForm location={edited === 'new' ? undefined : edited} onDone={stopEditing} />
      ) : (
        <>
          <LoadStates
            load={load}
            what="delivery locations"
            retry={loadDeliveryLocations({})}
            isEmpty={(all) => all.length === 0}
            empty={
              <Empty title="There are no delivery locations" hint="Exports deliver to a folder, by HTTP PUT, to an S3 bucket or an SFTP server." />
            }
          >
            {(all) =>
              all.map((location) => (
                <div key={location.id} className={classes['location']}>
                  <span title={location.name}>
                    {location.name} <span className={classes['quiet']}>{location.region}</span>
                  </span>
                  <span title={placeOfDelivery(location.settings)}>
                    {DELIVERY_KIND_WORDS[location.settings.kind]} <span className={classes['quiet']}>{placeOfDelivery(location.settings)}</span>
                  </span>
                  <span className={classes['locationActs']}>
                    <WhyButton label={`Edit ${location.name}`} icon={IconEdit} iconOnly why={why} onClick={() => edit(location.id)} />
                    <WhyButton
                      label={`Delete ${location.name}`}
                      icon={IconTrash}
                      iconOnly
                      why={why ?? (location.exports > 0 ? 'Exports deliver there' : undefined)}
                      onClick={() => ask({ removed: location.id })}
                    />
                  </span>
                </div>
              ))
            }
          </LoadStates>
          <div className={classes['footer']}>
            <WhyButton label="Close" onClick={close} />
            <WhyButton label="Add delivery location" icon={IconPlus} variant="filled" why={why} onClick={() => edit('new')} />
          </div>
        </>
      )}
      <Modal opened={removed !== undefined} onClose={stopRemoving} title="Delete delivery location" size="sm" transitionProps={{ duration: 0 }}>
        <p>{`Are you sure you want to remove the delivery location ${removed?.name ?? ''}? Its credentials go with it.`}</p>
        <div className={classes['footer']}>
          <WhyButton label="Cancel" onClick={stopRemoving} />
          <WhyButton
            label="Delete"
            icon={IconTrash}
            variant="filled"
            color="red"
            onClick={() => {
              if (removed) dispatch(deleteDeliveryLocation({ id: removed.id }));
              stopRemoving();
            }}
          />
        </div>
      </Modal>
    </Modal>
  );
}
