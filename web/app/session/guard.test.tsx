import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#contract/fields.ts';
import { Guard, NeedsCourse, useCourseId, useReturnTo } from './guard.tsx';
import { sessionStore } from './session.ts';

const signIn = (role: Role) =>
  sessionStore.start({
    token: 't1',
    user: {
      _id: 'u1',
      fullName: 'Nisha Varma',
      email: 'nisha@example.in',
      role,
      avatar: { secure_url: null },
      teaches: false,
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

const Login = () => <p>Login, then {useReturnTo()}</p>;
const Lectures = () => <p>Lectures of {useCourseId()}</p>;
const Other = () => <p>At {useLocation().pathname}</p>;

const open = (address: string, state?: unknown) => {
  const router = createMemoryRouter(
    [
      { path: '/login', Component: Login },
      {
        element: <Guard allow={['ADMIN', 'USER']} />,
        children: [{ element: <NeedsCourse />, children: [{ path: '/lectures', Component: Lectures }] }],
      },
      { element: <Guard allow={['ADMIN']} />, children: [{ path: '/admin', Component: Other }] },
      { path: '*', Component: Other },
    ],
    { initialEntries: [{ pathname: address.split('?')[0] ?? '', search: address.replace(/^[^?]*/, ''), state }] },
  );
  render(<RouterProvider router={router} />);
};

afterEach(() => sessionStore.end());

describe('the guard', () => {
  it('redirects a visitor to log in, and back afterwards', { tags: ['ROL-09'] }, async () => {
    open('/lectures?course=c1');
    expect(await screen.findByText('Login, then /lectures?course=c1')).toBeTruthy();
  });

  it('lets an allowed role through', { tags: ['ROL-07'] }, async () => {
    signIn('USER');
    open('/lectures?course=c1');
    expect(await screen.findByText('Lectures of c1')).toBeTruthy();
  });

  it('shows another role that access is denied', { tags: ['ROL-08'] }, async () => {
    signIn('USER');
    open('/admin');
    expect(await screen.findByText('At /denied')).toBeTruthy();
  });

  it('redirects to the list when no course is given', { tags: ['SCR-35'] }, async () => {
    signIn('USER');
    open('/lectures');
    expect(await screen.findByText('At /courses')).toBeTruthy();
  });

  it('redirects to log in when the server ends the session', async () => {
    signIn('ADMIN');
    open('/admin');
    await screen.findByText('At /admin');
    act(() => sessionStore.end());
    expect(await screen.findByText('Login, then /admin')).toBeTruthy();
  });

  it('redirects home after a logout', { tags: ['PRD-13'] }, async () => {
    signIn('ADMIN');
    open('/admin');
    await screen.findByText('At /admin');
    act(() => sessionStore.logOut());
    expect(await screen.findByText('At /')).toBeTruthy();
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 7])(
    'never redirects to another site: %s',
    async (returnTo) => {
      open('/login', { returnTo });
      expect(await screen.findByText('Login, then /')).toBeTruthy();
    },
  );
});
