/**
 * The process that holds the street engine. Arguments: the folder of the engine's package, the folder of the tiles. It is no thread of
 * the server: damaged tiles make the engine end its process, and a thread that is stopped during a call takes all others with it.
 */
import { z } from 'zod';
import { loadEngine } from './enginePackage.ts';
import { EngineCall, type EngineReply } from './engineCalls.ts';
import { valhallaConfig } from './valhallaConfig.ts';

const [engine = '', folder = ''] = process.argv.slice(2);
const call = z.custom<(query: string) => Promise<string>>((value) => typeof value === 'function');
const { Actor } = z
  .object({ Actor: z.custom<new (config: string) => unknown>((value) => typeof value === 'function') })
  .parse(Object.assign({}, loadEngine(engine)));
const actor: unknown = new Actor(JSON.stringify(valhallaConfig(folder)));

process.on('message', (message) => {
  const { id, method, query } = EngineCall.parse(message);
  const answer = (reply: EngineReply): void => void process.send?.(reply);
  const asked = call.parse(Reflect.get(Object(actor), METHODS[method]));
  asked.call(actor, JSON.stringify(query)).then(
    (text) => answer({ id, text }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// The server has gone, or wants the process no more.
process.on('disconnect', () => process.exit(0));

const METHODS = { route: 'route', trace_attributes: 'traceAttributes', locate: 'locate' } as const;
