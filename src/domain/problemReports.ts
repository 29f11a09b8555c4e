/** Problem reports that people sent to support. */
import { z } from 'zod';
import type { Account } from './account.ts';
import { mayChangeRegions } from './account.ts';

/** A report as the list for support shows it. Its text is read by a call of its own. */
export const ProblemReport = z.object({
  Id: z.int().min(0),
  /** When it was received, ISO date and time in UTC. */
  At: z.string(),
  /** Sign-in name of who sent it. */
  By: z.string(),
  /** Page that its sender was on; empty where the report does not say it. */
  Page: z.string(),
  /** Version and commit of the product that wrote it. */
  Build: z.string(),
  /** What its sender says of the problem, without phone numbers and secrets. */
  Note: z.string(),
  /** Bytes of its text. */
  Size: z.int().min(0),
  Records: z.int().min(0),
});
export type ProblemReport = z.infer<typeof ProblemReport>;

/** What an installation takes of reports. */
export const ReportsTaken = z.object({
  /** Bytes of a report's text. */
  most: z.int().min(1),
  /** Days after which a report is deleted. */
  days: z.int().min(1),
});

/** Reports of one page of the list. */
export const REPORT_PAGE = 50;

/** The number by which people and support speak of a report. */
export function reportNumber(id: number): string {
  return `R-${id}`;
}

/**
 * Whether an account may read the reports of others: it may change regions, and sees all of them. A report holds whatever its sender saw,
 * in any region. `permissions` as `readAccount` answers them.
 */
export function mayReadReports({ permissions }: Pick<Account, 'permissions'>): boolean {
  return mayChangeRegions({ permissions }) && permissions.createRegions === true;
}
