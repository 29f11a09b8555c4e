import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type TouchedDocument, undoPreview } from '../../commands/changes/undoPreview.ts';
import { propertiesOf, propertyTitle } from '../../domain/comparer/fields.ts';
import { valueText } from '../../domain/comparer/values.ts';
import { kindWord } from '../../domain/references.ts';
import { sameJson } from '../../domain/sameJson.ts';
import { useKernelState } from '../parts/appState.ts';
import classes from './HistoryPanel.module.css';
import { texts } from './texts.ts';

interface UndoTouchesProps {
  readonly scope: string;
  readonly entry: string;
  readonly verb: string;
  readonly disabled: boolean;
  readonly onUndo: () => void;
}

/** What the undo of an act would touch: later acts that go along, and each document as it is and as it would be. */
export function UndoTouches({ scope, entry, verb, disabled, onUndo }: UndoTouchesProps): ReactNode {
  const { along, documents } = useKernelState((state) => undoPreview(state, scope, entry), sameJson);
  const all = along.length === 0 ? verb : `${verb} all ${along.length + 1}`;
  return (
    <section className={classes['touched']} aria-label={texts.whatItTouches}>
      {along.length > 0 && (
        <>
          <p>{texts.undoneAlong({ along: along.length })}</p>
          <ul>
            {along.map((act) => (
              <li key={act.id}>{act.label}</li>
            ))}
          </ul>
        </>
      )}
      {documents.length === 0 && <p>{texts.nothingElseIsTouched}</p>}
      {documents.slice(0, MOST_DOCUMENTS).map((document) => (
        <div key={`${document.kind}/${document.id}`}>
          <strong>{titleOf(document)}</strong>
          <ul>
            {wordsOf(document).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      ))}
      {documents.length > MOST_DOCUMENTS && <p>{texts.andDocumentsMore({ documents: documents.length - MOST_DOCUMENTS })}</p>}
      <Button size="compact-xs" disabled={disabled} onClick={onUndo}>
        {all}
      </Button>
    </section>
  );
}

const MOST_DOCUMENTS = 20;

/** What becomes of a document, field by field. */
function wordsOf({ kind, states, fields }: TouchedDocument): readonly string[] {
  if (states === undefined)
    return fields.length === 0 ? [texts.isRestored] : fields.map((name) => texts.nameIsPutBack({ name: propertyTitle(name) }));
  const { is, becomes } = states;
  if (is === null && becomes === null) return [texts.staysRemoved];
  if (becomes === null) return [texts.isRemoved];
  if (is === null) return [texts.restored];
  const differ = propertiesOf(kind).filter((name) => !sameJson(is[name], becomes[name]));
  if (differ.length === 0) return [texts.staysAsItIs];
  const text = (doc: typeof is, name: string): string => valueText(kind, name, doc[name]) || 'nothing';
  return differ.map((name) =>
    BULKY.has(name)
      ? texts.nameAsBefore({ name: propertyTitle(name) })
      : texts.nameIsBecomesBecomes({ name: propertyTitle(name), is: text(is, name), becomes: text(becomes, name) }),
  );
}

/** Fields whose values are no words. */
const BULKY: ReadonlySet<string> = new Set(['Stops', 'Shape', 'Departures', 'ArrivalOffsets', 'DepartureOffsets', 'Calendar', 'Rules', 'Extra']);

/** "Stop Market Square" */
function titleOf({ kind, title }: TouchedDocument): string {
  const word = kindWord(kind);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${title}`;
}
