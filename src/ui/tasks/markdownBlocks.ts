/** The parts of a Markdown text that the documentation of tasks is written in. */
type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/** Splits a text into its blocks. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? '';
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (line.trim() === '') i++;
    else if (line.startsWith('```')) {
      const end = lines.findIndex((other, at) => at > i && other.startsWith('```'));
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(i + 1, last).join('\n') });
      i = last + 1;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
      i++;
    } else {
      const isItem = (one: string): boolean => /^[-*] /.test(one);
      const last = lines.findIndex((other, at) => at > i && (other.trim() === '' || isItem(other) !== isItem(line) || /^(#|```)/.test(other)));
      const part = lines.slice(i, last < 0 ? lines.length : last);
      blocks.push(isItem(line) ? { kind: 'list', items: part.map((item) => item.slice(2)) } : { kind: 'paragraph', text: part.join(' ') });
      i += part.length;
    }
  }
  return blocks;
}

/** Splits a line into plain text, code and strong text. */
export function piecesOf(text: string): readonly { readonly kind: 'text' | 'code' | 'strong'; readonly text: string }[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece.startsWith('`')) return { kind: 'code' as const, text: piece.slice(1, -1) };
      return piece.startsWith('**') ? { kind: 'strong' as const, text: piece.slice(2, -2) } : { kind: 'text' as const, text: piece };
    });
}
