/** The search of find and replace, over all documents of a version. */
import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type * as contract from '../../src/contract/versionTexts.ts';
import { MOST_TEXTS } from '../../src/domain/edits/texts.ts';
import { entityId } from '../../src/domain/entities.ts';
import { kindsWithTexts, TEXT_LIMIT, textOwner, textProblem, textsOf } from '../../src/domain/versionTexts.ts';
import { BadInput } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { compiledPattern } from '../textPatterns.ts';
import { readable } from './editing.ts';

type Search = QueryOf<typeof contract.findTexts>;
type Found = ReplyOf<typeof contract.findTexts>;

/** The first 2,000 texts that the search finds and would change, in the order of feed files. It ends early where nobody waits for the answer. */
export async function findTexts(engine: Engine, versionId: number, search: Search, signal: AbortSignal): Promise<Found> {
  const { rev } = await readable(engine.db, versionId);
  const replaced = replacer(search);
  const groups = new Set(search.group);
  const texts: Found['Texts'] = [];
  for (const kind of kindsWithTexts(groups)) {
    for await (const doc of readAll(engine, versionId, kind)) {
      for (const { path, text } of textsOf(kind, doc, groups)) {
        const to = replaced(text);
        if (to === undefined || to === text) continue;
        if (texts.length === MOST_TEXTS) return { Rev: rev, Texts: texts, More: true };
        const problem = textProblem(kind, doc, path, to);
        texts.push({
          kind,
          id: entityId(kind, doc),
          path,
          from: text,
          to: to.slice(0, TEXT_LIMIT),
          owner: textOwner(kind, doc),
          ...(problem === undefined ? {} : { problem }),
        });
      }
      if (signal.aborted) return { Rev: rev, Texts: [], More: true };
    }
  }
  return { Rev: rev, Texts: texts, More: false };
}

/** What a text becomes, without spaces at its ends; undefined where the search does not find it. */
function replacer({ find, replace, mode, letters }: Search): (text: string) => string | undefined {
  if (mode === 'pattern') {
    const compiled = compiledPattern(find, letters === 'any');
    if (typeof compiled === 'string') throw new BadInput([{ Field: 'find', Message: compiled }]);
    return (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? matcher.replaceAll(replace).trim() : undefined;
    };
  }
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const source = mode === 'words' ? String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])` : literal;
  const expression = new RegExp(source, letters === 'any' ? 'giu' : 'gu');
  return (text) => {
    let found = false;
    const to = text.replace(expression, () => {
      found = true;
      return replace;
    });
    return found ? to.trim() : undefined;
  };
}
