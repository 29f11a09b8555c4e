import { Fragment, type ReactNode } from 'react';
import { blocksOf, piecesOf } from './markdownBlocks.ts';

/** Headings, paragraphs, lists, tables of two columns and code of a Markdown text. Nothing in it is taken as HTML. */
export function Markdown({ text }: { text: string }): ReactNode {
  return blocksOf(text).map((block, i) => {
    const key = i;
    if (block.kind === 'heading') return block.level === 1 ? <h2 key={key}>{inline(block.text)}</h2> : <h3 key={key}>{inline(block.text)}</h3>;
    if (block.kind === 'code') return <pre key={key}>{block.text}</pre>;
    if (block.kind === 'list')
      return (
        <ul key={key}>
          {block.items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </ul>
      );
    return <p key={key}>{inline(block.text)}</p>;
  });
}

function inline(text: string): ReactNode {
  return piecesOf(text).map(({ kind, text: piece }, i) => {
    const key = i;
    if (kind === 'code') return <code key={key}>{piece}</code>;
    return kind === 'strong' ? <strong key={key}>{piece}</strong> : <Fragment key={key}>{piece}</Fragment>;
  });
}
