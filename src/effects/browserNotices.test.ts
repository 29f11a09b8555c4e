import { afterEach, expect, test, vi } from 'vitest';
import { showNotice } from './browserNotices.ts';

const shown: string[] = [];
/** A browser whose page is hidden or not, and in which notices are allowed or not. */
function browserWith(hidden: boolean, permission: NotificationPermission): void {
  vi.stubGlobal('document', { hidden });
  vi.stubGlobal(
    'Notification',
    class {
      static readonly permission = permission;
      constructor(title: string, { body, tag }: NotificationOptions) {
        shown.push(`${tag}: ${title}, ${body}`);
      }
      addEventListener(): void {}
    },
  );
}
afterEach(() => {
  shown.length = 0;
  vi.unstubAllGlobals();
});

test('a run that ends while its page is not seen is reported by a browser notification', () => {
  browserWith(true, 'granted');
  showNotice('run 7', 'DMP | Nightly', 'Completed');
  expect(shown).toEqual(['run 7: DMP | Nightly, Completed']);
});

test.each([
  ['the page is seen', false, 'granted'],
  ['nobody has allowed it', true, 'default'],
  ['it was refused', true, 'denied'],
] as const)('the browser tells nothing where %s', (_why, hidden, permission) => {
  browserWith(hidden, permission);
  showNotice('run 7', 'DMP | Nightly', 'Completed');
  expect(shown).toEqual([]);
});
