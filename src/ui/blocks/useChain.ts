import { useEffect, useRef, useState } from 'react';
import type { DayChain } from '../../domain/service/blocks.ts';
import type { ChainAnswer, ChainRequest } from './chain.worker.ts';
import { chainWorkerUrl } from './workerUrls.ts';

/** How far the chaining of a day is: `vehicles` of the best plan so far, 0 before there is one. */
export type Chaining =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly vehicles: number }
  | { readonly is: 'done'; readonly chain: DayChain }
  | { readonly is: 'failed' };

/** Chains a day in a worker; `stop` ends it at once, whatever it has got to. */
export function useChain(): { readonly chaining: Chaining; readonly start: (request: ChainRequest) => void; readonly stop: () => void } {
  const [chaining, setChaining] = useState<Chaining>({ is: 'idle' });
  const worker = useRef<Worker>(undefined);
  const end = (): void => {
    worker.current?.terminate();
    worker.current = undefined;
  };
  useEffect(() => end, []);
  return {
    chaining,
    start: (request) => {
      end();
      setChaining({ is: 'running', vehicles: 0 });
      const thread = new Worker(chainWorkerUrl, { type: 'module', name: 'chain' });
      worker.current = thread;
      thread.addEventListener('message', ({ data }: MessageEvent<ChainAnswer>) => {
        if ('vehicles' in data) return setChaining({ is: 'running', vehicles: data.vehicles });
        end();
        return setChaining({ is: 'done', chain: data.chain });
      });
      thread.addEventListener('error', () => {
        end();
        setChaining({ is: 'failed' });
      });
      thread.postMessage(request);
    },
    stop: () => {
      end();
      setChaining({ is: 'idle' });
    },
  };
}
