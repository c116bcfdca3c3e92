import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;
const CREDENTIAL_ID_BYTES = 16;

const Options = z.looseObject({ challenge: z.string() });

const encode = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** An authenticator for one passkey with ES256, as the browser and the device together behave (Web Authentication Level 3). */
export const createSoftwarePasskey = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(CREDENTIAL_ID_BYTES);
  const rpIdHash = (): Buffer => hash('sha256', new URL(origin).hostname, 'buffer');
  const clientData = (type: string, options: unknown, from: string): string =>
    encode(JSON.stringify({ type, challenge: Options.parse(options).challenge, origin: from, crossOrigin: false }));
  /** COSE_Key in CBOR: EC2, ES256, P-256. */
  const coseKey = Buffer.concat([
    hex('a5010203262001215820'),
    Buffer.from(x, 'base64url'),
    hex('225820'),
    Buffer.from(y, 'base64url'),
  ]);
  const authenticatorData = (flags: number, more = Buffer.alloc(0)): Buffer =>
    Buffer.concat([rpIdHash(), uint(flags, 1), uint(0, 4), more]);
  const credential = { id: encode(id), rawId: encode(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    id: encode(id),
    create: (options: unknown, { from = origin, flags = USER_PRESENT_AND_VERIFIED } = {}) => {
      const attested = Buffer.concat([Buffer.alloc(16), uint(CREDENTIAL_ID_BYTES, 2), id, coseKey]);
      const data = authenticatorData(flags | HAS_CREDENTIAL, attested);
      // {fmt: 'none', attStmt: {}, authData: …} in CBOR.
      const attestation = [
        hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'),
        uint(data.length, 1),
        data,
      ];
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, from),
          attestationObject: encode(Buffer.concat(attestation)),
          transports: ['internal'],
        },
      };
    },
    use: (options: unknown, { from = origin, flags = USER_PRESENT_AND_VERIFIED } = {}) => {
      const data = authenticatorData(flags);
      const client = clientData('webauthn.get', options, from);
      const signed = Buffer.concat([data, hash('sha256', Buffer.from(client, 'base64url'), 'buffer')]);
      return {
        ...credential,
        response: {
          clientDataJSON: client,
          authenticatorData: encode(data),
          signature: encode(createSign('sha256').update(signed).sign(privateKey)),
        },
      };
    },
  };
};
