/** Every form that keeps what is typed into it in the state. Secrets are in none: they never enter the log. */
import { z } from 'zod';
import { defineTypedForm, type TypedForm } from './typed.ts';

export const newAgency = defineTypedForm('newAgency', 'a new agency', { id: z.string(), name: z.string() }, { reopens: true });

export const newFare = defineTypedForm(
  'newFare',
  'a new fare',
  { fareId: z.string(), description: z.string(), price: z.string(), currency: z.string() },
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

/** All of them. */
export const TYPED_FORMS: readonly TypedForm<unknown>[] = [newAgency, newFare, newSchedule, newStop];

/** The form of that name. */
export function typedForm(name: string): TypedForm<unknown> | undefined {
  return TYPED_FORMS.find((form) => form.name === name);
}
