import { Alert, Group, NumberInput, Stack } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { stayInVehicle } from '../../commands/transfers/transferEdits.ts';
import type { BlockRow } from '../../domain/service/blocks.ts';
import type { DayTrip, ServiceDay } from '../../domain/service/day.ts';
import { inSeatChoice } from '../../domain/service/inSeat.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { inSeatKnown } from '../../projections/serviceDay.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';

const USUAL_MINUTES = 10;

interface StayProps {
  readonly versionId: number;
  readonly day: ServiceDay;
  /** The vehicles that are shown. */
  readonly rows: readonly BlockRow[];
  /** The pair that begins with this trip; without one all pairs with a short layover. */
  readonly after: DayTrip | undefined;
  readonly onClose: () => void;
}

/** Lets riders stay in the vehicle between trips of a block: how many pairs that are, and one edit. */
export function StayModal({ versionId, day, rows, after, onClose }: StayProps): ReactNode {
  const dispatch = useDispatch();
  const submit = useSubmit(onClose);
  const [minutes, setMinutes] = useState(USUAL_MINUTES);
  const isKnown = useView((view) => inSeatKnown(view, versionId, day));
  const longest = after ? Infinity : minutes * 60;
  const { pairs, known, unnamed } = useMemo(() => inSeatChoice(rows, day.Stops, longest, isKnown, after), [rows, day.Stops, longest, isKnown, after]);
  return (
    <Modal opened onClose={() => !submit.isWaiting && onClose()} title={texts.stay} size="md" transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        <p>{texts.stayIntro}</p>
        {!after && (
          <NumberInput
            size="xs"
            w={200}
            label={texts.stayMinutes}
            value={minutes}
            min={0}
            max={240}
            clampBehavior="strict"
            allowDecimal={false}
            onChange={(next) => typeof next === 'number' && next >= 0 && next <= 240 && setMinutes(next)}
          />
        )}
        <p role="status">
          {texts.stayPairs({ pairs: pairs.length })} {known > 0 && texts.stayKnown({ pairs: known })}{' '}
          {unnamed > 0 && texts.stayUnnamed({ pairs: unnamed })}
        </p>
        {submit.message !== undefined && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {submit.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <WhyButton label={texts.cancel} onClick={onClose} />
          <WhyButton
            label={texts.apply}
            variant="filled"
            loading={submit.isWaiting}
            why={pairs.length === 0 ? texts.stayNone : undefined}
            onClick={() => submit.send(dispatch(stayInVehicle({ versionId, pairs: [...pairs] })))}
          />
        </Group>
      </Stack>
    </Modal>
  );
}
