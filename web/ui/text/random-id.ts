const BYTES = 16;

/** 32 characters. `crypto.randomUUID` is missing on pages without HTTPS. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
