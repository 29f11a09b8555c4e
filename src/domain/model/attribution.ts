import { z } from 'zod';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const Text = z.string().optional();
const Role = z.boolean().optional();
const ONE_AT_MOST = 'One of agency, line and trip at most.';

/** An attribution: an organisation and its roles for the feed, an agency, a line or a trip. */
export const AttributionKind = defineKind(
  'Attribution',
  {
    words: ['attribution', 'attributions'],
    array: 'Attributions',
    file: 'attributions.txt',
    identity: ['Id'],
    header: ['organization_name'],
    named: 'OrganizationName',
    records: {
      page: 'attributions',
      icon: 'copyright',
      ids: 'made',
      prefix: 'AT',
      hint: 'Attributions name who produced the data, or runs or commissioned the service.',
    },
  },
  {
    Id: idField({ own: ['attribution_id'] }, 'Identifies the attribution; made where the source gives none.'),
    OrganizationName: field(z.string(), {
      holds: 'text',
      label: 'Organization',
      help: 'Who is named.',
      gtfs: 'organization_name',
      edit: true,
      required: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
    IsProducer: field(Role, { holds: 'switch', label: 'Producer', help: 'Made the data.', gtfs: 'is_producer', edit: true, column: '84px' }),
    IsOperator: field(Role, { holds: 'switch', label: 'Operator', help: 'Runs the service.', gtfs: 'is_operator', edit: true, column: '84px' }),
    IsAuthority: field(Role, {
      holds: 'switch',
      label: 'Authority',
      help: 'Commissions the service.',
      gtfs: 'is_authority',
      edit: true,
      column: '84px',
    }),
    AgencyId: field(Text, {
      holds: { refersTo: 'Agency' },
      label: 'Agency',
      help: `Holds for this agency alone. ${ONE_AT_MOST}`,
      gtfs: 'agency_id',
      edit: true,
      column: WIDTHS.narrow,
    }),
    ExternalTransportId: field(Text, {
      holds: { refersTo: 'Transport' },
      label: 'Line',
      title: 'External Transport ID',
      help: `Holds for this line alone. ${ONE_AT_MOST}`,
      gtfs: 'route_id',
      edit: true,
      column: WIDTHS.narrow,
    }),
    TripId: field(Text, { holds: 'text', label: 'Trip id', help: `Holds for this trip alone. ${ONE_AT_MOST}`, gtfs: 'trip_id', edit: true }),
    Url: field(Text, { holds: 'webUrl', label: 'Url', help: 'Web site of the organization.', gtfs: 'attribution_url', edit: true }),
    Email: field(Text, { holds: 'email', label: 'E-mail', help: 'Of the organization.', gtfs: 'attribution_email', edit: true }),
    Phone: field(Text, { holds: 'text', label: 'Phone', help: 'Of the organization.', gtfs: 'attribution_phone', edit: true }),
  },
);

export const Attribution = AttributionKind.schema;
export type Attribution = z.infer<typeof Attribution>;
