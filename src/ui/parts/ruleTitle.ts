import { ruleWords } from '../../projections/validation.ts';
import { said } from '../language/language.ts';

/** The name of a validation rule as people read it, in the language of the screen: 'Stop name missing' for STOP_NAME_MISSING. */
export function ruleTitle(name: string): string {
  return said(ruleWords(name));
}
