/** What the profile of a region changes of a rule, in words. */
import type { ProfileRule, RuleChange } from '../../domain/validationProfile.ts';
import { texts } from './texts.ts';

/** `Off`; `Warning instead of Error, threshold 250 m instead of 100 m`. The standard is left out where it is not known. */
export function changeText({ Off, Level, Threshold }: RuleChange, rule: ProfileRule | undefined): string {
  if (Off === true) return texts.off;
  const level =
    Level === undefined ? [] : [rule ? texts.insteadOf({ now: levelText(Level), standard: levelText(rule.RuleLevel) }) : levelText(Level)];
  const range = rule?.Threshold;
  const number =
    Threshold === undefined
      ? []
      : [
          range
            ? texts.thresholdInstead({ threshold: Threshold, standard: range.Standard, unit: unitText(range.Unit) })
            : texts.thresholdIs({ threshold: Threshold }),
        ];
  return [...level, ...number].join(', ');
}

/** A severity in the language of the screen. */
export function levelText(level: 'Error' | 'Warning'): string {
  return level === 'Error' ? texts.error : texts.warning;
}

/** A unit as it follows a number, with its space; words in the language of the screen. */
export function unitText(unit: string): string {
  const words = unit === 'days' ? texts.days : unit === 'letters' ? texts.letters : unit;
  return words === '' || words === '°' ? words : ` ${words}`;
}
