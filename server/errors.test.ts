import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificateProblem } from '#server/errors.ts';
import { trySmtp } from '#server/email/connect-smtp.ts';
import { describeSmtpError } from '#server/email/smtp-error.ts';
import { temporaryFolder } from '#test/isolated-data.ts';

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

test('a mail server with a certificate of its own is said as such, with the variable that trusts it', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name));
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...words, '-subj', '/CN=localhost', '-keyout', String(key), '-out', String(cert)], {
    stdio: 'ignore',
  });
  const pair = { key: readFileSync(String(key)), cert: readFileSync(String(cert)) };
  const server = createServer(pair, (socket) => void socket.on('error', () => undefined).write('220 mail\r\n'));
  server.on('tlsClientError', () => undefined);
  const port = await listening(server);
  const error: unknown = await trySmtp({ url: `smtps://localhost:${port}`, mayBeLinkLocal: true }).catch(
    (reason: unknown) => reason,
  );
  expect(describeSmtpError(error)).toBe(
    'No encrypted connection could be made: its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file of the authority that signed it, and restart.',
  );
});

test.each([
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'its certificate has expired'],
  ['ESOCKET', 'certificate has expired', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match', 'its certificate is for another name'],
  ['CERT_NOT_YET_VALID', 'x', 'its certificate is not valid yet, or the clock here is wrong'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9', undefined],
])('%s, “%s” is the problem %j, also as the cause of another error', (code, message, problem) => {
  const error = Object.assign(new Error(message), { code });
  expect(certificateProblem(error)?.message).toBe(problem);
  expect(certificateProblem(new Error('fetch failed', { cause: error }))?.message).toBe(problem);
});
