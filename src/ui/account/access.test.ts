import { describe, expect, test } from 'vitest';
import { accessProblem } from './access.ts';

const account = { name: 'mia@x.org', email: 'mia@x.org', verified: true, hasAccess: true, permissions: { readOnly: false } };

describe('access', () => {
  test('needs a role: without one the page says so [R022] [R013]', () => {
    expect(accessProblem({ ...account, hasAccess: false })).toBe('You do not have the required role to access the product.');
    expect(accessProblem({ ...account, hasAccess: false, verified: false })).toBe('You do not have the required role to access the product.');
  });

  test('needs a verified e-mail address: without it the page says so [R023] [R263]', () => {
    expect(accessProblem({ ...account, verified: false })).toBe('Your email is not verified');
  });

  test('is given to a verified person with a role, read-only or not [E025]', () => {
    expect(accessProblem(account)).toBeUndefined();
    expect(accessProblem({ ...account, permissions: { readOnly: true } })).toBeUndefined();
  });
});
