/** Patterns that people type. They are of RE2: no pattern takes longer than in proportion to the text. */
import { RE2JS } from 're2js';

/** The pattern, or why it cannot be used, in words for the person who typed it. */
export function compiledPattern(pattern: string, anyLetters = false): RE2JS | string {
  try {
    return RE2JS.compile(pattern, anyLetters ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    return `The pattern cannot be used: ${error instanceof Error ? error.message : String(error)}. Look-ahead, look-behind and back references do not exist here.`;
  }
}
