import { IconPencil, IconPolygon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { reshapeZone, startZone } from '../../commands/flex/zoneSteps.ts';
import type { Zone } from '../../domain/model/flex.ts';
import { ringsOf } from '../../domain/zoneGeometry.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { ShownField } from '../parts/Field.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';

/** The border of a zone in its details: how many points it has, and the tools of the map that draw it. */
export function ZoneBorder({
  versionId,
  zone: { Id, Geometry },
  why,
}: {
  readonly versionId: number;
  readonly zone: Zone;
  readonly why: string | undefined;
}): ReactNode {
  const dispatch = useDispatch();
  const rings = Geometry ? ringsOf(Geometry) : [];
  return (
    <ShownField label={texts.border} field="Geometry">
      {Geometry ? texts.borderPoints({ points: rings.reduce((sum, ring) => sum + ring.length - 1, 0), rings: rings.length }) : texts.borderNotDrawn}{' '}
      {Geometry && (
        <WhyButton
          label={texts.movePoints}
          icon={IconPencil}
          compact
          why={why}
          onClick={() => dispatch(reshapeZone({ versionId, zoneId: Id, geometry: Geometry }))}
        />
      )}{' '}
      <WhyButton
        label={Geometry ? texts.drawBorderAgain : texts.drawOnMap}
        icon={IconPolygon}
        compact
        why={why}
        onClick={() => dispatch(startZone({ versionId, zoneId: Id }))}
      />
    </ShownField>
  );
}
