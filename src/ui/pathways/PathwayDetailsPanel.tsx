import { Alert } from '@mantine/core';
import { IconArrowsLeftRight, IconMapPinOff, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadPathwayDetails } from '../../commands/pathways/loadPathwayDetails.ts';
import { editPathwayField, removePathway, reversePathway } from '../../commands/pathways/pathwayEdits.ts';
import { fitsPathwayMode, pathwayModeLabel, pathwayOriginLabel } from '../../domain/pathways.ts';
import { loopError } from '../../domain/edits/pathways.ts';
import { editName } from '../../domain/model/kind.ts';
import type { FieldValue } from '../../domain/model/fieldValues.ts';
import { type Pathway, PathwayField } from '../../domain/model/pathway.ts';
import { PATHWAY_ID_LENGTH, shortId } from '../../domain/shortId.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { documentOf, heldDocument } from '../../projections/documents.ts';
import { editRefusal } from '../../projections/rights.ts';
import { stopRow } from '../../projections/stops.ts';
import { floorsText } from '../../projections/stopUses.ts';
import { useView } from '../parts/appState.ts';
import { HistoryButton } from '../changes/HistoryButton.tsx';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ShownField } from '../parts/Field.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { KindForm } from '../parts/KindField.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { StopLink } from '../transfers/TransferDetailsPanel.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { linkQuery } from '../../projections/overlays.ts';
import { usePathTo } from '../parts/usePlace.ts';
import { useStopChoices } from '../stops/useStopChoices.ts';
import { said } from '../language/language.ts';
import classes from './pathways.module.css';
import { texts } from './texts.ts';

