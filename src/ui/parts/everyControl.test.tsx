/**
 * Every text and every choice of the forms of documents writes the field that its label names, as the user wrote it, and says which
 * revision of the document the user had before their eyes.
 */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { quietPorts } from '../../../test/builders/quietPorts.ts';
import { EDITS } from '../../../test/laws/editTable.ts';
import { sampleVersion } from '../../../test/laws/sampleVersion.ts';
import { openFakeScreen } from '../../../test/paths/fakeScreen.ts';
import { loadDocuments } from '../../commands/changes/loadDocuments.ts';
import { versionChanged } from '../../commands/notifications/versionChanged.ts';
import type { Entity, EntityKind } from '../../domain/entities.ts';
import { fieldsOf } from '../../domain/model/catalogue.ts';
import { RECORD_KIND_NAMES, RECORD_KINDS, type RecordKind } from '../../domain/model/records.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { KernelProvider } from '../../kernel/react.tsx';
import type { TrackStopMode } from '../../commands/tracks/trackStopSteps.ts';
import type { Track } from '../../domain/model/track.ts';
import { documentOf } from '../../projections/documents.ts';
import { PortsProvider } from '../ports.tsx';
import { AgencyDetails } from '../agencies/AgencyDetails.tsx';
import { FareFields } from '../fares/FareFields.tsx';
import { PathwayDetailsPanel } from '../pathways/PathwayDetailsPanel.tsx';
import { RecordDetails } from '../records/RecordDetails.tsx';
import { ScheduleFields } from '../schedules/ScheduleFields.tsx';
import { StopFields } from '../stops/StopFields.tsx';
import { TimetableSettings } from '../timetables/TimetableSettings.tsx';
import { useTrackStopColumns } from '../tracks/trackStopColumns.tsx';
import { TrackFields } from '../tracks/TrackFields.tsx';
import { TransferDetailsPanel } from '../transfers/TransferDetailsPanel.tsx';
import { TranslationDetails } from '../translations/TranslationDetails.tsx';
import type { SeenValue } from './useTypedText.ts';
import { Navigation } from './Link.tsx';

interface Control {
  readonly label: string;
  readonly rev?: unknown;
  readonly readOnly?: boolean;
  readonly options?: readonly { readonly value: string }[];
  readonly onSave: (to: string, from: SeenValue) => unknown;
}

const { drawn } = vi.hoisted(() => ({ drawn: new Array<Control>() }));

// The controls themselves are typed into in a browser (test/e2e/fields.spec.ts); here they say what they were given.
vi.mock(import('./Field.tsx'), async (original) => {
  const keep = (props: Control): ReactNode => {
    drawn.push(props);
    return null;
  };
  return { ...(await original()), TextField: keep, SelectField: keep };
});
vi.mock(import('./CellField.tsx'), () => {
  const keep = (props: Control): ReactNode => {
    drawn.push(props);
    return null;
  };
  return { CellField: keep, CellChoice: keep };
});

// drawn where it stands: the dock at the edge of the map is a place of the browser
// Keys are named after the machine of the browser; Node 20 has none.
vi.stubGlobal('navigator', { userAgent: '' });

vi.mock(import('./Details.tsx'), async (original) => ({ ...(await original()), Details: ({ children }) => children }));

/** Label, what is typed or chosen, member of the document, and what stands there when it is not the same. */
type Row = readonly [label: string, typed: string, member: string, kept?: unknown];

interface Form<K extends EntityKind = EntityKind> {
  readonly name: string;
  readonly kind: K;
  readonly id: string;
  readonly rows: readonly Row[];
  readonly draw: (doc: Entity<K>) => ReactNode;
}

const nothing = (): void => undefined;
const form = <K extends EntityKind>(name: string, kind: K, id: string, draw: (doc: Entity<K>) => ReactNode, rows: readonly Row[]): Form => ({
  name,
  kind,
  id,
  rows,
  draw: (doc) => draw(doc as Entity<K>),
});
const noTexts = { text: () => '', options: () => undefined, icon: () => undefined } as never;
const record = (kind: RecordKind, id: string, rows: readonly Row[]): Form =>
  form(
    RECORD_KINDS[kind].title,
    kind,
    id,
    (doc) => <RecordDetails kind={kind} versionId={1} record={doc} fieldTexts={noTexts} onClone={nothing} onClose={nothing} />,
    rows,
  );

