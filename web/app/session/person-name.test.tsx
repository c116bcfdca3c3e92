import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Role } from '#contract/fields.ts';
import { PersonName } from './person-name.tsx';
import { sessionStore } from './session.ts';

afterEach(() => sessionStore.end());

const logIn = (role: Role) =>
  sessionStore.start({
    token: 't1',
    user: {
      _id: 'u1',
      fullName: 'Nisha Varma',
      email: 'nisha@example.in',
      role,
      avatar: { secure_url: null },
      teaches: true,
      hasCourses: false,
      language: null,
      subscription: {
        status: 'inactive',
        access_until: null,
        purchased_at: null,
        refundable_until: null,
        auto_renew: false,
        renewable_from: null,
      },
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  });

/** Where a name leads: that of a person, and that of a deleted account. */
const linksFor = (role: Role) => {
  logIn(role);
  const { container } = render(
    <MemoryRouter>
      <PersonName userId="u7">मीरा</PersonName>, <PersonName userId={null}>Deleted account</PersonName>
    </MemoryRouter>,
  );
  return [container.textContent, ...screen.queryAllByRole('link').map((link) => link.getAttribute('href'))];
};

test('a name leads an admin to the person', () => {
  expect(linksFor('ADMIN')).toEqual(['मीरा, Deleted account', '/admin/people/u7']);
});

test('for a teacher, a name is a name', () => {
  expect(linksFor('USER')).toEqual(['मीरा, Deleted account']);
});
