import { expect, test } from 'vitest';
import { reportOf } from './findings.tsx';

const program = { version: '0.1.0', nodeVersion: '24.1.0', startedAt: '2026-06-15T04:30:00.000Z', memoryBytes: 1 };

test('a copied report has what fails and how to fix it, and neither emails nor keys', () => {
  const report = reportOf({
    checkedAt: '2026-06-15T04:30:00.000Z',
    program,
    findings: [
      {
        check: 'payments',
        status: 'failing',
        title: 'The key rzp_live_8aZ0 is rejected',
        detail: 'Ask head@school.example, or <asha.rao+shop@mail.school.example>.',
        setting: null,
        fix: { text: 'Correct this setting:', code: 'RAZORPAY_KEY_ID' },
      },
      {
        check: 'email',
        status: 'ok',
        title: 'The mail server accepts the login',
        detail: 'mail.example:587, from Asha Rao <asha@school.example>.',
        setting: 'SMTP_URL',
        fix: null,
      },
    ],
  });
  expect(report.split('\n')).toEqual([
    'Lectern 0.1.0, Node 24.1.0, 2026-06-15T04:30:00.000Z',
    'failing: The key (key) is rejected. Ask (email), or <(email)>. Correct this setting: RAZORPAY_KEY_ID',
    'ok: The mail server accepts the login.',
  ]);
});
