import { expect, it } from 'vitest';
import { run } from '../bench/nation.ts';

// Of 10 million stop times: import, check, begin-edit, edits and their recheck, schedules with tracks and timetables, comparer, export.
it('a feed of 10 million stop times is imported, checked, edited, compared and exported in bounded memory', async () => {
  const found = await run(['10000000']);
  const most = {
    import_peak_mb: 1800,
    peak_mb: 2200,
    begin_edit_ms: 2000,
    edit_p95_ms: 500,
    recheck_p95_ms: 1000,
    moved_p95_ms: 2000,
    schedule_p95_ms: 1000,
    diff_s: 10,
  };
  for (const [name, bound] of Object.entries(most)) expect(Number(found[name]), name).toBeLessThan(bound);
  // a draft goes on from what is known of its base: it is not read again
  expect(Number(found['draft_first_s'])).toBeLessThan(5);
  expect(Number(found['export_mb'])).toBeGreaterThan(50);
});
