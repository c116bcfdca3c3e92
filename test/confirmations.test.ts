import { expect, it } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { everyEndpoint } from './endpoints.ts';
import { call } from './call.ts';
import { anAdmin } from './factories.ts';
import { startApp } from './start-app.ts';

/** What a stolen session must not do after an hour. */
const NEEDED = `
DELETE /admin/api-keys/:keyId
DELETE /admin/people/:userId/second-step
DELETE /admin/webhooks/:webhookId
DELETE /user/identities/:identityId
DELETE /user/passkeys/:passkeyId
DELETE /user/password
DELETE /user/second-step
GET /admin/audit/export
GET /admin/audit/export-lines
GET /admin/outbox/export
GET /admin/payments/export
GET /admin/people/export
GET /user/exports/:exportId
POST /admin/api-keys
POST /admin/outbox/:mailId/link
POST /admin/parts/:paymentId/write-off
POST /admin/payments/:paymentId/paid-back
POST /admin/payments/:paymentId/refund
POST /admin/payments/:paymentId/reverse
POST /admin/people/:userId/deletion
POST /admin/school-exports
POST /admin/school-exports/:exportId/address
POST /admin/webhooks
POST /admin/webhooks/:webhookId/messages/:messageId/resend
POST /admin/webhooks/:webhookId/secret
POST /admin/webhooks/:webhookId/test
POST /user/deletion
POST /user/export
POST /user/identities
POST /user/passkeys
POST /user/second-step
POST /user/second-step/recovery-codes
PUT /admin/people/:userId/role
PUT /admin/settings/backups
PUT /admin/settings/email
PUT /admin/settings/forum
PUT /admin/settings/login
PUT /admin/settings/payments
PUT /admin/settings/seller
PUT /admin/settings/ways
PUT /admin/webhooks/:webhookId
PUT /user/email
PUT /user/second-step
`;

it('what needs a fresh confirmation is refused before anything of the request is read', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  app.clock.advance(HOUR_MS);
  const declared = everyEndpoint().flatMap(({ endpoint }) => (endpoint.needsConfirmation ? [endpoint] : []));
  expect(declared.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(NEEDED.trim().split('\n'));
  for (const { method, path } of declared) {
    const response = await call(app, method, path.replaceAll(/:\w+/g, 'a'.repeat(24)), { token });
    expect([path, response.status, response.body['code']]).toEqual([path, 403, 'confirmation_needed']);
  }
});
