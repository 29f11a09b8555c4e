import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { showHistory } from '../../commands/changes/showHistory.ts';
import { loadTransfersBetween } from '../../commands/transfers/loadTransfersBetween.ts';
import { editTransferField, editTransferTime, editTransferType, removeTransfer } from '../../commands/transfers/transferEdits.ts';
import { shortId, STOP_ID_LENGTH } from '../../domain/shortId.ts';
import { TIMED_TRANSFER, TRANSFER_TYPE_OPTIONS, TRIP_TRANSFER_OPTIONS, transferTypeLabel } from '../../domain/transfers.ts';
import { editName } from '../../domain/model/kind.ts';
import { type Transfer, TRANSFER_FIELDS, TransferField } from '../../domain/model/transfer.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { documentOf, heldDocument } from '../../projections/documents.ts';
import { transferRow } from '../../projections/linkRows.ts';
import { editRefusal } from '../../projections/rights.ts';
import { stopName } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { HistoryButton, historyKey } from '../changes/HistoryButton.tsx';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Details } from '../parts/Details.tsx';
import { Empty } from '../parts/Empty.tsx';
import { SelectField, ShownField, TextField } from '../parts/Field.tsx';
import { Fold } from '../parts/FoldList.tsx';
import { type Choice, KindForm } from '../parts/KindField.tsx';
import { lineChoices } from '../parts/lineChoices.ts';
import { Link } from '../parts/Link.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { said, saidChoices } from '../language/language.ts';
import classes from './transfers.module.css';
import { texts } from './texts.ts';

/** One or more transfers between two stops, to read and to edit. */
export function TransferDetailsPanel({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const [first = ''] = ids;
  const row = useView((view) => transferRow(view, versionId, first));
  const load = useView((view) => view.versions[versionId]?.overlays.transfersBetween);
  const held = useView((view) => ids.every((id) => heldDocument(view, versionId, 'Transfer', id) !== undefined));
  const ask =
    row?.StopIdFrom !== undefined && row.StopIdTo !== undefined
      ? loadTransfersBetween({ versionId, stopIdFrom: row.StopIdFrom, stopIdTo: row.StopIdTo })
      : undefined;
  const wanted = !held && ask !== undefined ? `${row?.StopIdFrom} ${row?.StopIdTo}` : undefined;
  useEffect(() => {
    if (wanted !== undefined && ask) dispatch(ask);
    // asked once for each pair of stops
    // eslint-disable-next-line react/exhaustive-deps
  }, [wanted, dispatch]);
  const title = ids.length === 1 ? texts.transfer : texts.countOfTransfers({ transfers: ids.length });
  return (
    <Details of={ids.join('|')} kind="transfer" title={title} onClose={onClose}>
      {held ? (
        ids.map((id) => <OneTransfer key={id} versionId={versionId} id={id} />)
      ) : row === undefined ? (
        <Empty title={texts.unknownTitle} hint={texts.unknownHint} />
      ) : (
        <LoadStates load={load} what={texts.transfers} retry={ask ?? loadTransfersBetween({ versionId, stopIdFrom: '', stopIdTo: '' })} skeleton={6}>
          {() => null}
        </LoadStates>
      )}
    </Details>
  );
}

function OneTransfer({ versionId, id }: { versionId: number; id: string }): ReactNode {
  const transfer = useView((view) => documentOf(view, versionId, 'Transfer', id));
  const rev = useView((view) => heldDocument(view, versionId, 'Transfer', id)?.rev ?? 0);
  if (!transfer) return <Empty title={texts.removedTitle} hint={texts.removedHint} />;
  return <Filled versionId={versionId} transfer={transfer} rev={rev} />;
}

function Filled({ versionId, transfer, rev }: { versionId: number; transfer: Transfer; rev: number }): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const readOnly = refusal !== undefined;
  const { Id: transferId, Type, Time, StopIdFrom, StopIdTo } = transfer;
  const offered = transfer.TripIdFrom && transfer.TripIdTo ? TRIP_TRANSFER_OPTIONS : TRANSFER_TYPE_OPTIONS;
  const known = offered.some(({ value }) => value === String(Type));
  return (
    <section
      className={classes['one']}
      aria-label={texts.transferTransferId({ transferId })}
      onKeyDown={historyKey(() => dispatch(showHistory({ versionId, kind: 'Transfer', id: transferId })))}
    >
      <div className={classes['oneHead']}>
        <h3 className={classes['ends']}>{said(transferTypeLabel(Type))}</h3>
        <HistoryButton versionId={versionId} kind="Transfer" id={transferId} />
        <WhyButton
          label={texts.removeTransfer}
          icon={IconTrash}
          iconOnly
          compact
          why={refusal}
          onClick={() => dispatch(removeTransfer({ versionId, transferId }))}
        />
      </div>
      <EntityFindings versionId={versionId} entity="Transfer" entityId={transferId} />
      <MarkedForm of={{ versionId, entity: 'Transfer', entityId: transferId }}>
        <ShownField label={texts.transferId} field="Id">
          <CopyId id={transferId} what={texts.transferIdWord} />
        </ShownField>
        <ShownField label={texts.fromStop} field="StopIdFrom">
          <StopLink versionId={versionId} stopId={StopIdFrom} />
        </ShownField>
        <ShownField label={texts.toStop} field="StopIdTo">
          <StopLink versionId={versionId} stopId={StopIdTo} />
        </ShownField>
        <SelectField
          label={texts.type}
          field="Type"
          value={String(Type)}
          rev={rev}
          readOnly={readOnly}
          options={known ? saidChoices(offered) : [{ value: String(Type), label: said(transferTypeLabel(Type)) }, ...saidChoices(offered)]}
          onSave={(to, from) => dispatch(editTransferType({ versionId, transferId, type: Number(to), rev: from.rev }))}
        />
        {Type === TIMED_TRANSFER && (
          <TextField
            label={texts.durationS}
            field="Time"
            value={Time === undefined ? '' : String(Time)}
            rev={rev}
            readOnly={readOnly}
            validate={(text) => (/^\d{1,5}$/.test(text.trim()) ? undefined : texts.enterWholeSeconds)}
            onSave={(to, from) => dispatch(editTransferTime({ versionId, transferId, time: Number(to.trim()), rev: from.rev }))}
          />
        )}
        <LinesAndTrips versionId={versionId} transfer={transfer} rev={rev} readOnly={readOnly} />
      </MarkedForm>
      <OtherColumns versionId={versionId} kind="Transfer" id={transferId} doc={transfer} rev={rev} readOnly={readOnly} />
    </section>
  );
}

