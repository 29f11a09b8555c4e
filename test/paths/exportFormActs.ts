/** What the events of the form of an export and of delivery locations are in acts of the user and answers of the server. */
import { saveDeliveryLocation, testDeliveryLocation } from '../../src/commands/exports/deliveryLocations.ts';
import {
  askDeleteLocation,
  confirmDeleteLocation,
  editDeliveryLocation,
  listDeliveryLocations,
} from '../../src/commands/exports/deliveryLocationSteps.ts';
import { editExport, exportScope } from '../../src/commands/exports/exportDraft.ts';
import {
  askDeleteExport,
  askDeleteRule,
  cancelExportQuestion,
  confirmExportQuestion,
  exportSaved,
  leaveExportForm,
  submitExport,
} from '../../src/commands/exports/exportFormSteps.ts';
import { approveRelease, createPublicFeed, updatePublicFeed } from '../../src/commands/exports/publicFeeds.ts';
import { askPublish, askPublishing, confirmPublishing, editPublicFeed, listPublicFeeds } from '../../src/commands/exports/publicFeedSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { Export, ExportInput } from '../../src/domain/exports.ts';
import type { DeliveryLocationsEvent } from '../../src/machines/deliveryLocationsMachine.ts';
import type { ExportFormEvent } from '../../src/machines/exportFormMachine.ts';
import type { PublicFeed } from '../../src/domain/publicFeeds.ts';
import type { ServiceAlert } from '../../src/domain/serviceAlerts.ts';
import { createServiceAlert } from '../../src/commands/exports/serviceAlerts.ts';
import { askServiceAlert, confirmServiceAlert, listServiceAlerts, writeServiceAlert } from '../../src/commands/exports/serviceAlertSteps.ts';
import type { ServiceAlertsEvent } from '../../src/machines/serviceAlertsMachine.ts';
import type { PublishingEvent } from '../../src/machines/publishingMachine.ts';
import { acting, type FakeScreen } from './fakeParts.ts';

/** The calls that the form ends in. */
export const EXPORT_CALLS = ['createExport', 'updateExport', 'deleteExport'] as const;

export const EXPORT_INPUT: ExportInput = {
  name: 'To partners',
  region: 'demo',
  DbId: 'demo',
  scope: 'Database',
  schedule: { timeOfDay: '04:00' },
  deliveryLocation: { fileName: '{db}.zip', location: 1 },
  feedInfo: { url: '', contactUrl: '' },
  agencyMergingRules: [],
};
const EXPORT: Export = {
  ...EXPORT_INPUT,
  id: 5,
  timezone: 'Europe/Amsterdam',
  status: 2,
  lastRunId: null,
  nextRun: null,
  locationName: 'Nightly',
  permissions: { readOnly: false },
  rev: 1,
};

/** Carries one event out. */
export const actOnExportForm = acting<ExportFormEvent>((screen) => {
  const { kernel } = screen;
  const state = String(kernel.workflow('exportForm').getSnapshot().value);
  const open = (search: string): void => {
    kernel.dispatch(openPlace({ path: '/exports', search }));
    answerReads(screen);
  };
  return {
    START: (event) => {
      // elsewhere the address means something else: the question is left, or the save
      if (['viewing', 'editing', 'askingRule', 'discarding'].includes(state))
        open(event.exportId === null ? '?mode=create' : `?export=${event.exportId}&mode=edit`);
    },
    LEAVE: () => open(''),
    SUBMIT: (event) => {
      for (const exportId of openDrafts(screen)) {
        const { agencyMergingRules: _rules, ...changes } = EXPORT_INPUT;
        kernel.dispatch(editExport({ exportId, changes: event.write === null ? { name: '' } : changes }));
      }
      kernel.dispatch(submitExport({}));
    },
    SAVED: (event) => {
      // somebody else was first, and mine was sent again
      if (state === 'editing') kernel.dispatch(exportSaved({ exportId: event.exportId }));
      screen.answer('createExport', () => EXPORT);
      screen.answer('updateExport', () => EXPORT);
      answerReads(screen);
    },
    FAILED: (event) => {
      for (const call of EXPORT_CALLS) screen.fail(call, { status: 500, messages: event.messages, url: '/', method: 'POST' });
    },
    LEAVE_FORM: (event) => {
      // back to what it began with, or something else
      for (const [exportId, begun] of (
        [
          [null, { name: '', region: 'demo', DbId: 'demo', schedule: { timeOfDay: '' }, deliveryLocation: { fileName: '{db}.zip', location: 0 } }],
          [5, { name: EXPORT_INPUT.name }],
        ] as const
      ).filter(([exportId]) => openDrafts(screen).includes(exportId)))
        kernel.dispatch(editExport({ exportId, changes: event.changed ? { name: 'Something else' } : begun }));
      kernel.dispatch(leaveExportForm({}));
      answerReads(screen);
    },
    ASK_RULE: ({ ruleId }) => askDeleteRule({ ruleId }),
    ASK_DELETE: (event) => {
      if (state === 'viewing') open(`?export=${event.exportId}`);
      kernel.dispatch(askDeleteExport({ id: event.exportId }));
    },
    REMOVED: () => {
      screen.answer('deleteExport', () => ({}));
      answerReads(screen);
    },
    CONFIRM: () => {
      kernel.dispatch(confirmExportQuestion({}));
      answerReads(screen);
    },
    CANCEL: () => cancelExportQuestion({}),
  };
});

