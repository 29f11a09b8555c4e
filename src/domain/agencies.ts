/** Agencies: the operators named in a version. */
import { z } from 'zod';
import { extraField } from './extra.ts';
import { isEmail, isLanguage, isTimezone, isWebUrl } from './formats.ts';

/** An agency. A missing name shows as N/A. */
export const Agency = z.object({
  Id: z.string(),
  Name: z.string().optional(),
  Url: z.string().optional(),
  FareUrl: z.string().optional(),
  Phone: z.string().optional(),
  Email: z.string().optional(),
  Timezone: z.string().optional(),
  Language: z.string().optional(),
  /** Where tickets of its lines are sold. */
  TicketingDeepLinkId: z.string().optional(),
  ...extraField,
});
export type Agency = z.infer<typeof Agency>;

/** At most this many agencies of a version are fetched. */
export const AGENCIES_LIMIT = 1000;

/** The name of an agency for people; a missing one shows as N/A. */
export function agencyNameOf({ Name }: Pick<Agency, 'Name'>): string {
  return Name || 'N/A';
}

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const AGENCY_FIELDS = {
  name: 'Name',
  url: 'Url',
  fareUrl: 'FareUrl',
  phone: 'Phone',
  email: 'Email',
  timezone: 'Timezone',
  language: 'Language',
  ticketingDeepLinkId: 'TicketingDeepLinkId',
} as const satisfies Record<string, keyof Agency>;

export const AgencyField = z.enum(['name', 'url', 'fareUrl', 'phone', 'email', 'timezone', 'language', 'ticketingDeepLinkId']);
export type AgencyField = z.infer<typeof AgencyField>;

/** The same agency with another value of one field; an empty text takes the field away. */
export function withAgencyField(agency: Agency, field: AgencyField, value: string): Agency {
  const key = AGENCY_FIELDS[field];
  if (value !== '') return { ...agency, [key]: value };
  const { [key]: _gone, ...rest } = agency;
  return Agency.parse(rest);
}

/** Why a value cannot be taken for a field, in the user's words; undefined when it can. An empty text always can. */
export function agencyFieldError(field: AgencyField, value: string): string | undefined {
  if (value === '') return undefined;
  if ((field === 'url' || field === 'fareUrl') && !isWebUrl(value)) return 'Enter a full address starting with http:// or https://';
  if (field === 'email' && !isEmail(value)) return 'Enter an e-mail address';
  if (field === 'timezone' && !isTimezone(value)) return 'Choose one of the timezones';
  if (field === 'language' && !isLanguage(value)) return 'Choose one of the languages';
  return undefined;
}
