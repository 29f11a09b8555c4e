/** The page of sent notices: those of the region in view, and the mail that is open. */
import { castDraft, type Draft } from 'immer';
import { placeOf } from '../domain/locations.ts';
import type { SentMail, SentNotice } from '../domain/notices.ts';
import { queryPairs } from '../domain/queryText.ts';
import type { AppState, Load } from './state.ts';

export interface SentNoticesState {
  readonly region: string;
  readonly list: Load<readonly SentNotice[]>;
  /** Id of the open mail; 0 where none is. */
  readonly mailId: number;
  readonly mail: Load<SentMail>;
}

const UNASKED: Load<never> = { status: 'idle', value: null, messages: [] };
export const NO_SENT_NOTICES: SentNoticesState = { region: '', list: UNASKED, mailId: 0, mail: UNASKED };

/** The region and mail that the address names; undefined elsewhere, and where no region is chosen. */
export function sentNoticesAt({ path, search }: AppState['location']): { readonly region: string; readonly mailId: number } | undefined {
  const place = placeOf(path);
  if (place.section !== 'notices' || place.region === undefined) return undefined;
  const mail = new Map(queryPairs(search)).get('mail') ?? '';
  return { region: place.region, mailId: /^[1-9]\d{0,14}$/.test(mail) ? Number(mail) : 0 };
}

/** Lets go of what another region or mail had. */
export function turnSentNotices(base: Draft<AppState>): void {
  const at = sentNoticesAt(base.location);
  if (at === undefined) return;
  if (base.sentNotices.region !== at.region) base.sentNotices = castDraft({ ...NO_SENT_NOTICES, region: at.region });
  if (base.sentNotices.mailId !== at.mailId) Object.assign(base.sentNotices, castDraft({ mailId: at.mailId, mail: UNASKED }));
}
