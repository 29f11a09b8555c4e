import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createRecord } from '../../commands/records/recordEdits.ts';
import { fareMatrix, MOST_AREAS, networksOfRules } from '../../domain/fareMatrix.ts';
import type { Entity } from '../../domain/entities.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Link } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { fareMatrixChoice } from '../../projections/typedForms.ts';
import { useTyped } from '../parts/useTyped.ts';
import { useRecords } from './useRecords.ts';
import classes from './FareMatrix.module.css';
import { texts } from './texts.ts';

interface FareMatrixProps {
  readonly versionId: number;
  readonly rules: readonly Entity<'FareLegRule'>[];
}

/** Leg rules from area to area: which product a ride costs. An empty cell takes a rule with the chosen product. */
export function FareMatrix({ versionId, rules }: FareMatrixProps): ReactNode {
  const [{ network: chosen, product }, choose] = useTyped(fareMatrixChoice, { network: null, product: '' });
  const dispatch = useDispatch();
  const { newId } = usePorts();
  const pathTo = usePathTo();
  const refusal = useView(editRefusal);
  const areas = useRecords(versionId, 'Area');
  const networks = networksOfRules(rules, useRecords(versionId, 'FareNetwork'));
  const network = chosen ?? networks.find((id) => rules.some(({ NetworkId = '' }) => NetworkId === id)) ?? '';
  const products = [...new Set(useRecords(versionId, 'FareProduct').map(({ ProductId }) => ProductId))].toSorted();
  const matrix = fareMatrix(rules, network);
  const names = new Map(areas.map(({ Id, Name }) => [Id, Name || Id]));
  const shown = [...(matrix.hasAny ? [''] : []), ...areas.map(({ Id }) => Id)];
  const nameOf = (area: string): string => (area === '' ? texts.anyArea : (names.get(area) ?? area));
  if (areas.length === 0) return <Empty title={texts.noAreas} hint={texts.noAreasHint} />;
  if (areas.length > MOST_AREAS) return <Empty title={texts.manyAreas({ areas: areas.length, most: MOST_AREAS })} hint={texts.manyAreasHint} />;
  const add = (from: string, to: string): void => {
    const values = {
      FareProductId: product,
      ...(network === '' ? {} : { NetworkId: network }),
      ...(from === '' ? {} : { FromAreaId: from }),
      ...(to === '' ? {} : { ToAreaId: to }),
    };
    dispatch(createRecord({ versionId, kind: 'FareLegRule', recordId: `LR-${newId().slice(0, 8)}`, values }));
  };
  const why = refusal ?? (product === '' ? texts.chooseProductFirst : undefined);
  const choice = (label: string, value: string, data: readonly { value: string; label: string }[], onChoose: (to: string) => void): ReactNode => (
    <Select
      label={label}
      size="xs"
      value={value}
      data={[...data]}
      allowDeselect={false}
      searchable={data.length > 8}
      nothingFoundMessage={texts.nothingMatches}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(to) => onChoose(to ?? '')}
    />
  );
  return (
    <div className={classes['matrix']}>
      <div className={classes['choices']}>
        {choice(
          texts.networkOfRules,
          network,
          networks.map((id) => ({ value: id, label: id === '' ? texts.noNetwork : id })),
          (to) => choose({ network: to }),
        )}
        {refusal === undefined &&
          choice(texts.productOfNewRules, product, [{ value: '', label: texts.choose }, ...products.map((id) => ({ value: id, label: id }))], (to) =>
            choose({ product: to }),
          )}
      </div>
      <div className={classes['scroller']}>
        <table aria-label={texts.fareMatrix}>
          <thead>
            <tr>
              <th scope="col">{texts.fromTo}</th>
              {shown.map((to) => (
                <th key={to} scope="col">
                  {nameOf(to)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((from) => (
              <tr key={from}>
                <th scope="row">{nameOf(from)}</th>
                {shown.map((to) => (
                  <td key={to}>
                    {matrix.at(from, to).map(({ Id, FareProductId }) => (
                      <Link key={Id} to={pathTo({ page: 'fare-leg-rules', itemId: Id })}>
                        {FareProductId}
                      </Link>
                    ))}
                    {refusal === undefined && matrix.at(from, to).length === 0 && (
                      <WhyButton
                        label={texts.addRuleFromTo({ from: nameOf(from), to: nameOf(to) })}
                        icon={IconPlus}
                        iconOnly
                        compact
                        why={why}
                        onClick={() => add(from, to)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