/** One pathway to read and to edit; of several the list to choose from. */
export function PathwayDetailsPanel({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const load = useView((view) => view.versions[versionId]?.overlays.pathwayDetails);
  const held = useView((view) => ids.every((id) => heldDocument(view, versionId, 'Pathway', id) !== undefined));
  const wanted = held ? undefined : ids.join('|');
  useEffect(() => {
    if (wanted !== undefined) dispatch(loadPathwayDetails({ versionId, ids: wanted.split('|').slice(0, 100) }));
  }, [wanted, dispatch, versionId]);
  const [only = ''] = ids;
  if (ids.length > 1) return <SelectPathway ids={ids} onClose={onClose} />;
  return (
    <Pane versionId={versionId} id={only} onClose={onClose}>
      {held ? (
        <Filled versionId={versionId} id={only} />
      ) : load?.status === 'succeeded' && !load.value?.includes(only) ? (
        <Empty title={texts.unknownTitle} hint={texts.unknownHint({ only })} />
      ) : (
        <LoadStates load={load} what={texts.pathway} retry={loadPathwayDetails({ versionId, ids: [only] })} skeleton={8}>
          {() => null}
        </LoadStates>
      )}
    </Pane>
  );
}

/** Several pathways lie where one clicked: choose one. */
function SelectPathway({ ids, onClose }: { ids: readonly string[]; onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const open = useOpenPlace();
  const pathTo = usePathTo();
  const search = useView((view) => view.location.search);
  return (
    <Details
      of={ids.join('|')}
      kind="pathway"
      title={texts.selectPathway}
      subtitle={texts.idsPathwaysSelected({ ids: ids.length })}
      onClose={onClose}
    >
      <ul className={classes['select']}>
        {ids.map((id) => (
          <li key={id}>
            <button
              type="button"
              className={classes['selectItem']}
              onClick={() => open(pathTo({ page: 'stops' }), linkQuery(search, 'pathways', id))}
            >
              <PathwayName versionId={versionId} id={id} />
              <span className="dmp-mono" title={id}>
                {shortId(id, PATHWAY_ID_LENGTH)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Details>
  );
}

function PathwayName({ versionId, id }: { versionId: number; id: string }): ReactNode {
  const mode = useView((view) => documentOf(view, versionId, 'Pathway', id)?.Mode);
  return <span>{mode === undefined ? texts.pathwayTitle : said(pathwayModeLabel(mode))}</span>;
}

function Pane({ versionId, id, onClose, children }: { versionId: number; id: string; onClose: () => void; children: ReactNode }): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const pathway = useView((view) => documentOf(view, versionId, 'Pathway', id));
  const why = refusal;
  const actions = pathway && (
    <>
      <WhyButton
        label={texts.changeEnds}
        icon={IconArrowsLeftRight}
        why={why}
        hint={texts.reversed}
        onClick={() => dispatch(reversePathway({ versionId, pathwayId: id }))}
      />
      <HistoryButton versionId={versionId} kind="Pathway" id={id} />
      <WhyButton label={texts.removePathway} icon={IconTrash} why={why} onClick={() => dispatch(removePathway({ versionId, pathwayId: id }))} />
    </>
  );
  return (
    <Details of={id} kind="pathway" title={pathway ? said(pathwayModeLabel(pathway.Mode)) : texts.pathwayTitle} onClose={onClose} actions={actions}>
      {children}
    </Details>
  );
}

function Filled({ versionId, id }: { versionId: number; id: string }): ReactNode {
  const pathway = useView((view) => documentOf(view, versionId, 'Pathway', id));
  const rev = useView((view) => heldDocument(view, versionId, 'Pathway', id)?.rev ?? 0);
  const refusal = useView(editRefusal);
  const readOnly = refusal !== undefined;
  const unplaced = useView(
    (view) => pathway !== undefined && [pathway.FromStopId, pathway.ToStopId].some((end) => !stopRow(view, versionId, end)?.Coordinate),
  );
  if (!pathway) return <Empty title={texts.removedTitle} hint={texts.removedHint} />;
  return (
    <DetailsBody
      key={id}
      collapseEmpty={readOnly}
      notice={
        <>
          <EntityFindings versionId={versionId} entity="Pathway" entityId={id} />
          {unplaced && (
            <Alert color="orange" variant="light" p="xs" mb={8} icon={<IconMapPinOff size={16} aria-hidden />} role="status">
              {texts.notOnMap}
            </Alert>
          )}
        </>
      }
      fields={
        <MarkedForm of={{ versionId, entity: 'Pathway', entityId: id }}>
          <PathwayFields versionId={versionId} pathway={pathway} rev={rev} readOnly={readOnly} />
        </MarkedForm>
      }
    />
  );
}

function PathwayFields({ versionId, pathway, rev, readOnly }: { versionId: number; pathway: Pathway; rev: number; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const stops = useStopChoices(versionId);
  const end = (field: 'fromStopId' | 'toStopId', stopId: string) => ({
    options: stops,
    shown: <StopLink versionId={versionId} stopId={stopId} />,
    check: (value: FieldValue) => loopError(pathway, field, value),
  });
  return (
    <>
      <ShownField label={texts.pathwayId} field="Id">
        <CopyId id={pathway.Id} what={texts.pathwayIdWord} />
      </ShownField>
      <KindForm
        kind="Pathway"
        doc={pathway}
        rev={rev}
        readOnly={readOnly}
        onSave={(key, value, from) =>
          dispatch(editPathwayField({ versionId, pathwayId: pathway.Id, field: PathwayField.parse(editName(key)), value, rev: from.rev }))
        }
        fields={{
          FromStopId: end('fromStopId', pathway.FromStopId),
          ToStopId: end('toStopId', pathway.ToStopId),
          StairCount: fitsPathwayMode('stairCount', pathway.Mode) ? { note: pathway.StairCount ? floorsText(pathway.StairCount) : undefined } : null,
          ...(fitsPathwayMode('maxSlope', pathway.Mode) ? {} : { MaxSlope: null }),
        }}
      />
      <ShownField label={texts.dataOrigin}>{said(pathwayOriginLabel(pathway.DataOrigin))}</ShownField>
      <OtherColumns versionId={versionId} kind="Pathway" id={pathway.Id} doc={pathway} rev={rev} readOnly={readOnly} />
    </>
  );
}
