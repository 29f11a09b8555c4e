import { azureDelivery } from './azure.ts';
import type { Fanout } from '../store/fanout.ts';
import { type LivePlaces, versionOf } from './delivery.ts';
import { inParts, type Live, messageToSend } from './live.ts';

/** Live messages of a process that has no connections of its own: sent to the processes that have, or to Azure SignalR Service. */
export function workerLive(
  fanout: Fanout,
  places: LivePlaces,
  azureConnectionString: string | undefined,
  warn: (message: string, error: unknown) => void,
): Live {
  const azure = azureConnectionString === undefined ? undefined : azureDelivery(azureConnectionString);
  return {
    async publish(message, subject) {
      try {
        for (const part of inParts(message)) {
          const telling = await messageToSend(places, part, subject);
          if (azure !== undefined) await azure.tell(telling);
          else await fanout.notify(JSON.stringify({ do: 'tell', ...telling, from: 'worker' }), versionOf(telling.to));
        }
      } catch (error) {
        warn(`A live message (${message.target}) could not be delivered`, error);
      }
    },
  };
}
