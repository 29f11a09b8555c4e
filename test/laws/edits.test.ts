import { describe, expect, test } from 'vitest';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { editWorld } from './editWorld.ts';
import { sessionLaws, undoLaw, viewLaw } from './laws.ts';
import { ModelServer } from './modelServer.ts';

describe('the edits of a version, on a server that carries them out', () => {
  test.each(editCatalogue.flatMap((edit) => edit.samples.map((sample, i) => [edit.type, i, edit, sample] as const)))(
    'sample %s %i changes something, and what it changes it has named',
    (_type, _i, edit, sample) => {
      const server = new ModelServer();
      const input = { params: { versionId: 1 }, body: sample, query: {} };
      const outcome = server.carryOut({ call: edit.type, input: { ...input, params: { ...input.params, ...sample } } });
      expect(outcome).toMatchObject({ reply: { Rev: 1 } });
      expect(edit.touches(edit.payload.parse(sample)).length).toBeGreaterThan(0);
    },
  );

  test('agencies, schedules, tracks, timetables, stops, pathways, transfers, fares and translations are made, changed and removed [E010]', () => {
    const types = new Set(editCatalogue.map(({ type }) => type.replace(/[A-Z].*$/, '')));
    for (const kind of ['agency', 'schedule', 'track', 'stop', 'pathway', 'transfer', 'fare', 'translation']) {
      const acts = [...types].filter((type) => type.startsWith(`${kind}.`));
      expect(acts, kind).toEqual(expect.arrayContaining([`${kind}.create`, `${kind}.edit`]));
      expect(
        acts.some((type) => /remove|delete/.test(type)),
        kind,
      ).toBe(true);
    }
    // stops of a track, its times, and the days and exceptions of a calendar
    const named = editCatalogue.map(({ type }) => type);
    expect(named).toEqual(expect.arrayContaining(['track.createStop', 'track.moveStop', 'track.deleteStop']));
    expect(named.filter((type) => /timetable/i.test(type)).length).toBeGreaterThan(0);
    expect(named.filter((type) => /exception|calendar/i.test(type)).length).toBeGreaterThan(0);
  });

  test('undoing every edit gives back the documents before it, redoing gives them again', () => {
    let undone = 0;
    for (let seed = 1; seed <= 40; seed++) undone += undoLaw(editWorld, seed, 25);
    expect(undone).toBeGreaterThan(100);
  });

  test('sessions with colleagues, failures and reloads replay as they were lived', () => {
    for (let seed = 1; seed <= 30; seed++) sessionLaws(editWorld, seed, 120);
  });

  test('the view is always the base with all previews', () => {
    for (let seed = 1; seed <= 10; seed++) viewLaw(editWorld, seed, 60);
  });
});
