/** The forms of what a region has for all its databases: its validation profile, its public feeds with their alerts, and the reviews of drafts. */
import { findAlertEntities } from '../../src/commands/exports/serviceAlerts.ts';
import * as forms from '../../src/projections/typedForms.ts';
import { PublicFeedForm } from '../../src/ui/exports/PublicFeedForm.tsx';
import { ReleaseReview } from '../../src/ui/exports/ReleaseReview.tsx';
import { AlertForm } from '../../src/ui/alerts/AlertForm.tsx';
import { RuleFields } from '../../src/ui/validation/ProfileModal.tsx';
import { WebhookForm } from '../../src/ui/webhooks/WebhookForm.tsx';
import { FORMS_OF_REVIEWS } from './typedFormsOfReviews.tsx';
import { ALERTS_OF_FEED, HELD_FEED, PUBLIC_FEED } from '../paths/exportFormActs.ts';
import { type Form, nothing } from './typedForm.ts';

const NO_TEXT = { language: 'en', header: '', description: '', url: '', ttsHeader: '', ttsDescription: '' };
const GERMAN = { ...NO_TEXT, header: 'Closed', language: 'de' };
const FULL = { ...GERMAN, description: 'Use B', url: 'https://a.example', ttsHeader: 'Closed', ttsDescription: 'Use B' };
const NO_PERIOD = { fromDate: '', fromTime: '', untilDate: '', untilTime: '' };
const FROM = { fromDate: '2026-12-14', fromTime: '03:00' };
const TEMPLATE = {
  id: 3,
  name: 'No trams',
  cause: 'STRIKE' as const,
  effect: 'NO_SERVICE' as const,
  severity: 'INFO' as const,
  texts: [NO_TEXT],
};

