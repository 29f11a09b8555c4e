import type { Live } from '../live/live.ts';
import type { Validator } from './validator.ts';

/**
 * Live messages that have versions checked. Whatever is committed is told, so this is the one place that hears of every
 * edit, import and clone; what another process on the database commits, that process checks.
 */
export function checkingLive(live: Live, validator: Pick<Validator, 'ensure'>): Live {
  return {
    publish(message, subject) {
      const told = live.publish(message, subject);
      if (message.target === 'versionChanged') validator.ensure(message.message.VersionId);
      else if (message.target === 'versionListed') {
        const { Version } = message.message;
        if (Version.Completed && !Version.Archived) validator.ensure(Version.Id);
      }
      return told;
    },
  };
}
