/** What a publication would make of a version, and what is found in it, in words. */
import type { VersionOutlook } from '../../domain/versionOutlook.ts';
import { texts } from './texts.ts';

/** When a version would be current, had it been published today. */
export function becomesWords({ Becomes, ValidFrom, ValidTo }: Pick<VersionOutlook, 'Becomes' | 'ValidFrom' | 'ValidTo'>): string {
  if (Becomes === 'never') return texts.becomesNever({ to: ValidTo ?? '' });
  const dates =
    ValidFrom === null && ValidTo === null ? '' : texts.validDates({ from: ValidFrom ?? texts.fromAnyDay, to: ValidTo ?? texts.toAnyDay });
  return Becomes === 'current' ? texts.becomesCurrent({ dates }) : texts.becomesLater({ from: ValidFrom ?? '', dates });
}

/** `12 errors and 1 warning`; undefined where there is neither. */
export function findingsWords(errors: number, warnings: number): string | undefined {
  if (errors > 0 && warnings > 0)
    return texts.errorsAndWarnings({ errors: texts.countOfErrors({ errors }), warnings: texts.countOfWarnings({ warnings }) });
  if (errors > 0) return texts.countOfErrors({ errors });
  return warnings > 0 ? texts.countOfWarnings({ warnings }) : undefined;
}