export const FORMS_OF_REGIONS: readonly Form[] = [
  {
    form: forms.webhook,
    draw: () => <WebhookForm region="demo" databases={[{ Id: 'tram', Name: 'Tram' }]} webhook={undefined} onDone={nothing} />,
    rows: [
      ['Name', 'Chat room', 'name'],
      ['Validation got worse', false, 'types', ['version.published', 'feed.switched', 'review.asked', 'run.ended', 'export.delivered']],
      ['A version is published', false, 'types', ['feed.switched', 'review.asked', 'run.ended', 'export.delivered']],
      ['A version is published', true, 'types', ['version.published', 'feed.switched', 'review.asked', 'run.ended', 'export.delivered']],
      ['A public feed serves another release', false, 'types', ['version.published', 'review.asked', 'run.ended', 'export.delivered']],
      ['A review is asked for', false, 'types', ['version.published', 'run.ended', 'export.delivered']],
      ['A pipeline, an export or a task has ended', false, 'types', ['version.published', 'export.delivered']],
      ['An export was delivered', false, 'types', ['version.published']],
      ['All databases of the region', false, 'allDatabases'],
      ['Tram', true, 'databases', ['tram']],
      ['On', false, 'enabled'],
    ],
    // the address stays in the component
    others: ['Address'],
  },
  ...FORMS_OF_REVIEWS,
  {
    form: forms.profileRule,
    draw: () => (
      <RuleFields
        profile={{ RegionKey: 'demo', RegionName: 'Demo', ReadOnly: false, Rev: 0, Changes: [], Rules: [] }}
        rule={{
          RuleId: 218,
          RuleName: 'STOP_FAR_FROM_PARENT',
          RuleLevel: 'Warning',
          GroupName: 'Stops',
          Threshold: { Unit: 'm', Min: 10, Max: 5000, Standard: 100 },
        }}
        onBack={nothing}
      />
    ),
    rows: [
      ['Severity', 'Error', 'severity'],
      ['Threshold', '250', 'threshold'],
      ['Reason', 'Large stations', 'reason'],
    ],
  },
  {
    form: forms.releaseApproval,
    draw: () => <ReleaseReview feed={HELD_FEED} release={10} busy={false} messages={[]} />,
    rows: [['Reason', 'The stop was closed for good', 'reason']],
  },
  {
    form: forms.serviceAlert,
    open: (screen) => {
      screen.kernel.dispatch(findAlertEntities({ feed: 4, kind: 'stop', text: '' }));
      screen.answer('searchAlertEntities', () => ({
        hits: [
          { entity: { kind: 'stop', stop: 'S1' }, label: 'Central', detail: 'S1' },
          { entity: { kind: 'route', route: '5' }, label: '5 Ring', detail: '5' },
        ],
        more: 0,
      }));
    },
    draw: () => <AlertForm feed={4} alert={undefined} around={{ ...ALERTS_OF_FEED, templates: [TEMPLATE] }} busy={false} messages={[]} />,
    rows: [
      ['Template', '3', 'template', '3', { cause: 'STRIKE', effect: 'NO_SERVICE', severity: 'INFO', texts: [NO_TEXT], templateName: 'No trams' }],
      ['Title', 'Closed', 'texts', [{ ...NO_TEXT, header: 'Closed' }]],
      ['Language', 'de', 'texts', [{ ...NO_TEXT, header: 'Closed', language: 'de' }]],
      ['Description', 'Use B', 'texts', [{ ...GERMAN, description: 'Use B' }]],
      ['Web address', 'https://a.example', 'texts', [{ ...GERMAN, description: 'Use B', url: 'https://a.example' }]],
      ['Title read out', 'Closed', 'texts', [{ ...GERMAN, description: 'Use B', url: 'https://a.example', ttsHeader: 'Closed' }]],
      ['Description read out', 'Use B', 'texts', [FULL]],
      ['Add language', undefined, 'texts', [FULL, { ...NO_TEXT, language: '' }]],
      ['Cause', 'STRIKE', 'cause'],
      ['Effect', 'DETOUR', 'effect'],
      ['Severity', 'SEVERE', 'severity'],
      ['Name or id', 'central', 'search'],
      ['Add Central', undefined, 'chosen', [{ entity: { kind: 'stop', stop: 'S1' }, label: 'Central' }]],
      ['Look for', 'trip', 'kind', 'trip', { line: '', lineName: '' }],
      ['Trips of 5 Ring', undefined, 'line', '5', { lineName: '5 Ring', search: '' }],
      ['Add period', undefined, 'periods', [NO_PERIOD]],
      ['From', '2026-12-14', 'periods', [{ ...NO_PERIOD, fromDate: '2026-12-14', fromTime: '00:00' }]],
      ['From, time', '03:00', 'periods', [{ ...NO_PERIOD, ...FROM }]],
      ['Until', '2026-12-16', 'periods', [{ ...FROM, untilDate: '2026-12-16', untilTime: '23:59' }]],
      ['Until, time', '20:00', 'periods', [{ ...FROM, untilDate: '2026-12-16', untilTime: '20:00' }]],
      ['Keep as template', 'Closed', 'templateName'],
    ],
  },
  {
    form: forms.publicFeed,
    draw: () => <PublicFeedForm feeds={[PUBLIC_FEED]} file={{ taskRunId: 1, databaseId: 'demo' }} feed={undefined} busy={false} messages={[]} />,
    rows: [
      ['Public feed', '0', 'feed', 0],
      ['Address of the feed', 'trams', 'slug'],
      ['Licence', 'CC0-1.0', 'license'],
      ['Contact e-mail', 'a@b.example', 'contact'],
      ['When', 'later', 'later', true],
      ['Date', '2031-12-14', 'date'],
      ['Time', '4:00', 'time'],
      ['What changes for riders', '## Line 5', 'notes'],
      ['Trip ids', false, 'gateTrip'],
      ['Stop ids', false, 'gateStop'],
      ['Line ids', false, 'gateRoute'],
      ['Agency ids', false, 'gateAgency'],
      ['Most validation errors', '12', 'gateErrors'],
      ['Days that need service', '30', 'gateDays'],
    ],
  },
];
