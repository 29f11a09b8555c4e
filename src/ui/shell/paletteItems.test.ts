import { describe, expect, it } from 'vitest';
import { helpItems } from './paletteItems.ts';

const SECTIONS = [
  { page: 'Timetables in a sheet', title: 'Times', to: '/help/t#times', text: 'Click a cell. Blocks are vehicles.' },
  { page: 'Glossary', title: 'block', to: '/help/g#network', text: 'trips of one vehicle' },
  { page: 'Versions', title: 'Versions', to: '/help/v', text: 'edit, publish, go back' },
];
const found = (typed: string) => helpItems(SECTIONS, typed).map(({ action, detail }) => [action.title, detail, action.run]);

describe('the handbook in Find anything', () => {
  it('is found by titles first, then by what it says', () => {
    expect(found('block')).toEqual([
      ['block', 'Handbook: Glossary', { page: '/help/g#network' }],
      ['Times', 'Handbook: Timetables in a sheet', { page: '/help/t#times' }],
    ]);
  });

  it('needs all words that are typed, by their beginnings', () => {
    expect(found('go publish')).toEqual([['Versions', 'Handbook', { page: '/help/v' }]]);
    expect(found('go timetable')).toEqual([]);
  });

  it('is left out while fewer than three letters are typed', () => {
    expect(found('bl')).toEqual([]);
  });
});
