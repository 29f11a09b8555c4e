/** Pseudo-locales: English that is longer and accented, to see what is cut, what is not in a catalogue, and what does not turn round. */
import type { IntlMessageFormat } from 'intl-messageformat';
import type { Translations } from './language.ts';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

const PLAIN = 'aceginopstuyzACEGINOPSTUYZ';
const ACCENTED = 'áçéğîñöþšţüÿžÁÇÉĞÎÑÖÞŠŢÜŸŽ';

/** As much longer as German or Finnish are: short texts by half and more, long ones by a third. */
function stretched(text: string): string {
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length;
  if (letters === 0 || text.endsWith('~')) return text;
  const more = Math.ceil(letters * (letters < 12 ? 0.5 : 0.33));
  const accented = text.replaceAll(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
  return `${accented}${'~'.repeat(more)}`;
}

/** The same for the text pieces of a message; parameters stay. */
function stretchedAst(ast: Ast): Ast {
  return ast.map((node) => {
    if ('options' in node) {
      const options = Object.fromEntries(
        Object.entries(node.options).map(([name, option]) => [name, { ...option, value: stretchedAst(option.value) }]),
      );
      return { ...node, options };
    }
    if ('children' in node) return { ...node, children: stretchedAst(node.children) };
    return isText(node) ? { ...node, value: stretched(node.value) } : node;
  });
}

/** Whether a piece of a message is text and no parameter: 0 in the parser's enumeration, which it does not export as a value here. */
export function isText(node: Ast[number]): node is Extract<Ast[number], { value: string; type: 0 }> {
  const type: number = node.type;
  return type === 0;
}

export const pseudo: Translations = { texts: {}, words: {}, fields: {}, alter: { text: stretched, ast: stretchedAst } };
