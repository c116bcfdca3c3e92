/** Of a file before it is encrypted; any part of it can be read without what is before. */
export const CHUNK_BYTES = 1024 * 1024;
const IV_BYTES = 12;
const ALGORITHM = 'AES-GCM';

export interface ChunkPlace {
  lectureId: string;
  name: string;
  index: number;
}

/** A chunk is of no use at another place. */
const placeOf = ({ lectureId, name, index }: ChunkPlace): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${lectureId}/${name}/${index}`);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0);

/** A key that no script can read again. */
export const importKey = (base64url: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(base64url), ALGORITHM, false, ['encrypt', 'decrypt']);

export const sealChunk = async (key: CryptoKey, place: ChunkPlace, bytes: ArrayBuffer): Promise<ArrayBuffer> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const options = { name: ALGORITHM, iv, additionalData: placeOf(place) };
  const encrypted = await crypto.subtle.encrypt(options, key, bytes);
  const sealed = new Uint8Array(IV_BYTES + encrypted.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(encrypted), IV_BYTES);
  return sealed.buffer;
};

/** Rejects when the chunk was changed, or is of another place or key. */
export const openChunk = async (
  key: CryptoKey,
  place: ChunkPlace,
  sealed: ArrayBuffer,
): Promise<Uint8Array<ArrayBuffer>> => {
  const iv = new Uint8Array(sealed, 0, IV_BYTES);
  const options = { name: ALGORITHM, iv, additionalData: placeOf(place) };
  return new Uint8Array(await crypto.subtle.decrypt(options, key, new Uint8Array(sealed, IV_BYTES)));
};
