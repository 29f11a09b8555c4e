import type { ReactNode } from 'react';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import type { AnyRecord, RecordKind } from '../../domain/model/records.ts';
import { KEPT_KINDS } from '../../domain/references.ts';
import { recordTitle } from '../../projections/records.ts';
import { DeleteQuestion, useDeleteMode } from '../parts/DeleteMode.tsx';
import { said } from '../language/language.ts';
import { texts } from './texts.ts';

/** Asks before the chosen records are removed, and says what refers to them. */
export function RemoveRecords({ kind, all }: { kind: RecordKind; all: readonly AnyRecord[] }): ReactNode {
  const { page, one: word, many } = RECORD_KINDS[kind];
  const { chosen } = useDeleteMode(page);
  const only = chosen.size === 1 ? all.find(({ Id }) => chosen.has(Id)) : undefined;
  return (
    <DeleteQuestion
      page={page}
      title={texts.removeWhat({ what: said(chosen.size === 1 ? word : many) })}
      {...(KEPT_KINDS.includes(kind) ? { kind } : {})}
    >
      {texts.removeQuestion({
        what: kind === 'Feed' ? said(word) : texts.theWordNamed({ word: said(word), name: only ? recordTitle(kind, only) : '' }),
        size: chosen.size,
        many: said(many),
      })}
    </DeleteQuestion>
  );
}
