import type { Compared } from './replay.ts';
import type { Report } from './reportLog.ts';

/** The verdict of a replay, in sentences for support. */
export interface Verdict {
  readonly compared: string;
  /** What could not be compared, and why; empty where everything was. */
  readonly notCompared: readonly string[];
  /** Whether the log reproduced where it was made, before anything was taken out of it. */
  readonly source: string;
}

/** Puts what was compared into words. */
export function verdictOf(report: Report, { records, derived, calls, states, bodies, known }: Compared): Verdict {
  const { checks, hidden, source, masked } = report;
  const counts = [
    ...(checks ? [counted(records, 'record')] : []),
    counted(states, 'state'),
    counted(calls, 'call'),
    counted(derived, 'derived record'),
    ...(checks ? [counted(bodies, 'answer kept beside the log', 'answers kept beside the log')] : []),
  ];
  const blanked = hidden?.blanked ?? 0;
  const [differing] = source ?? [];
  return {
    compared: `Compared: ${counts.slice(0, -1).join(', ')} and ${counts.at(-1) ?? ''}.`,
    notCompared: [
      ...(checks ? [] : ['The records themselves and the state after each: the report was made by an older build, which did not write them down.']),
      ...(masked
        ? [
            `Values of ${blanked > 0 ? counted(blanked, 'record') : 'some records'} that were blanked out; everything that follows from what is left was compared.`,
          ]
        : []),
      ...(known.length > 0
        ? [`${counted(known.length, 'place')} where only the blanked values make it differ, the first at record ${known[0]?.seq}: ${known[0]?.text}`]
        : []),
    ],
    source:
      source === undefined
        ? 'Whether it reproduced where it was made is not known.'
        : differing === undefined
          ? 'Where it was made, with nothing blanked out, it reproduced.'
          : `Where it was made it did not reproduce, first at record ${differing.seq}: ${differing.text}`,
  };
}

function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;
}
