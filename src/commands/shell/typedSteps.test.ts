import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { TYPED_FORMS } from '../../projections/typedForms.ts';
import { appStarted } from './appStarted.ts';
import { openPlace } from './openPlace.ts';
import { forgetTyped, typeInto } from './typedSteps.ts';

const AGENCIES = { path: '/data/db/demo/v/1/agencies', search: '?Mode=create' };

function begun() {
  const { kernel } = openProduct('/data');
  kernel.dispatch(openPlace(AGENCIES));
  const typed = () => kernel.snapshot().view.typed;
  return { kernel, typed, type: (form: string, values: Record<string, unknown>) => kernel.dispatch(typeInto({ form, values })) };
}

test('fields are typed into one after the other, in several forms; each is forgotten by itself', () => {
  const { kernel, typed, type } = begun();
  type('newAgency', { id: 'CITY' });
  type('newAgency', { name: 'City trams' });
  type('newStop', { name: 'Harbour' });
  type('newAgency', { id: 'CITY2' });
  expect(typed()).toEqual({ newAgency: { id: 'CITY2', name: 'City trams' }, newStop: { name: 'Harbour' } });
  kernel.dispatch(forgetTyped({ form: 'newAgency' }));
  expect(typed()).toEqual({ newStop: { name: 'Harbour' } });
  kernel.dispatch(forgetTyped({ form: 'newStop' }));
  expect(typed()).toBeUndefined();
});

test('what no form has, or what a field cannot be, is not written', () => {
  const { typed, type } = begun();
  type('newAgency', { password: 'secret' });
  type('newAgency', { name: 7 });
  type('nothing', { name: 'x' });
  expect(typed()).toBeUndefined();
});

test('another page of the version keeps what is typed, another version does not', () => {
  const { kernel, typed, type } = begun();
  type('newStop', { name: 'Harbour' });
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops/S1', search: '' }));
  expect(typed()).toEqual({ newStop: { name: 'Harbour' } });
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/stops', search: '' }));
  expect(typed()).toBeUndefined();
});

test('a page that is loaded again keeps the forms that are open again; a page at another address keeps none', () => {
  const { kernel, typed, type } = begun();
  const [sample] = appStarted.definition.samples();
  if (!sample) throw new Error('There is no sample');
  type('newAgency', { id: 'CITY' });
  kernel.receive(appStarted({ ...sample, ...AGENCIES }));
  expect(typed()).toEqual({ newAgency: { id: 'CITY' } });
  kernel.receive(appStarted({ ...sample, path: '/data/db/demo/v/1/agencies', search: '' }));
  expect(typed()).toBeUndefined();
});

test('each form has a name of its own', () => {
  expect(new Set(TYPED_FORMS.map(({ name }) => name)).size).toBe(TYPED_FORMS.length);
});
