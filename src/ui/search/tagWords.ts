import { categoryOf, type SearchList, type SearchMatch } from '../../domain/searchTags.ts';
import type { SearchChoices } from './searchOptions.ts';
import { texts } from './texts.ts';

/** A tag in words: `Name contains market`. `choices` name the values of categories that are chosen. */
export function tagWords(list: SearchList, field: string, value: string, match: SearchMatch, choices: SearchChoices): string {
  const category = categoryOf(list, field);
  const label = category?.label ?? texts.text;
  switch (category?.kind) {
    case 'choice':
      return `${label} is ${choices[field]?.find((one) => one.value === value)?.label ?? value}`;
    case 'integer':
      return `${label} is ${value}`;
    case 'time':
      return `${label} at ${value}`;
    case 'coordinate':
      return `${match === 'Exact' ? texts.at : texts.near} ${value}`;
    default:
      return `${label} ${match === 'Exact' ? 'is' : 'contains'} ${value}`;
  }
}
