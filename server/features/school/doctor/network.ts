import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { TLSSocket } from 'node:tls';
import { DAY_MS, toInstant } from '#server/clock.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import { inspectDatabase } from '#server/database/inspect.ts';
import { certificateProblem, OperatorError } from '#server/errors.ts';
import { trySmtp } from '#server/email/connect-smtp.ts';
import { isLoopback, localOrigin } from '#server/http/endpoint/origins.ts';
import { inspectStoredAddress } from '#server/public-address.ts';
import type { Tools } from './tools.ts';
import { codeOf, failing, type Finding, ok, warning } from './finding.ts';

const PATIENCE_MS = 4000;
const CERTIFICATE_DAYS = 14;

export const checkEmail = async ({ settings }: Tools): Promise<Finding> => {
  const messages = doctorMessages.email;
  const setting = 'SMTP_URL';
  const { host: name, port, sender } = await settings.email();
  if (name === '')
    return warning('email', {
      title: messages.unset,
      detail: messages.unsetDetail,
      setting,
      fix: { text: messages.fix, code: setting },
    });
  const host = `${name}:${port}`;
  try {
    const server = await settings.mailServer();
    if (server) await trySmtp(server);
    return ok('email', { title: messages.ok, detail: messages.from(host, sender || 'no-reply'), setting });
  } catch (error) {
    if (error instanceof OperatorError)
      return failing('email', { title: messages.refused, detail: error.message, setting });
    const code = codeOf(error);
    const title = code === 'EAUTH' ? messages.refused : messages.unreachable;
    const fix = { text: doctorMessages.correct, code: setting };
    const problem = certificateProblem(error);
    if (problem !== undefined)
      return failing('email', { title, detail: messages.certificateDetail(host, problem), setting });
    return failing('email', { title, detail: messages.failingDetail(host, code), setting, fix });
  }
};

/** The proxies of a request, by its headers. */
export interface RequestPath {
  forwardedFor: string | undefined;
}

const checkTrust = ({ config }: Tools, request: RequestPath | undefined): Finding => {
  const { publicUrl, trustProxy, host } = config;
  const messages = doctorMessages.proxy;
  const setting = 'TRUST_PROXY';
  const trust = { text: messages.trust, code: 'TRUST_PROXY=1' };
  // This server speaks plain HTTP: an address with https:// is that of a proxy.
  const hasProxy = publicUrl?.startsWith('https://') === true || request?.forwardedFor !== undefined;
  if (trustProxy === false)
    return hasProxy
      ? failing('proxy', { title: messages.ignored, detail: messages.ignoredDetail, setting, fix: trust })
      : ok('proxy', { title: messages.none, detail: messages.noneDetail, setting });
  if (trustProxy === true && !isLoopback(`http://${host}`))
    return warning('proxy', { title: messages.anyone, detail: messages.anyoneDetail, setting, fix: trust });
  if (request && request.forwardedFor === undefined) {
    const fix = { text: messages.forward, code: 'X-Forwarded-For' };
    return warning('proxy', { title: messages.silent, detail: messages.silentDetail, setting, fix });
  }
  return ok('proxy', { title: messages.trusted, detail: messages.trustedDetail, setting });
};

/** Whether it is trusted, and what it does to requests: now, and in the thorough examination of a day. */
export const checkProxy = async (tools: Tools, request: RequestPath | undefined): Promise<Finding[]> => {
  const { proxy: words } = doctorMessages;
  const problems = await tools.askProxy();
  return [
    checkTrust(tools, request),
    ...problems.map((problem) => {
      const { title, detail, fix, code } = words.problems[problem];
      const status = problem === 'limit' ? failing : warning;
      return status('proxy', { title, detail, setting: 'PUBLIC_URL', fix: { text: fix, code } });
    }),
  ];
};

interface Reached {
  status: number;
  isOurs: boolean;
  certificateEndsAt: number | undefined;
}

const request = (address: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = address.startsWith('https://') ? getSecure : getPlain;
    const url = new URL('/healthz', address);
    get(url, { agent: false, signal: AbortSignal.timeout(PATIENCE_MS) }, resolve).once('error', reject);
  });

const reach = async (address: string): Promise<Reached> => {
  const response = await request(address);
  const { socket, statusCode: status = 0 } = response;
  const certificateEndsAt = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : undefined;
  let body = '';
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length > 100) break;
  }
  return { status, isOurs: status === 200 && body === '{"status":"ok"}', certificateEndsAt };
};

const storedAddress = async (config: Tools['config']): Promise<string | undefined> => {
  try {
    await using inspection = await inspectDatabase(config);
    return inspection && (await inspectStoredAddress(inspection));
  } catch {
    // The check of the database says why.
    return undefined;
  }
};

const messages = doctorMessages.address;
const setting = 'PUBLIC_URL';
const correct = { text: doctorMessages.correct, code: setting };

const withoutAddress = ({ host, port }: Tools['config']): Finding =>
  isLoopback(`http://${host}`)
    ? ok('address', { title: messages.local, detail: messages.localDetail(localOrigin(host, port)), setting })
    : warning('address', {
        title: messages.unknown,
        detail: messages.unknownDetail,
        setting,
        fix: { text: messages.fix, code: setting },
      });

const judge = (
  { host, origin, protocol }: URL,
  { status, isOurs, certificateEndsAt }: Reached,
  { clock }: Tools,
): Finding => {
  if (!isOurs)
    return failing('address', {
      title: messages.other(host),
      detail: messages.otherDetail(status),
      setting,
      fix: correct,
    });
  const title = messages.ok(host);
  if (certificateEndsAt !== undefined) {
    const daysLeft = Math.floor((certificateEndsAt - clock.now()) / DAY_MS);
    const detail = messages.until({ date: toInstant(certificateEndsAt) });
    return daysLeft < CERTIFICATE_DAYS
      ? warning('address', { title: messages.expires(daysLeft), detail, setting })
      : ok('address', { title, detail, setting });
  }
  return protocol === 'http:' && !isLoopback(origin)
    ? warning('address', { title: messages.unencrypted, detail: messages.unencryptedDetail, setting, fix: correct })
    : ok('address', { title, detail: messages.plain, setting });
};

/** Opens the public address as a visitor would. */
export const checkAddress = async (tools: Tools): Promise<Finding> => {
  const { config } = tools;
  const address = config.publicUrl ?? (await storedAddress(config));
  if (address === undefined) return withoutAddress(config);
  const url = new URL(address);
  try {
    return judge(url, await reach(address), tools);
  } catch (error) {
    const code = codeOf(error);
    const problem = certificateProblem(error);
    const isCertificate = problem !== undefined || /CERT|TLS|SIGNATURE/.test(code);
    const title = isCertificate ? messages.certificate(url.host) : messages.unreachable(url.host);
    const detail = problem === undefined ? messages.unreachableDetail(code) : messages.certificateDetail(problem);
    return failing('address', { title, detail, setting, fix: correct });
  }
};