/** The cells of the second stop of a track. */
function Columns({ track, mode }: { track: Track; mode: TrackStopMode }): ReactNode {
  const columns = useTrackStopColumns({ track, mode, fill: 'interpolated' });
  return columns.map(({ key, render }) => <div key={key}>{render({ position: 1, stopId: 'S2', ignored: false })}</div>);
}

const FORMS: readonly Form[] = [
  form('stop', 'Stop', 'S1', (stop) => <StopFields versionId={1} stop={stop} rev={3} />, [
    ['Name', 'Harbour', 'Name'],
    ['Type', '5', 'Type', 5],
    ['Zone id', 'Z9', 'ZoneId'],
    ['Code', 'C7', 'StopCode'],
    ['Url', 'https://stops.example/1', 'Url'],
    ['Wheelchair boarding', '2', 'WheelchairBoarding', 2],
    ['Direction', 'North', 'Direction'],
    ['Area name', 'Old town', 'AreaName'],
    ['Signposted as', 'To the sea', 'SignpostedAs'],
    ['Group id', 'G1', 'GroupId'],
    ['Parent id', 'S3', 'ParentId'],
    ['Platform code', '4b', 'PlatformCode'],
    ['Level', 'LV1', 'LevelId'],
    ['Coordinates', '52.123456,5.654321', 'Coordinate', { Lat: 52.123456, Lng: 5.654321 }],
  ]),
  form('schedule', 'Schedule', 'L1', (schedule) => <ScheduleFields schedule={schedule} />, [
    ['Name', 'Line one', 'Name'],
    ['Long name', 'Harbour - Airport', 'LongName'],
    ['Transport', 'X1', 'ExternalTransportId'],
    ['Colour', 'AA0000', 'Color'],
    ['Text colour', 'FFFFFF', 'TextColor'],
    ['URL', 'https://lines.example/1', 'Url'],
    ['Agency', 'A2', 'AgencyId'],
    ['Ticketing deep link', 'TL1', 'TicketingDeepLinkId'],
    ['Type', '3', 'VehicleType', 3],
    ['Base schedule', 'yes', 'IsBaseSchedule', true],
    ['First day', '2026-02-01', 'Calendar', { fromDate: '2026-02-01', toDate: '2026-12-31', Exceptions: [{ Date: '2026-12-25', RunAs: 0 }] }],
    ['Last day', '2026-11-30', 'Calendar', { fromDate: '2026-01-01', toDate: '2026-11-30', Exceptions: [{ Date: '2026-12-25', RunAs: 0 }] }],
  ]),
  form('track', 'Track', 'L1/a-b', (track) => <TrackFields track={track} />, [
    ['Name', 'Harbour - Airport', 'Name'],
    ['Direction', 'Backward', 'Direction'],
    ['Symbol', 'A', 'Symbol'],
    ['Visible', 'no', 'Visible', false],
  ]),
  form('destinations of a track', 'Track', 'L1/a-b', (track) => <Columns track={track} mode="destinations" />, [
    ['Destination from stop 2', 'Airport', 'Stops', [{ StopId: 'S1' }, { StopId: 'S2', Destination: 'Airport' }, { StopId: 'S3' }]],
  ]),
  form('places of stops on the shape', 'Track', 'L1/a-b', (track) => <Columns track={track} mode="sequence" />, [
    ['Sequence of stop 2', '4', 'Stops', [{ StopId: 'S1' }, { StopId: 'S2', ShapeSequence: 4 }, { StopId: 'S3' }]],
  ]),
  form('timetable', 'Timetable', 'L1/a-b/1', (timetable) => <TimetableSettings timetable={timetable} />, [
    ['Block', 'B7', 'BlockId'],
    ['Short name', 'Night', 'TripShortName'],
    ['Wheelchair', '1', 'WheelchairAccessibility', 1],
    ['Bicycles', '2', 'BikesAllowed', 2],
  ]),
  form('agency', 'Agency', 'A1', (agency) => <AgencyDetails versionId={1} agency={agency} onClose={nothing} />, [
    ['Name', 'City trams', 'Name'],
    ['Url', 'https://city.example', 'Url'],
    ['Fare url', 'https://city.example/fares', 'FareUrl'],
    ['Phone', '+31 20 123', 'Phone'],
    ['Email', 'info@city.example', 'Email'],
    ['Timezone', 'Europe/Amsterdam', 'Timezone'],
    ['Language', 'nl', 'Language'],
    ['Ticketing deep link', 'TL1', 'TicketingDeepLinkId'],
  ]),
  form('transfer', 'Transfer', 'T1', () => <TransferDetailsPanel ids={['T1']} onClose={nothing} />, [
    ['Type', '3', 'Type', 3],
    ['Duration (s)', '240', 'Time', 240],
  ]),
  form('pathway', 'Pathway', 'P1', () => <PathwayDetailsPanel ids={['P1']} onClose={nothing} />, [
    ['Mode', '3', 'Mode', 3],
    ['Both ways', 'no', 'IsBidirectional', false],
    ['From stop', 'S3', 'FromStopId'],
    ['To stop', 'S3', 'ToStopId'],
    ['Length (m)', '12,5', 'Length', 12.5],
    ['Traversal time (s)', '40', 'TraversalTime', 40],
    ['Max slope (ratio)', '-0.25', 'MaxSlope', -0.25],
    ['Min width (m)', '1.5', 'MinWidth', 1.5],
    ['Signpost', 'Exit A', 'LabelSignpostFront'],
    ['Signpost back', 'Track 2', 'LabelSignpostBack'],
  ]),
  form('translation', 'Translation', 'TR1', (translation) => <TranslationDetails translation={translation} onClose={nothing} />, [
    ['Translation', 'Marktplatz', 'Translation'],
    ['Language', 'nl', 'LanguageName'],
    ['Category', 'agency', 'CategoryName'],
    ['Field name', 'agency_name', 'FieldName'],
    ['Field value', 'Harbour', 'FieldValue'],
  ]),
  form('fare', 'Fare', 'F1', (fare) => <FareFields versionId={1} fare={fare} rev={3} readOnly={false} />, [
    ['Description', 'Day ticket', 'Description'],
    ['Price', '3.10', 'Price'],
    ['Currency', 'USD', 'Currency'],
    ['Approximate price', 'yes', 'IsApproximatePrice', true],
    ['Fare group', 'day', 'FareGroupId'],
    ['Depart time', '7:00', 'DepartTime', 25_200],
    ['Arrival time', '09:00', 'ArrivalTime', 32_400],
    ['Valid from', '2026-02-01', 'ValidFromDate'],
    ['Valid to', '2026-11-30', 'ValidToDate'],
  ]),
  record('Feed', 'feed', [
    ['Publisher', 'City data', 'PublisherName'],
    ['Publisher url', 'https://city.example', 'PublisherUrl'],
    ['Language', 'nl', 'Language'],
    ['Default language', 'de', 'DefaultLanguage'],
    ['Start date', '2026-01-01', 'StartDate', '20260101'],
    ['End date', '2026-12-31', 'EndDate', '20261231'],
    ['Version', '2026-1', 'Version'],
    ['Contact e-mail', 'data@city.example', 'ContactEmail'],
    ['Contact url', 'https://city.example/contact', 'ContactUrl'],
  ]),
  record('Level', 'LV1', [
    ['Index', '-0,5', 'Index', -0.5],
    ['Name', 'Mezzanine', 'Name'],
  ]),
  record('Attribution', 'AT1', [
    ['Organization', 'Region', 'OrganizationName'],
    ['Producer', 'yes', 'IsProducer', true],
    ['Operator', 'no', 'IsOperator', false],
    ['Authority', 'yes', 'IsAuthority', true],
    ['Agency', 'A1', 'AgencyId'],
    ['Line', '1', 'ExternalTransportId'],
    ['Trip id', 'T10', 'TripId'],
    ['Url', 'https://region.example', 'Url'],
    ['E-mail', 'info@region.example', 'Email'],
    ['Phone', '112', 'Phone'],
  ]),
  record('VehicleCategory', 'VC1', [['Name', 'Long tram', 'Name']]),
  record('VehicleBoarding', 'VB1', [
    ['Boarding area', 'S9', 'BoardingAreaId'],
    ['Vehicle category', 'VC2', 'VehicleCategoryId'],
    ['Child sequence', '3', 'ChildSequence', 3],
    ['Grandchild sequence', '2', 'GrandChildSequence', 2],
  ]),
  record('VehicleCoupling', 'VK1', [
    ['Parent', 'VC2', 'ParentId'],
    ['Child', 'VC1', 'ChildId'],
    ['Child sequence', '2', 'ChildSequence', 2],
    ['Child label', 'Car 1', 'ChildLabel'],
  ]),
  record('TicketingDeepLink', 'TL1', [
    ['Web url', 'https://tickets.example', 'WebUrl'],
    ['Android intent uri', 'intent:tickets', 'AndroidIntentUri'],
    ['iOS universal link', 'https://tickets.example/ios', 'IosUniversalLinkUrl'],
  ]),
  record('TicketingIdentifier', 'TI1', [
    ['Ticketing stop id', 'shop-7', 'TicketingStopId'],
    ['Stop', 'S2', 'StopId'],
    ['Agency', 'A2', 'AgencyId'],
  ]),
  record('FlexTrip', 'FT2', [
    ['Schedule', 'L2', 'ScheduleId'],
    ['Destination', 'Dial-a-ride', 'Headsign'],
    ['Trip short name', '17', 'ShortName'],
    ['Direction', '1', 'Direction', 1],
    ['Wheelchair accessibility', '1', 'WheelchairAccessibility', 1],
    ['Bikes allowed', '2', 'BikesAllowed', 2],
    ['Longest ride, factor', '1,5', 'SafeDurationFactor', 1.5],
    ['Longest ride, addition (s)', '600', 'SafeDurationOffset', 600],
    ['Place', 'ZoneId:ZN1', 'Calls', [{ Sequence: 1, ZoneId: 'ZN1' }]],
    ['From', '6:00', 'Calls', [{ Sequence: 1, StopId: 'S9', WindowStart: '06:00:00' }]],
    ['Until', '2510', 'Calls', [{ Sequence: 1, StopId: 'S9', WindowEnd: '25:10:00' }]],
    ['Arrival', '0805', 'Calls', [{ Sequence: 1, StopId: 'S9', ArrivalTime: '08:05:00' }]],
    ['Departure', '8:06', 'Calls', [{ Sequence: 1, StopId: 'S9', DepartureTime: '08:06:00' }]],
    ['Pickup', '2', 'Calls', [{ Sequence: 1, StopId: 'S9', PickupType: 2 }]],
    ['Pickup booking', 'BR1', 'Calls', [{ Sequence: 1, StopId: 'S9', PickupBookingRuleId: 'BR1' }]],
    ['Drop off', '3', 'Calls', [{ Sequence: 1, StopId: 'S9', DropOffType: 3 }]],
    ['Drop off booking', 'BR2', 'Calls', [{ Sequence: 1, StopId: 'S9', DropOffBookingRuleId: 'BR2' }]],
  ]),
  record('BookingRule', 'BR1', [['From', '08:00:00', 'PriorNoticeStartTime']]),
];

