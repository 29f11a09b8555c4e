import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { appStarted } from './appStarted.ts';

test.each(['/log/6', '/comparer/demo/1/2', '/changes/demo', '/exports/runs/4', '/pipelines', '/data/db/demo/v/2/stops'])(
  'a page that is reloaded at %s is there, whatever the session showed before',
  (path) => {
    for (const before of ['/log/5', '/comparer/demo/1', '/data/db/demo/v/1/stops', '/tasks']) {
      const { kernel } = openProduct(before);
      const [sample] = appStarted.definition.samples();
      if (!sample) throw new Error('app.started has no sample');
      kernel.receive(appStarted({ ...sample, path, search: '' }));
      const { view, errors } = kernel.snapshot();
      expect([view.location.path, errors]).toEqual([path, []]);
      if (path === '/log/6') expect(view.tasks.log).toMatchObject({ id: 6, task: { value: null } });
    }
  },
);
