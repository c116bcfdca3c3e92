import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/api.ts';

/** Changing endpoints of admins and teachers that the audit does not record, with the reason. */
const NOT_RECORDED: readonly [request: string, reason: string][] = [
  ['POST /courses/:courseId/lecture/:lectureId/retry', 'repeats what was recorded'],
  ['POST /courses/:courseId/lectures/:lectureId/quiz/questions/:quizQuestionId/preview', 'stores nothing'],
  ['POST /admin/plan-check', 'asks the provider'],
  ['POST /admin/people/imports', 'changes nothing until it runs'],
  ['PUT /admin/people/imports/:importId/columns', 'changes nothing until it runs'],
  ['POST /admin/first-steps/:step', 'a mark on a list'],
  ['POST /admin/settings/payments/check', 'stores nothing'],
  ['POST /admin/settings/backups/test', 'stores nothing'],
  ['POST /admin/settings/email/test', 'an email to oneself'],
  ['POST /admin/settings/email-texts/:id/preview', 'stores nothing'],
  ['POST /admin/settings/email-texts/:id/test', 'an email to oneself'],
  ['POST /admin/blocks/:page/preview', 'stores nothing'],
  ['POST /admin/blocks/:page/pictures', 'a picture that no page shows yet'],
  ['POST /admin/settings/certificates/pictures', 'a picture that no certificate shows yet'],
  ['POST /courses/:courseId/certificate-pictures', 'a picture that no certificate shows yet'],
  ['POST /admin/pages/preview', 'stores nothing'],
  ['POST /admin/overview/first-sale/close', 'hides a card of the overview'],
  ['POST /admin/overview/first-sale/undo-thanks', 'nothing was sent'],
];

const isOfStaff = ({ access }: ReturnType<typeof allEndpoints>[number]): boolean =>
  access === 'admin' || access === 'payments' || (typeof access === 'object' && access.course !== 'watch');

test('every change of admins and teachers is recorded, or is listed with the reason why not', () => {
  const silent = allEndpoints()
    .filter((endpoint) => endpoint.method !== 'GET' && isOfStaff(endpoint) && endpoint.audit === undefined)
    .map(({ method, path }) => `${method} ${path}`);
  expect(silent.toSorted()).toEqual(NOT_RECORDED.map(([request]) => request).toSorted());
});

test('every file of data that admins and teachers export is recorded', () => {
  const exported = allEndpoints().filter(
    (endpoint) => endpoint.method === 'GET' && endpoint.produces !== undefined && isOfStaff(endpoint),
  );
  const silent = exported.filter(({ audit }) => audit !== 'data_exported').map(({ path }) => path);
  expect(silent).toEqual([
    // Samples of a design, with names that are made up.
    '/courses/:courseId/certificate-preview',
    '/admin/settings/certificates/preview',
    // What a buyer sent to be looked at.
    '/admin/payment-requests/:requestId/picture',
    '/admin/outbox/:mailId/attachments/:number',
  ]);
});