/** Fields and kinds without rows above have those of the table of edits: the label as declared, and the same value. */
const ALL_FORMS: readonly Form[] = [
  ...FORMS,
  ...RECORD_KIND_NAMES.filter((kind) => !FORMS.some((one) => one.kind === kind)).map((kind) =>
    record(kind, sampleVersion.find((one) => one.kind === kind)?.id ?? '', []),
  ),
];

/** The row of a control. */
function rowOf({ rows, kind, id }: Form, label: string): Row {
  const own = rows.find((row) => row[0] === label);
  if (own) return own;
  const key = fieldsOf(kind).find(({ label: own, unit }) => label === own || label === `${own} (${unit})`)?.key ?? '';
  for (const [, { value }, changed] of EDITS) {
    const kept = changed[`${kind} ${id}`];
    if (kept && key in kept) return [label, String(value), key, kept[key]];
  }
  throw new Error(`The table of edits has no row for ${kind}.${key}, and ${label} has none here`);
}

/** The form as it is drawn for an editor: its controls, and the document as the user sees it. */
function opened({ kind, id, draw }: Form) {
  const screen = openFakeScreen();
  const { kernel, answer } = screen;
  const held = sampleVersion.find((one) => one.kind === kind && one.id === id);
  kernel.dispatch(loadDocuments({ versionId: 1, keys: [{ kind, id }] }));
  answer('readDocuments', () => ({ Rev: 3, Documents: [{ Kind: kind, Id: id, Rev: 3, Doc: held?.doc, Fields: [] }] }));
  const now = (): Readonly<Record<string, unknown>> | undefined => documentOf(kernel.snapshot().view, 1, kind, id) ?? undefined;
  drawn.length = 0;
  renderToStaticMarkup(
    <MantineProvider>
      <PortsProvider value={quietPorts}>
        <KernelProvider kernel={kernel}>
          <Navigation>{draw(now() as never)}</Navigation>
        </KernelProvider>
      </PortsProvider>
    </MantineProvider>,
  );
  return { controls: [...drawn], now, ...screen };
}

