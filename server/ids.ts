import { hash, randomBytes } from 'node:crypto';

/** 96 random bits as 24 hex digits: the form that clients of this API know from `_id`. */
export const newId = (): string => randomBytes(12).toString('hex');

/** 256 random bits, for tokens that are a credential by themselves. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** How a secret is stored: it has full entropy, so a fast digest is enough. */
export const secretDigest = (secret: string): string => hash('sha256', secret, 'hex');
