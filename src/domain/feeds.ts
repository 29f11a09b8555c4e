/** What a version says of the feed as a whole, and the vehicle and ticketing records beside it. */
import { z } from 'zod';
import { extraField } from './extra.ts';

/** `feed_info` of a version. One per version, with the id `feed`. */
export const Feed = z.object({
  Id: z.string().min(1),
  PublisherName: z.string().optional(),
  PublisherUrl: z.string().optional(),
  Language: z.string().optional(),
  DefaultLanguage: z.string().optional(),
  /** As the source wrote them; a date that does not exist stays visible instead of vanishing. */
  StartDate: z.string().optional(),
  EndDate: z.string().optional(),
  Version: z.string().optional(),
  ContactEmail: z.string().optional(),
  ContactUrl: z.string().optional(),
  ...extraField,
});
export type Feed = z.infer<typeof Feed>;

export const VehicleCategory = z.object({ Id: z.string().min(1), Name: z.string().optional(), ...extraField });
export const VehicleBoarding = z.object({
  Id: z.string().min(1),
  BoardingAreaId: z.string(),
  VehicleCategoryId: z.string(),
  ChildSequence: z.int().optional(),
  GrandChildSequence: z.int().optional(),
  ...extraField,
});
export const VehicleCoupling = z.object({
  Id: z.string().min(1),
  ParentId: z.string(),
  ChildId: z.string(),
  ChildSequence: z.int(),
  ChildLabel: z.string().optional(),
  ...extraField,
});
export const TicketingDeepLink = z.object({
  Id: z.string().min(1),
  WebUrl: z.string().optional(),
  AndroidIntentUri: z.string().optional(),
  IosUniversalLinkUrl: z.string().optional(),
  ...extraField,
});
export const TicketingIdentifier = z.object({
  Id: z.string().min(1),
  TicketingStopId: z.string(),
  StopId: z.string(),
  AgencyId: z.string(),
  ...extraField,
});
