/** The forms of what a region has for all its databases: its validation profile, its public feeds, and the reviews of drafts. */
import * as forms from '../../src/projections/typedForms.ts';
import { PublicFeedForm } from '../../src/ui/exports/PublicFeedForm.tsx';
import { ReleaseReview } from '../../src/ui/exports/ReleaseReview.tsx';
import { RuleFields } from '../../src/ui/validation/ProfileModal.tsx';
import { HELD_FEED, PUBLIC_FEED } from '../paths/exportFormActs.ts';
import { FORMS_OF_REVIEWS } from './typedFormsOfReviews.tsx';
import { type Form, nothing } from './typedForm.ts';

export const FORMS_OF_REGIONS: readonly Form[] = [
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
