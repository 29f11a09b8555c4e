/** What the editor of a fare's conditions holds while it is open. */
import { z } from 'zod';
import { FareCondition } from './fareConditions.ts';

const Ids = z.array(z.string()).max(5000);

/** What the editor holds before it is saved, as typed and chosen. */
export const FareConditionDraft = z
  .object({
    /** A stop that a pair begins or ends at; '' says any. */
    from: z.string(),
    to: z.string(),
    pairs: z.array(z.object({ FromStop: z.string().nullable(), ToStop: z.string().nullable() })).max(5000),
    stops: Ids,
    fromZones: Ids,
    toZones: Ids,
    bothWays: z.boolean(),
    zones: Ids,
    transports: Ids,
    groups: Ids,
    /** A number, an amount, a duration or the lower bound, as typed. */
    text: z.string().max(40),
    upper: z.string().max(40),
    inherited: z.boolean(),
  })
  .partial();
export type FareConditionDraft = z.infer<typeof FareConditionDraft>;

/** What a stop picked on the map is for. */
export const StopPick = z.enum(['from', 'to', 'stops']);
export type StopPick = z.infer<typeof StopPick>;

/** What the editor is about: a condition of the fare, or where the fare holds. */
export const ConditionChoice = z.enum([...FareCondition.options, 'Transports']);
export type ConditionChoice = z.infer<typeof ConditionChoice>;
