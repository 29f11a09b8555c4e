import { Checkbox, Group, Text } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { loadDocuments } from '../../commands/changes/loadDocuments.ts';
import { loadMoreCases } from '../../commands/validation/loadValidationRule.ts';
import { fixCases } from '../../commands/validation/fixCases.ts';
import { closeFixCases, confirmFixCases, toggleFixed } from '../../commands/validation/fixCasesSteps.ts';
import { plainId } from '../../domain/entities.ts';
import { quickFixOf, MOST_FIXED } from '../../domain/quickFixes.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { FixCasesContext } from '../../machines/fixCasesMachine.ts';
import { type FixPreview, fixPreviews } from '../../projections/quickFixes.ts';
import { type LoadedCases } from '../../projections/validation.ts';
import { useStateNow, useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Loading } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { said } from '../language/language.ts';
import classes from './validation.module.css';
import { texts } from './texts.ts';

/** What the remedy of a rule would change, document by document, before it is done: all of them at once, or those that are ticked. */
export function FixModal({ loaded: { rule, cases, kept, total } }: { loaded: LoadedCases }): ReactNode {
  const dispatch = useDispatch();
  const { versionId, fresh, left, messages } = useWorkflow('fixCases', ({ context }): FixCasesContext => context);
  const isFixing = useWorkflow('fixCases', ({ value }) => value === 'fixing');
  useShownHere(messages, fixCases);
  const version = useView((view) => view.versions[versionId]);
  const stateNow = useStateNow();
  const { missing, previews } = useMemo(
    () => fixPreviews(stateNow().view, versionId, rule.RuleId, cases),
    // the previews change with the version's own data
    // oxlint-disable-next-line react/exhaustive-deps
    [version, versionId, rule.RuleId, cases],
  );
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const wanted = Math.min(kept, MOST_FIXED);
  useEffect(() => {
    if (cases.length < wanted) dispatch(loadMoreCases({ versionId, ruleId: rule.RuleId, fresh, offset: cases.length }));
  }, [dispatch, cases.length, wanted, versionId, rule.RuleId, fresh]);
  const toAsk = missing.filter((key) => !asked.has(nameOf(key)));
  useEffect(() => {
    if (toAsk.length === 0) return;
    setAsked((before) => new Set([...before, ...toAsk.map(nameOf)]));
    for (let at = 0; at < toAsk.length; at += 100) dispatch(loadDocuments({ versionId, keys: toAsk.slice(at, at + 100) }));
  }, [dispatch, toAsk, versionId]);
  const open = previews.filter(({ after }) => after !== undefined);
  const chosen = open.filter(({ key }) => !left.includes(key.id));
  const fix = quickFixOf(rule.RuleId);
  const act = fix ? said(fix.act) : texts.fix;
  const close = (): void => void dispatch(closeFixCases({}));
  const columns: readonly Column<FixPreview>[] = [
    {
      key: 'tick',
      title: texts.selected,
      titleHidden: true,
      width: '34px',
      render: ({ key, after }) => (
        <Checkbox
          size="xs"
          readOnly
          tabIndex={-1}
          checked={after !== undefined && !left.includes(key.id)}
          disabled={after === undefined}
          aria-label={texts.fixKind({ kind: plainId(key.kind, key.id) })}
        />
      ),
    },
    { key: 'id', title: texts.where, width: 'minmax(90px, 1fr)', render: ({ key }) => <span className="dmp-mono">{plainId(key.kind, key.id)}</span> },
    { key: 'before', title: texts.now, width: 'minmax(120px, 2fr)', render: ({ before }) => <span className={classes['asWritten']}>{before}</span> },
    {
      key: 'after',
      title: texts.after,
      width: 'minmax(120px, 2fr)',
      render: ({ after }) =>
        after === undefined ? <Text c="dimmed">{texts.cannotBeFixed}</Text> : <span className={classes['asWritten']}>{after}</span>,
    },
  ];
  const waiting = missing.length > 0 && previews.length === 0;
  return (
    <Modal opened onClose={close} title={`${act}: ${ruleTitle(rule.RuleName)}`} size={760} transitionProps={{ duration: 0 }}>
      {waiting ? (
        <Loading what={texts.documents} skeleton={5} />
      ) : (
        <div className={classes['quickFixes']} style={{ height: `min(50vh, ${48 + 30 * Math.max(3, previews.length)}px)` }}>
          <VirtualList
            label={texts.whatIsFixed}
            rows={previews}
            columns={columns}
            idOf={({ key }) => key.id}
            onChoose={({ key, after }) => after !== undefined && dispatch(toggleFixed({ id: key.id }))}
            empty={<Empty title={texts.nothingToFix} hint={texts.noCasesLeft} />}
          />
        </div>
      )}
      {total > wanted && (
        <Text c="dimmed" fz={12} mt="xs">
          {texts.firstCasesAreFixed({ total, wanted })}
        </Text>
      )}
      <NotSaved message={messages[0]} />
      <Group justify="flex-end" gap={8} mt="sm">
        <WhyButton label={texts.cancel} onClick={close} />
        <WhyButton
          label={
            chosen.length === open.length && open.length > 1
              ? texts.fixAllChosen({ chosen: chosen.length })
              : texts.fixChosen({ chosen: chosen.length })
          }
          icon={IconTool}
          variant="filled"
          loading={isFixing || cases.length < wanted}
          why={chosen.length === 0 ? texts.noFixChosen : undefined}
          onClick={() => dispatch(confirmFixCases({}))}
        />
      </Group>
    </Modal>
  );
}

function nameOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind}/${id}`;
}
