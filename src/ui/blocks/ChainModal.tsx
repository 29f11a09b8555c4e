import { Alert, Group, NumberInput, Stack, Table } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { assignBlocks } from '../../commands/blocks/blockEdits.ts';
import { assignmentsOf, blocksOfDay, type DayChain } from '../../domain/service/blocks.ts';
import type { Depot } from '../../domain/model/depot.ts';
import type { ChainRules } from '../../domain/service/chain.ts';
import type { DayTrip, ServiceDay } from '../../domain/service/day.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import type { ChainParameters } from './chainParameters.ts';
import { texts } from './texts.ts';
import { useChain } from './useChain.ts';
import classes from './blocks.module.css';

interface ChainModalProps {
  readonly versionId: number;
  readonly day: ServiceDay;
  readonly depots: readonly Depot[];
  /** Trips of the chosen lines, and all others. */
  readonly trips: readonly DayTrip[];
  readonly others: readonly DayTrip[];
  readonly rules: ChainRules;
  readonly parameters: ChainParameters;
  readonly onParameters: (parameters: ChainParameters) => void;
  readonly onClose: () => void;
}

/** Chains the trips of the date: parameters, the calculation, what comes of it, and one edit. */
export function ChainModal({ versionId, day, depots, trips, others, rules, parameters, onParameters, onClose }: ChainModalProps): ReactNode {
  const dispatch = useDispatch();
  const { chaining, start, stop } = useChain();
  const submit = useSubmit(onClose);
  const single = useMemo(() => trips.filter(({ isRun }) => !isRun), [trips]);
  const chain = chaining.is === 'done' ? chaining.chain : undefined;
  const timetables = useMemo(() => assignmentsOf(chain?.moves ?? []), [chain]);
  const close = (): void => {
    stop();
    onClose();
  };
  const change = (changes: Partial<ChainParameters>): void => {
    stop();
    onParameters({ ...parameters, ...changes });
  };
  const isRunning = chaining.is === 'running';
  return (
    <Modal opened onClose={() => !submit.isWaiting && close()} title={texts.chain} size="lg" transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        <p>{single.length === 0 ? texts.nothingToChain : texts.chainIntro({ trips: single.length })}</p>
        <p className={classes['note']}>{depots.length === 0 ? texts.noDepots : texts.withDepots({ depots: depots.map(roomOf).join(', ') })}</p>
        <Group gap="sm" align="end">
          <Amount label={texts.minLayover} value={parameters.layover} min={0} max={240} onChange={(layover) => change({ layover })} />
          <Amount label={texts.longestDeadRun} value={parameters.longest} min={0} max={240} onChange={(longest) => change({ longest })} />
          <Amount label={texts.speed} value={parameters.kmh} min={5} max={130} onChange={(kmh) => change({ kmh })} />
          <Amount label={texts.factor} value={parameters.factor} min={1} max={3} step={0.1} onChange={(factor) => change({ factor })} />
        </Group>
        {isRunning && <p role="status">{chaining.vehicles === 0 ? texts.calculating : texts.calculatingWith({ vehicles: chaining.vehicles })}</p>}
        {chaining.is === 'failed' && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {texts.workerFailed}
          </Alert>
        )}
        {chain && <Result trips={single} chain={chain} rules={rules} />}
        {chain && chain.withoutDepot > 0 && (
          <Alert color="orange" variant="light" p="xs" role="alert">
            {texts.depotsTooSmall({
              vehicles: chain.allVehicles,
              room: chain.allVehicles - chain.withoutDepot,
              depots: depots.map(roomOf).join(', '),
            })}
          </Alert>
        )}
        {submit.message !== undefined && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {submit.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <WhyButton label={isRunning ? texts.cancel : texts.close} onClick={isRunning ? stop : close} />
          {chain ? (
            <WhyButton
              label={texts.apply}
              variant="filled"
              loading={submit.isWaiting}
              why={timetables.length === 0 ? texts.nothingChanges : undefined}
              onClick={() => submit.send(dispatch(assignBlocks({ versionId, timetables })))}
            />
          ) : (
            <WhyButton
              label={texts.calculate}
              variant="filled"
              loading={isRunning}
              why={single.length === 0 ? texts.nothingToChain : undefined}
              onClick={() => start({ trips, rules, others, taken: new Set([...day.OtherBlocks, ...others.flatMap(({ block }) => block ?? [])]) })}
            />
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function roomOf({ Name, Vehicles }: Depot): string {
  return Vehicles === undefined ? Name : texts.depotRoom({ depot: Name, vehicles: Vehicles });
}

interface AmountProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
}

function Amount({ label, value, min, max, step = 1, onChange }: AmountProps): ReactNode {
  return (
    <NumberInput
      size="xs"
      w={160}
      label={label}
      value={value}
      min={min}
      max={max}
      step={step}
      clampBehavior="strict"
      allowDecimal={step < 1}
      onChange={(next) => typeof next === 'number' && next >= min && next <= max && onChange(next)}
    />
  );
}

function Result({ trips, chain, rules }: { trips: readonly DayTrip[]; chain: DayChain; rules: ChainRules }): ReactNode {
  const now = useMemo(() => blocksOfDay(trips, rules), [trips, rules]);
  const rows: readonly (readonly [what: string, now: string, then: string])[] = [
    [texts.rowVehicles, String(now.rows.length), String(chain.vehicles)],
    [texts.rowWithout, String(now.unassigned.trips.length), '0'],
    [texts.rowFaults, String(now.overlaps + now.mixed + now.tooShort + now.tooFar), '0'],
    [texts.rowDeadKm, (now.deadMetres / 1000).toFixed(1), (chain.deadMetres / 1000).toFixed(1)],
  ];
  return (
    <>
      <Table aria-label={texts.result} withRowBorders={false} verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th ta="right">{texts.now}</Table.Th>
            <Table.Th ta="right">{texts.afterwards}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([what, before, after]) => (
            <Table.Tr key={what}>
              <Table.Th fw={400}>{what}</Table.Th>
              <Table.Td ta="right">{before}</Table.Td>
              <Table.Td ta="right">{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p role="status">{chain.moves.length === 0 ? texts.nothingChanges : texts.changes({ trips: chain.moves.length })}</p>
    </>
  );
}
