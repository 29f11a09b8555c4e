import { cancelTransfer, pickTransferStop } from '../../commands/transfers/createTransferSteps.ts';
import { placeOfStop } from '../sources/placeOfStop.ts';
import { connectStopsTool } from './connectStopsTool.ts';
import type { ToolDeclaration } from './mapTools.ts';

const STEPS = ['choosingStart', 'drawing', 'filling', 'creating'];
const HINTS: Readonly<Record<string, string>> = {
  choosingStart: 'Click the stop where the transfer begins. Escape leaves.',
  drawing: 'Complete creating transfer',
  filling: 'Choose the type of the transfer. Escape leaves.',
};

/** Draws a transfer from stop to stop; taken up by `startTransfer`. */
export const createTransferDeclaration: ToolDeclaration = {
  id: 'createTransfer',
  isInHand: ({ workflows }) => STEPS.includes(String(workflows['createTransfer']?.value)),
  hint: ({ workflows }) => HINTS[String(workflows['createTransfer']?.value)],
  sketch: ({ view, workflows }) => {
    const { from, to } = workflows['createTransfer']?.context ?? {};
    const [a, b] = [placeOfStop(view, from), placeOfStop(view, to)];
    return a && b ? { line: [a, b] } : undefined;
  },
  popupAt: ({ view, workflows }) => placeOfStop(view, workflows['createTransfer']?.context.to),
  take: ({ dispatch, stateNow, newId }) =>
    connectStopsTool({
      from: () => {
        const machine = stateNow().workflows['createTransfer'];
        return machine?.value === 'drawing' ? (machine.context.from ?? undefined) : undefined;
      },
      onPick: (stopId) => stopId !== undefined && dispatch(pickTransferStop({ stopId, transferId: newId() })),
      onCancel: () => dispatch(cancelTransfer({})),
    }),
};