/** The lines and trips that a transfer is for alone, folded: most transfers hold for all. */
function LinesAndTrips({ versionId, transfer, rev, readOnly }: { versionId: number; transfer: Transfer; rev: number; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const schedules = useView((view) => view.versions[versionId]?.schedules.value ?? null);
  const lines = useMemo(() => lineChoices(schedules), [schedules]);
  const given = Object.values(TRANSFER_FIELDS).filter((key) => transfer[key] !== undefined).length;
  if (readOnly && given === 0) return null;
  return (
    <Fold title={texts.linesAndTrips} count={given === 0 ? texts.all : String(given)}>
      {(part) => (
        <div id={part}>
          <KindForm
            kind="Transfer"
            doc={transfer}
            rev={rev}
            readOnly={readOnly}
            fields={{ RouteIdFrom: lineField(lines), RouteIdTo: lineField(lines), TripIdFrom: { monospace: true }, TripIdTo: { monospace: true } }}
            onSave={(key, value, from) =>
              dispatch(
                editTransferField({
                  versionId,
                  transferId: transfer.Id,
                  field: TransferField.parse(editName(key)),
                  value: String(value).trim(),
                  rev: from.rev,
                }),
              )
            }
          />
        </div>
      )}
    </Fold>
  );
}

/** Typed where the lines of the version are not loaded. */
function lineField(lines: readonly Choice[]) {
  return lines.length === 0 ? { monospace: true } : { options: lines };
}

/** A stop by its name, and its id cut to 12 characters. */
export function StopLink({ versionId, stopId }: { versionId: number; stopId: string | undefined }): ReactNode {
  const pathTo = usePathTo();
  const name = useView((view) => (stopId === undefined ? '' : stopName(view, versionId, stopId)));
  if (stopId === undefined) return texts.anyStop;
  return (
    <>
      <Link to={pathTo({ page: 'stops', itemId: stopId })}>{name || texts.noName}</Link>{' '}
      <span className={`dmp-mono ${classes['quiet']}`} title={stopId}>
        {shortId(stopId, STOP_ID_LENGTH)}
      </span>
    </>
  );
}
