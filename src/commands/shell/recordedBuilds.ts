import { z } from 'zod';
import type { Report } from '../../kernel/reportLog.ts';
import { appStarted } from './appStarted.ts';

const Started = z.object({ config: z.object({ build: z.string() }) });

/** The builds that recorded a report, in their order: a session continues when its page is reloaded, also by a later build. */
export function recordedBuilds({ header, records }: Pick<Report, 'header' | 'records'>): readonly string[] {
  const started = records.flatMap(({ type, payload }) => (type === appStarted.type ? [Started.safeParse(payload).data?.config.build] : []));
  return [header.build, ...started.filter((build) => build !== undefined)];
}
