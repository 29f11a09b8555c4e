import type { Live } from '../live/live.ts';
import type { Validator } from './validator.ts';

/**
 * Live messages that start the validation of their version. Every commit publishes one, so this covers every edit, import
 * and clone; each process checks what it commits itself.
 */
export function checkingLive(live: Live, validator: Pick<Validator, 'ensure'>): Live {
  return {
    publish(message, subject) {
      const sent = live.publish(message, subject);
      if (message.target === 'versionChanged') validator.ensure(message.message.VersionId);
      else if (message.target === 'versionListed') {
        const { Version } = message.message;
        if (Version.Completed && !Version.Archived) validator.ensure(Version.Id);
      }
      return sent;
    },
  };
}
