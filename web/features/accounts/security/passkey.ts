import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';

export const hasPasskeys = browserSupportsWebAuthn;

/** A user who closes the window of the browser stops the action; nothing failed. */
const orStopped = (error: unknown): never => {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
    throw new DOMException(messages.factors.passkeyFailed, 'AbortError');
  throw error;
};

type CreateOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type UseOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

const optionsFor = async <T>(purpose: 'add' | 'confirm'): Promise<T> => {
  const { options } = await call('POST /user/passkeys/options', { body: { purpose } });
  // Written by the library's own other half on the server.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return options as T;
};

export const createPasskey = async () => {
  const optionsJSON = await optionsFor<CreateOptions>('add');
  return startRegistration({ optionsJSON }).catch(orStopped);
};

/** For a login of a visitor, or for a confirmation of a user. */
export const askForPasskey = async () => {
  const optionsJSON = await optionsFor<UseOptions>('confirm');
  return startAuthentication({ optionsJSON }).catch(orStopped);
};
