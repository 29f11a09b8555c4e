/** Edits of agencies. Schedules that run under an agency keep it from being removed: the server looks that up (`services/removalChecks.ts`). */
import { z } from 'zod';
import { fieldError } from '../model/fieldValues.ts';
import { AGENCY_FIELDS, AgencyField } from '../model/agency.ts';
import { fieldEdit } from './editField.ts';
import { type Documents, documentEdit, one, put, remove } from './documentEdit.ts';

const Text = z.string().trim().max(1000);

/** Ids that a person or the product gives to new agencies: no control or bidirectional characters, at most 255. */
const NewAgencyId = z.string().regex(/^[^\p{Cc}\p{Bidi_Control}|]{1,255}$/u, 'An id has 1 to 255 characters');

/** Changes one field of an agency; an empty text takes the field away. */
export const editAgencyField = fieldEdit('Agency', 'agency.editField', {
  summary: 'Changes one field of an agency. An empty text takes the field away.',
  method: 'PUT',
  path: 'agencies/:agencyId/:field',
  payload: z.object({ agencyId: z.string(), field: AgencyField, value: z.union([Text, z.number()]) }),
  samples: [
    { agencyId: 'A1', field: 'name', value: 'City trams' },
    { agencyId: 'A2', field: 'timezone', value: 'Europe/Amsterdam' },
    { agencyId: 'A1', field: 'url', value: '' },
    { agencyId: 'A1', field: 'ticketingDeepLinkId', value: 'TL1' },
    { agencyId: 'A1', field: 'costPerHour', value: 85.5 },
  ],
  keys: AGENCY_FIELDS,
  id: (p) => p.agencyId,
  within: () => 'agencies',
  nameOf: (docs, p) => agencyName(docs, p.agencyId),
  renames: 'agency',
});

/** Makes an agency. */
export const createAgency = documentEdit('agency.create', {
  summary: 'Makes an agency. The id may be proposed; 409 when it is taken.',
  path: 'agencies',
  payload: z.object({ agencyId: NewAgencyId.optional(), name: Text, timezone: Text.optional(), language: Text.optional(), url: Text.optional() }),
  samples: [{ agencyId: 'A9', name: 'Harbour ferries', timezone: 'Europe/Amsterdam', language: 'nl' }],
  mint: (p, fresh) => ({ ...p, agencyId: p.agencyId ?? fresh('A') }),
  documents: (p) => (p.agencyId === undefined ? [] : [one('Agency', p.agencyId)]),
  within: () => 'agencies',
  touches: (p) => [`agency/${p.agencyId ?? ''}`],
  refuse: (docs, { agencyId, name, timezone = '', language = '', url = '' }) => {
    if (name === '') return [{ Field: 'name', Message: 'Agency name is required' }];
    const wrong = Object.entries({ timezone, language, url }).flatMap(([field, value]) => {
      const message = fieldError('Agency', AGENCY_FIELDS[AgencyField.parse(field)], value);
      return message === undefined ? [] : [{ Field: field, Message: message }];
    });
    if (wrong.length > 0) return wrong;
    return agencyId !== undefined && docs.get('Agency', agencyId) ? `There is an agency with the id ${agencyId} already.` : undefined;
  },
  change: (_docs, { agencyId = '', name, timezone, language, url }) => [
    put('Agency', agencyId, {
      Id: agencyId,
      Name: name,
      ...(url ? { Url: url } : {}),
      ...(timezone ? { Timezone: timezone } : {}),
      ...(language ? { Language: language } : {}),
    }),
  ],
  label: (p) => `Create agency ${p.name}`,
});

/** Removes agencies that no schedule runs under; all of them, or none where one is in use. */
export const removeAgencies = documentEdit('agency.remove', {
  summary: 'Removes agencies that no schedule runs under; 409 with the schedules otherwise, and then none is removed.',
  method: 'DELETE',
  path: 'agencies',
  inQuery: ['agencyIds'],
  payload: z.object({ agencyIds: z.array(z.string()).min(1).max(1000) }),
  samples: [{ agencyIds: ['A3'] }, { agencyIds: ['A2', 'A3'] }],
  documents: (p) => p.agencyIds.map((id) => one('Agency', id)),
  within: () => 'agencies',
  touches: (p) => (p.agencyIds.length > 32 ? ['agency'] : p.agencyIds.map((id) => `agency/${id}`)),
  change: (docs, p) => p.agencyIds.map((id) => remove('Agency', docs.need('Agency', id).Id)),
  label: (p, docs) => {
    const [only = ''] = p.agencyIds;
    return p.agencyIds.length === 1 ? `Remove agency ${agencyName(docs, only)}` : `Remove ${p.agencyIds.length} agencies`;
  },
});

function agencyName(docs: Documents, id: string): string {
  return docs.get('Agency', id)?.Name || id;
}
