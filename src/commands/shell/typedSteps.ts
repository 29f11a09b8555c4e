/** Typing into a form, and the end of it. What is typed is written at a pause, not letter by letter (`ui/parts/useTyped.ts`). */
import { z } from 'zod';
import { forgetForm } from '../../projections/typed.ts';
import { typedForm } from '../../projections/typedForms.ts';
import { defineStep } from '../defineStep.ts';

/** Types into fields of a form, or chooses in them. */
export const typeInto = defineStep('form.type', ({ form }) => `Fill in ${typedForm(form)?.what ?? form}`, {
  payload: z
    .object({ form: z.string(), values: z.record(z.string(), z.unknown()) })
    .refine(({ form, values }) => typedForm(form)?.accepts(values) === true, 'There is no such field'),
  samples: [
    { form: 'newAgency', values: { id: 'CITY' } },
    { form: 'newStop', values: { name: 'Harbour', type: 1, parent: null } },
  ],
  apply: (base, { form, values }) => {
    base.typed = { ...base.typed, [form]: { ...base.typed?.[form], ...values } };
  },
});

/** Lets go what was typed into a form: it was closed, or what it makes is made. */
export const forgetTyped = defineStep('form.forget', ({ form }) => `Close the form of ${typedForm(form)?.what ?? form}`, {
  payload: z.object({ form: z.string() }),
  samples: [{ form: 'newAgency' }],
  apply: (base, { form }) => forgetForm(base, form),
});
