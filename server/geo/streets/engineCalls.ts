/** What goes between the server and the process of the street engine. */
import { z } from 'zod';

export const EngineMethod = z.enum(['route', 'trace_attributes', 'locate']);
export type EngineMethod = z.infer<typeof EngineMethod>;

export const EngineCall = z.object({ id: z.number(), method: EngineMethod, query: z.record(z.string(), z.unknown()) });
export type EngineCall = z.infer<typeof EngineCall>;

export const EngineReply = z.object({ id: z.number(), text: z.string().optional(), error: z.string().optional() });
export type EngineReply = z.infer<typeof EngineReply>;
