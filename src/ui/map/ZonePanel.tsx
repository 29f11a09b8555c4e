import { Paper } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { applyZone, closeZone, takeBackZonePoint } from '../../commands/flex/zoneSteps.ts';
import { sameJson } from '../../domain/sameJson.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** What can be done with the border of a zone while it is drawn or its points are moved. */
export function ZonePanel(): ReactNode {
  const dispatch = useDispatch();
  const state = useWorkflow('drawZone', (snapshot) => String(snapshot.value));
  const points = useWorkflow('drawZone', (snapshot): number => snapshot.context.points.length);
  const isChanged = useWorkflow('drawZone', (snapshot): boolean => !sameJson(snapshot.context.geometry, snapshot.context.opened));
  const hasFormer = useWorkflow('drawZone', (snapshot): boolean => snapshot.context.former !== null);
  const messages = useWorkflow('drawZone', (snapshot): readonly string[] => snapshot.context.messages);
  if (state === 'closed') return null;
  const drawing = state === 'drawing';
  const saving = state === 'saving' ? texts.savingBorder : undefined;
  const unready = drawing ? (points < 3 ? texts.drawThreePoints : undefined) : isChanged ? undefined : texts.noPointMoved;
  return (
    <Paper shadow="xs" withBorder className={classes['zonePanel']} role="region" aria-label={texts.borderOfZone}>
      <div className={classes['detourButtons']}>
        <WhyButton
          label={texts.apply}
          icon={IconCheck}
          variant="filled"
          compact
          shortcut="Enter"
          why={saving ?? unready}
          onClick={() => dispatch(applyZone({}))}
        />
        <WhyButton
          label={drawing ? texts.removeLastPoint : texts.takeBackMove}
          icon={IconArrowBackUp}
          iconOnly
          compact
          why={saving ?? (drawing ? (points === 0 ? texts.noPointYet : undefined) : hasFormer ? undefined : texts.noPointMoved)}
          onClick={() => dispatch(takeBackZonePoint({}))}
        />
        <WhyButton label={texts.cancel} icon={IconX} compact shortcut="Escape" onClick={() => dispatch(closeZone({}))} />
      </div>
      {messages.length > 0 && (
        <div role="alert" className={classes['notice']}>
          {messages.join(' ')}
        </div>
      )}
    </Paper>
  );
}
