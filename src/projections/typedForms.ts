/** Every form that keeps what is typed into it in the state. Secrets are in none: they never enter the log. */
import { z } from 'zod';
import { defineTypedForm, type TypedForm } from './typed.ts';

export const newAgency = defineTypedForm('newAgency', 'a new agency', { id: z.string(), name: z.string(), asked: z.boolean() }, { reopens: true });

export const newFare = defineTypedForm(
  'newFare',
  'a new fare',
  { fareId: z.string(), description: z.string(), price: z.string(), currency: z.string(), asked: z.boolean() },
  { reopens: true },
);

export const newStop = defineTypedForm(
  'newStop',
  'a new stop',
  { name: z.string(), zone: z.string(), type: z.number(), parent: z.string().nullable(), id: z.string().nullable() },
  { reopens: true },
);

export const newSchedule = defineTypedForm(
  'newSchedule',
  'a new schedule',
  { id: z.string(), name: z.string(), fromDate: z.string(), toDate: z.string() },
  { reopens: true },
);

export const newTransfer = defineTypedForm('newTransfer', 'a new transfer', { type: z.number(), duration: z.string() }, { reopens: true });

export const newTranslation = defineTypedForm(
  'newTranslation',
  'a new translation',
  {
    place: z.string(),
    LanguageName: z.string(),
    FieldValue: z.string(),
    RecordId: z.string(),
    Translation: z.string(),
    asked: z.boolean(),
  },
  { reopens: true },
);

const RECORD = { id: z.string(), fields: z.record(z.string(), z.string()), refusal: z.string().nullable(), asked: z.boolean() };

export const newRecord = defineTypedForm('newRecord', 'a new record', RECORD, { reopens: true });

export const clonedRecord = defineTypedForm('clonedRecord', 'the copy of a record', RECORD);

export const newComment = defineTypedForm('newComment', 'a comment', { search: z.string(), message: z.string(), checked: z.array(z.number()) });

export const copyOfVersion = defineTypedForm('copyOfVersion', 'the copy of a version', { name: z.string(), refused: z.string().nullable() });

export const sessionNote = defineTypedForm('sessionNote', 'the note of a session', { note: z.string() });

export const carriedOn = defineTypedForm('carriedOn', 'a draft of corrections', { name: z.string() });

export const attachedTrack = defineTypedForm('attachedTrack', 'the track to attach to', { trackId: z.string().nullable() });

/** All of them. */
export const TYPED_FORMS: readonly TypedForm<unknown>[] = [
  attachedTrack,
  carriedOn,
  clonedRecord,
  copyOfVersion,
  newAgency,
  newComment,
  newFare,
  newRecord,
  newSchedule,
  newStop,
  newTransfer,
  newTranslation,
  sessionNote,
];

/** The form of that name. */
export function typedForm(name: string): TypedForm<unknown> | undefined {
  return TYPED_FORMS.find((form) => form.name === name);
}
