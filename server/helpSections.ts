/** The handbook as sections that can be found by their words. Also used by the build of the client (`virtual:handbook`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token } from 'marked';

/** A section of a page, or a term of the glossary. */
export interface HelpSection {
  /** Title of the page. */
  readonly page: string;
  /** Title of the section; that of the page for what stands before the first one. */
  readonly title: string;
  /** Address in the product, with the section as its fragment. */
  readonly to: string;
  /** What the section says, without marks. */
  readonly text: string;
}

const GLOSSARY = 'docs/develop/glossary.md';

/** All sections of the pages for staff, in the order of their files, the terms of the glossary, and the pages for IT. `root` is the folder of package.json. */
export function handbookSections(root: string): readonly HelpSection[] {
  const pagesIn = (folder: string): string[] =>
    readdirSync(join(root, folder))
      .toSorted()
      .map((file) => `${folder}/${file}`);
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return [
    ...[...pagesIn('docs/handbook'), 'docs/map.md'].flatMap((path) => sectionsOf(path, read(path))),
    ...termsOf(GLOSSARY, read(GLOSSARY)),
    ...pagesIn('docs/operate')
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => sectionsOf(path, read(path))),
  ];
}

/** The fragment of a heading: its words in small letters, joined by hyphens, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

function sectionsOf(path: string, markdown: string): readonly HelpSection[] {
  const found: { title: string; to: string; text: string }[] = [];
  for (const token of lexer(markdown)) {
    if (token.type !== 'heading') {
      const last = found.at(-1);
      if (last) last.text += ` ${wordsOf(token)}`;
      continue;
    }
    const title = plain(token['text']);
    found.push({ title, to: token['depth'] === 1 ? `/help/${path}` : `/help/${path}#${anchorOf(token['text'])}`, text: '' });
  }
  const page = found[0]?.title ?? path;
  return found.map((section) => ({ ...section, page, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}

function termsOf(path: string, markdown: string): readonly HelpSection[] {
  let anchor = '';
  const found: HelpSection[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') anchor = anchorOf(token['text']);
    if (token.type !== 'table') continue;
    for (const row of token['rows'] as readonly (readonly { readonly text: string }[])[]) {
      const [title = '', ...cells] = row.map(({ text }) => plain(text));
      found.push({ page: 'Glossary', title, to: `/help/${path}#${anchor}`, text: cells.join(' ').trim() });
    }
  }
  return found;
}

function wordsOf(token: Token): string {
  return plain(token.raw.replaceAll(/^[|\s:-]+$/gm, ' ').replaceAll('|', ' '));
}

/** Without the marks of Markdown; a link or a picture leaves its text. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_>]|^#+ /gm, '')
    .trim();
}