/** Exports whose draft is open. */
function openDrafts({ kernel }: FakeScreen): readonly (number | null)[] {
  const { drafts } = kernel.snapshot();
  return [null, 5].filter((exportId) => exportScope({ exportId }) in drafts);
}

function answerReads(screen: FakeScreen): void {
  for (let i = 0; i < 3; i++) {
    screen.answer('listExports', () => ({ regions: [{ region: 'demo', name: 'Demo', exports: [EXPORT] }] }));
    screen.answer('readExport', () => EXPORT);
    screen.answer('listExportHistory', () => ({ exportRuns: [], total: 0 }));
    screen.answer('listDeliveryLocations', () => ({ locations: [] }));
    screen.answer('readExportConfiguration', () => ({
      regions: [{ region: 'demo', name: 'Demo', timezone: 'UTC', readOnly: false, databases: [{ DbId: 'demo', name: 'Demo', hasVersion: true }] }],
      scopes: ['Database', 'Region'],
      deliveryKinds: ['folder'],
      fileNamePlaceholders: [],
    }));
  }
}

const SETTINGS = { kind: 'folder', path: 'nightly' } as const;
const LOCATION = { id: 4, region: 'demo', name: 'Nightly', settings: SETTINGS, credentials: [], exports: 0, rev: 1 };

export const actOnDeliveryLocations = acting<DeliveryLocationsEvent>((screen) => {
  const { kernel } = screen;
  const state = String(kernel.workflow('deliveryLocations').getSnapshot().value);
  return {
    EDIT: ({ id }) => {
      kernel.dispatch(openPlace({ path: '/exports', search: '?dialog=locations' }));
      kernel.dispatch(editDeliveryLocation({ id }));
    },
    TEST: () => testDeliveryLocation({ id: null, region: 'demo', settings: SETTINGS, credentials: {} }),
    TESTED: () => screen.answer('testDeliveryLocation', () => ({ ok: true, message: 'The folder is there.', hostKey: null })),
    SAVE: () => {
      // only a form can be sent, and once
      if (state === 'editing' || state === 'testing')
        kernel.dispatch(saveDeliveryLocation({ id: null, rev: 0, input: { region: 'demo', name: 'Nightly', settings: SETTINGS }, credentials: {} }));
    },
    ASK: ({ id }) => {
      kernel.dispatch(openPlace({ path: '/exports', search: '?dialog=locations' }));
      kernel.dispatch(askDeleteLocation({ id }));
    },
    CONFIRM: () => confirmDeleteLocation({}),
    DONE: () => {
      screen.answer('createDeliveryLocation', () => LOCATION);
      screen.answer('deleteDeliveryLocation', () => ({}));
    },
    FAILED: ({ messages }) => {
      for (const call of ['createDeliveryLocation', 'deleteDeliveryLocation']) screen.fail(call, { status: 409, messages, url: '/', method: 'POST' });
    },
    CANCEL: () => {
      if (state === 'testing') kernel.dispatch(openPlace({ path: '/exports', search: '' }));
      else kernel.dispatch(listDeliveryLocations({}));
      // what was under way ends, or the next one would wait for it
      for (const call of ['createDeliveryLocation', 'deleteDeliveryLocation', 'testDeliveryLocation'])
        screen.fail(call, { status: 500, messages: ['No'], url: '/', method: 'POST' });
    },
  };
});

/** The calls that the questions of publishing end in; its forms send the others. */
export const PUBLISHING_CALLS = ['switchRelease', 'withdrawFeed', 'cancelSwitch'] as const;
const FEED_CALLS = ['createPublicFeed', 'updatePublicFeed', 'approveRelease', ...PUBLISHING_CALLS] as const;

const DETAILS = { slug: 'city', license: '', contact: '' } as const;
export const PUBLIC_FEED: PublicFeed = {
  ...DETAILS,
  id: 4,
  region: 'demo',
  regionName: 'Demo',
  timezone: 'Europe/Amsterdam',
  databaseId: 'demo',
  url: 'https://data.example/feeds/city/',
  current: 9,
  since: 1,
  next: null,
  withdrawn: null,
  trouble: null,
  formerSlugs: [],
  releases: [],
  readOnly: false,
  rev: 2,
};

