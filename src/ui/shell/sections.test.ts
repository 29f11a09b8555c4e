import { describe, expect, test } from 'vitest';
import { navigationItems } from './sections.ts';

const all = ['data', 'tasks', 'pipelines', 'exports', 'changes', 'comparer', 'log'] as const;
const titles = (path: string) => navigationItems(path, all).map((item) => item.title);
const active = (path: string) =>
  navigationItems(path, all)
    .filter((item) => item.active)
    .map((item) => item.title);

describe('the header', () => {
  test('has the items data, tasks, pipelines and changes, as links below the root [H029 R028]', () => {
    expect(titles('/data')).toEqual(['Data', 'Tasks', 'Pipelines', 'Changes']);
    expect(navigationItems('/data', all).map(({ to }) => to)).toEqual(['/data', '/tasks', '/pipelines', '/changes']);
    expect(active('/data/db/demo/v/1/stops')).toEqual(['Data']);
  });

  test('leads from a database and its versions to their changes', () => {
    const changes = (path: string) => navigationItems(path, all).find((item) => item.title === 'Changes')?.to;
    expect(changes('/data/db/demo/v/1/stops')).toBe('/changes/demo');
    expect(changes('/data/db/demo')).toBe('/changes/demo');
    expect(changes('/tasks')).toBe('/changes');
    expect(changes('/changes/demo')).toBe('/changes');
  });

  test('keeps pipelines highlighted on paths starting with /exports [H030 R029]', () => {
    expect(active('/pipelines/runs')).toEqual(['Pipelines']);
    expect(active('/exports/runs/7')).toEqual(['Pipelines', 'Exports']);
    expect(active('/exportsomething')).toEqual([]);
  });

  test('shows Exports beside pipelines: on /pipelines and /exports paths', () => {
    expect(titles('/pipelines')).toEqual(['Data', 'Tasks', 'Pipelines', 'Exports', 'Changes']);
    expect(active('/exports')).toEqual(['Pipelines', 'Exports']);
    expect(titles('/tasks')).not.toContain('Exports');
  });

  test('shows Comparer on /comparer paths only [H031 R030]', () => {
    expect(titles('/comparer/1/2')).toContain('Comparer');
    expect(active('/comparer')).toEqual(['Comparer']);
    expect(titles('/data')).not.toContain('Comparer');
  });

  test('shows Logs, with the link log, on /log paths only [H032 R031]', () => {
    expect(navigationItems('/log/task/1', all).find((item) => item.title === 'Logs')).toMatchObject({ to: '/log', active: true });
    expect(titles('/tasks')).not.toContain('Logs');
  });

  test('shows nothing that leads nowhere', () => {
    expect(navigationItems('/comparer', ['data']).map((item) => item.title)).toEqual(['Data']);
  });
});
