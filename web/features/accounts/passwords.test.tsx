import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loginForTest } from '#web/app/session/admin-for-test.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { Component as ChangePassword } from './change-password.tsx';
import { Component as ForgetPassword } from './forgot-password.tsx';
import { Component as Invitation } from './invitation.tsx';
import { Component as ResetPassword } from './reset-password.tsx';

/** What the network does: responds with a status and a body, to a login with one of its own, or is down. */
type Network = [status: number, body: object, login?: object] | 'down';

const open = (address: string, network: Network) => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (network === 'down') throw new TypeError('Failed to fetch');
    const [status, body, login] = network;
    if (path.endsWith('/user/login'))
      return Response.json(login ?? { success: false, message: 'No' }, { status: login ? 200 : 401 });
    return new Response(JSON.stringify(body), { status });
  });
  const router = createMemoryRouter(
    [
      { path: '/changepassword', Component: ChangePassword },
      { path: '/forget-password', Component: ForgetPassword },
      { path: '/reset-password/:token', Component: ResetPassword },
      { path: '/invitation/:token', Component: Invitation },
      { path: '/login', element: <h1>Login</h1> },
      { path: '/teach', element: <h1>Your courses</h1> },
      { path: '/learning', element: <h1>My learning</h1> },
    ],
    { initialEntries: [address] },
  );
  render(
    <SiteProvider value={site}>
      <RouterProvider router={router} />
      <Toaster />
    </SiteProvider>,
  );
  return userEvent.setup({ delay: null });
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shown = async (sentence: string) => expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);

describe('changing the password', () => {
  const change = async (network: Network) => {
    const person = open('/changepassword', network);
    await person.type(screen.getByLabelText('Old Password'), 'the old one');
    await person.type(screen.getByLabelText('New Password'), 'the new one');
    await person.click(screen.getByRole('button', { name: 'Change Password' }));
  };
  const typed = () =>
    ['Old Password', 'New Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

  test.each([
    [{ succes: true, message: 'Done' }, 'Done'],
    [{ success: true }, 'Password changed successfully!'],
  ])('succeeds with %o, and clears both fields', { tags: ['MSG-27', 'TRN-13'] }, async (body, sentence) => {
    await change([200, body]);
    await shown(sentence);
    expect(typed()).toEqual(['', '']);
  });

  test.each<[Network, string]>([
    [[200, { success: false }], 'Something went wrong'],
    [[200, { success: false, message: 'No' }], 'No'],
    [[500, {}], 'Server error'],
    ['down', 'Server error'],
    [[400, { success: false, message: 'The old password is incorrect' }], 'The old password is incorrect'],
  ])('shows for %o "%s" and keeps the input', { tags: ['MSG-25', 'MSG-26', 'ADD-20'] }, async (network, sentence) => {
    await change(network);
    await shown(sentence);
    expect(typed()).toEqual(['the old one', 'the new one']);
  });
});

describe('requesting a new password', () => {
  test.each<[Network, string]>([
    [[200, { success: true, message: 'Check your email' }], 'Check your email'],
    [[500, {}], 'Something went wrong.'],
    ['down', 'Something went wrong.'],
  ])('shows for %o "%s" under the form and as a toast', { tags: ['SCR-08', 'MSG-28'] }, async (network, sentence) => {
    const person = open('/forget-password', network);
    await person.type(screen.getByLabelText('Email'), 'arjun@school.example');
    await person.click(screen.getByRole('button', { name: 'Send Reset Link' }));
    expect(await screen.findAllByText(sentence)).toHaveLength(2);
  });
});

describe('resetting the password', () => {
  const reset = async (network: Network) => {
    const person = open('/reset-password/token', network);
    await person.type(screen.getByLabelText('New Password'), 'the new one');
    await person.click(screen.getByRole('button', { name: 'Update Password' }));
  };

  test.each<[number, object, string]>([
    [200, { success: true, message: 'Done' }, 'Done'],
    [201, { success: true, message: 'Done' }, 'Done'],
    [200, { message: 'Done' }, 'Done'],
    [201, { message: 'Done' }, 'Done'],
    [200, {}, 'Password updated. Please log in with the new one.'],
  ])(
    'for status %d with %o shows "%s" and redirects to /login after 1.5 s',
    { tags: ['SCR-10', 'NUM-10'] },
    async (status, body, sentence) => {
      const person = open('/reset-password/token', [status, body]);
      await person.type(screen.getByLabelText('New Password'), 'the new one');
      vi.useFakeTimers();
      const pass = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));
      fireEvent.click(screen.getByRole('button', { name: 'Update Password' }));
      await pass(0);
      expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
      await pass(1499);
      expect(screen.queryByRole('heading', { name: 'Login' })).toBeNull();
      await pass(1);
      expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
    },
  );

  test.each<[Network, string]>([
    [[202, { success: true, message: 'Done' }], 'Unexpected response. Please try again.'],
    [[500, {}], 'Something went wrong.'],
    [[400, { success: false, message: 'This reset link no longer works.' }], 'This reset link no longer works.'],
  ])('shows for %o "%s" and stays', { tags: ['MSG-29', 'MSG-30'] }, async (network, sentence) => {
    await reset(network);
    await shown(sentence);
    expect(screen.getByRole('button', { name: 'Update Password' })).toBeTruthy();
  });

  test('the password can be shown and hidden', { tags: ['SCR-09'] }, async () => {
    const person = open('/reset-password/token', 'down');
    const field = screen.getByLabelText<HTMLInputElement>('New Password');
    expect(field.type).toBe('password');
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
  });
});

describe('an invitation', () => {
  const MESSAGE = 'Password updated. Please log in with the new one.';
  const invited = { success: true, message: MESSAGE, invitedEmail: 'ravi@home.example' };
  const login = (teaches: boolean) => ({ success: true, message: 'Logged in', ...loginForTest('USER', teaches) });

  test.each<[what: string, network: Network, sentence: string, heading: string]>([
    ['a teacher is logged in, and sees the courses', [200, invited, login(true)], 'You’re in.', 'Your courses'],
    ['a learner is logged in, and sees what to learn', [200, invited, login(false)], 'You’re in.', 'My learning'],
    ['whose login fails logs in', [200, invited], MESSAGE, 'Login'],
    [
      'with an old link to a password that was set logs in',
      [200, { success: true, message: MESSAGE }],
      MESSAGE,
      'Login',
    ],
  ])('%s', async (_, network, sentence, heading) => {
    const person = open('/invitation/token', network);
    await person.type(screen.getByLabelText('New Password'), 'the new one');
    await person.click(screen.getByRole('button', { name: 'Choose Password' }));
    await shown(sentence);
    expect(await screen.findByRole('heading', { name: heading }, { timeout: 60_000 })).toBeTruthy();
    act(() => sessionStore.end());
  });
});