test.each(ALL_FORMS.map((one) => ({ one, name: one.name })))('the form of a $name: each control writes its own field and no other', ({ one }) => {
  const { controls } = opened(one);
  const own = one.rows.map(([label]) => label);
  expect(controls.length).toBeGreaterThan(0);
  expect(controls.map(({ label }) => label).filter((label) => own.includes(label))).toEqual(own);
  for (const [i, { label: shown }] of controls.entries()) {
    const [label, typed, member, ...kept] = rowOf(one, shown);
    const { controls: fresh, now, kernel } = opened(one);
    const before = now();
    expect(fresh[i]?.readOnly, label).not.toBe(true);
    expect(fresh[i]?.rev, label).toBe(3);
    const sent = fresh[i]?.onSave(typed, { value: '', rev: 2 });
    // by the id of its command a refusal finds back to the field
    expect(kernel.log().records.find(({ id }) => id === sent)?.payload, label).toMatchObject({ rev: 2 });
    expect(now(), label).toEqual({ ...before, [member]: kept.length > 0 ? kept[0] : typed });
  }
});

describe('what is typed while a colleague edits the same schedule', () => {
  const schedule = FORMS.find(({ kind }) => kind === 'Schedule') as Form;
  const sample = sampleVersion.find(({ kind, id }) => kind === 'Schedule' && id === 'L1')?.doc as Schedule;
  const edits = 'schedule.editField';

  /** The name is begun on revision 3, Anna makes revision 4 of another field or of the same, and the name is left. */
  function typedBeside(theirs: Partial<Schedule>) {
    const form = opened(schedule);
    const name = form.controls.find(({ label }) => label === 'Name');
    const Doc = { ...sample, ...theirs };
    const anna = { VersionId: 1, Rev: 4, CommandId: null, Author: 'anna.smit@demo.example' };
    form.kernel.receive(versionChanged({ ...anna, Edits: [{ Kind: 'Schedule', Id: 'L1', Rev: 4, Doc, Fields: Object.keys(theirs) }] }));
    name?.onSave('My name', { value: sample.Name, rev: Number(name.rev) });
    return { ...form, present: { Rev: 4, Documents: [{ Kind: 'Schedule', Id: 'L1', Rev: 4, Doc, Fields: [] }] } };
  }

  test('the same field: both are asked for, theirs or mine, and theirs is not written over', () => {
    const { kernel, callsOf, fail, present, now } = typedBeside({ Name: 'Their name' });
    expect(callsOf(edits)).toMatchObject([{ ifMatch: 3 }]);
    fail(edits, { status: 412, messages: ['No'], url: '/', method: 'POST', present });
    expect(callsOf(edits)).toHaveLength(1);
    expect(kernel.snapshot().conflicts).toHaveLength(1);
    expect(now()).toMatchObject({ Name: 'Their name' });
  });

  test('another field: it is sent onto theirs, and both stay', () => {
    const { kernel, callsOf, answer, now } = typedBeside({ LongName: 'Their long name' });
    expect(callsOf(edits)).toMatchObject([{ ifMatch: 4 }]);
    answer(edits, () => ({ Rev: 5 }));
    expect(kernel.snapshot().conflicts).toEqual([]);
    expect(now()).toMatchObject({ Name: 'My name', LongName: 'Their long name' });
  });
});