/** The same with a release that the gate holds back. */
export const HELD_FEED: PublicFeed = {
  ...PUBLIC_FEED,
  next: { release: 10, at: 2 },
  releases: [
    {
      id: 10,
      date: null,
      sha256: '0',
      size: 1,
      taskRunId: 7,
      versionId: 3,
      author: 'Mia Jansen',
      created: 1,
      facts: null,
      notes: '',
      held: true,
      checked: {
        against: 9,
        day: '2026-12-01',
        ids: {
          trip: { count: 0, first: [] },
          stop: { count: 1, first: ['S1'] },
          route: { count: 0, first: [] },
          agency: { count: 0, first: [] },
        },
        errors: { count: 2, served: null },
        limit: null,
        coverage: [{ days: 7, without: [], trips: 70, usual: 70 }],
        days: 7,
        unreadable: false,
        reasons: ['stop'],
      },
    },
  ],
};

/** The calls that the questions of alerts end in. */
export const ALERT_CALLS = ['publishServiceAlert', 'endServiceAlert', 'removeServiceAlert'] as const;

export const ALERT: ServiceAlert = {
  id: 7,
  state: 'draft',
  cause: 'CONSTRUCTION',
  effect: 'DETOUR',
  severity: 'WARNING',
  texts: [{ language: 'en', header: 'Stop closed', description: '', url: '', ttsHeader: '', ttsDescription: '' }],
  periods: [],
  entities: [{ kind: 'stop', stop: 'S1' }],
  named: [{ label: 'Central' }],
  author: 'Mia Jansen',
  changed: 1,
  rev: 2,
};
export const ALERTS_OF_FEED = { alerts: [ALERT], templates: [], timezone: 'Europe/Amsterdam', language: 'en', isReady: true };

export const actOnServiceAlerts = acting<ServiceAlertsEvent>((screen) => {
  const { kernel } = screen;
  const snapshot = kernel.workflow('serviceAlerts').getSnapshot();
  const state = String(snapshot.value);
  const openAlerts = (): void => {
    kernel.dispatch(openPlace({ path: '/exports', search: '?dialog=alerts&feed=4' }));
    screen.answer('listPublicFeeds', () => ({ feeds: [PUBLIC_FEED] }));
    screen.answer('listServiceAlerts', () => ALERTS_OF_FEED);
  };
  const { id: _id, state: _state, named: _named, author: _author, changed: _changed, rev: _rev, ...content } = ALERT;
  const calls = ['createServiceAlert', 'updateServiceAlert', ...ALERT_CALLS];
  return {
    WRITE: ({ id }) => {
      openAlerts();
      kernel.dispatch(writeServiceAlert({ feed: 4, id }));
    },
    ASK: ({ question }) => {
      openAlerts();
      kernel.dispatch(askServiceAlert(question));
    },
    // only a form can be sent, and once
    SAVE: () => {
      if (state === 'writing') kernel.dispatch(createServiceAlert({ feed: 4, content }));
    },
    CONFIRM: () => confirmServiceAlert({}),
    DONE: () => {
      screen.answer('removeServiceAlert', () => ({ id: 7 }));
      for (const call of calls.filter((one) => one !== 'removeServiceAlert')) screen.answer(call, () => ALERT);
    },
    FAILED: ({ messages }) => {
      for (const call of calls) screen.fail(call, { status: 409, messages, url: '/', method: 'POST' });
    },
    CANCEL: () => listServiceAlerts({}),
  };
});

export const actOnPublishing = acting<PublishingEvent>((screen) => {
  const { kernel } = screen;
  const state = String(kernel.workflow('publishing').getSnapshot().value);
  const openFeeds = (): void => {
    kernel.dispatch(openPlace({ path: '/exports', search: '?dialog=feeds' }));
    screen.answer('listPublicFeeds', () => ({ feeds: [PUBLIC_FEED] }));
  };
  return {
    PUBLISH: ({ file }) => askPublish(file),
    EDIT: ({ id }) => {
      openFeeds();
      kernel.dispatch(editPublicFeed({ id }));
    },
    ASK: ({ question }) => {
      openFeeds();
      kernel.dispatch(askPublishing(question));
    },
    SAVE: () => {
      // only a form can be sent, and once
      if (state === 'publishing') kernel.dispatch(createPublicFeed({ ...DETAILS, taskRunId: 7, at: null, notes: '' }));
      if (state === 'editing') kernel.dispatch(updatePublicFeed({ id: 4, rev: 2, ...DETAILS }));
      if (state === 'reviewing') kernel.dispatch(approveRelease({ id: 4, rev: 2, release: 9, reason: 'The stop is closed' }));
    },
    CONFIRM: () => confirmPublishing({}),
    DONE: () => {
      for (const call of FEED_CALLS) screen.answer(call, () => PUBLIC_FEED);
    },
    FAILED: ({ messages }) => {
      for (const call of FEED_CALLS) screen.fail(call, { status: 409, messages, url: '/', method: 'POST' });
    },
    CANCEL: () => listPublicFeeds({}),
  };
});
