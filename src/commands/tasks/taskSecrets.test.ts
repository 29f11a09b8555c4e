import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { runTask } from './runTask.ts';
import { writeSecret } from './taskSecrets.ts';

test('a task that is run right after a secret was written goes out when the secret is kept', () => {
  const { kernel, calls, call } = openProduct('/tasks');
  const asked = (): readonly string[] => calls.map((held) => held.call.call).filter((name) => name === 'writeSecret' || name === 'runTask');
  kernel.dispatch(writeSecret({ name: 'partner-password', value: 'mistyped' }));
  kernel.dispatch(writeSecret({ name: 'partner-password', value: 'secret' }));
  kernel.dispatch(
    runTask({
      db_id: 'demo',
      name: 'Import',
      original_name: 'Feed from an SFTP server',
      s3_url: 'builtin:import-sftp',
      command: { password_secret: 'partner-password' },
      task_type: 1,
      input_version_id: null,
      notes: '',
    }),
  );
  expect(asked()).toEqual(['writeSecret']);
  call('writeSecret').answer({});
  expect(asked()).toEqual(['writeSecret', 'writeSecret']);
  call('writeSecret').fail({ status: 403 });
  expect(asked()).toEqual(['writeSecret', 'writeSecret', 'runTask']);
});
