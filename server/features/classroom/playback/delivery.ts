import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { Storage } from '#server/storage/storage.ts';
import { cdnAddress } from './cdn-address.ts';
import { type DeliverySettings, readDeliverySettings } from './delivery-settings.ts';

/** How long an address elsewhere is valid: nobody there learns of a refund or a displaced device sooner. */
const ADDRESS_MS = 15 * 60_000;
/** Twelve hours of segments have a quarter of it. */
const PLAYLIST_MAX_BYTES = 4 * 1024 * 1024;

interface DeliveredFile {
  key: string;
  contentType: string;
}

/** Where viewers whose access was checked get the bytes: from here, from the object store, or from a CDN. */
export interface Delivery {
  readonly settings: DeliverySettings;
  /** Other origins that pages load from. */
  readonly origins: readonly string[];
  /** An address elsewhere, for a short while; undefined when the bytes are sent from here, as texts always are. */
  addressOf(file: DeliveredFile): Promise<string | undefined>;
  /** A playlist that names its files at the CDN; undefined when it is sent as it is stored. */
  playlist(key: string, findFile: (name: string) => DeliveredFile | undefined): Promise<string | undefined>;
}

export const PLAYLIST = 'application/vnd.apple.mpegurl';

/** They are small, browsers load captions from the page's own origin only, and playlists change with each viewer. */
const isText = ({ contentType }: DeliveredFile): boolean => contentType === PLAYLIST || contentType.startsWith('text/');

const NAMES = /^(?!#)\S.*$|(?<=URI=")[^"]+(?=")/gm;

/** Replaces the names of files in a playlist; one for which there is no address stays. */
export const replaceNames = (playlist: string, addressOf: (name: string) => string | undefined): string => {
  // A rendition is one file, which every segment names.
  const addresses = new Map<string, string>();
  return playlist.replace(NAMES, (name) => {
    const address = addresses.get(name) ?? addressOf(name) ?? name;
    addresses.set(name, address);
    return address;
  });
};

const readText = async (storage: Pick<Storage, 'open'>, key: string): Promise<string> => {
  const file = await storage.open(key);
  if (!file) throw fail('file_not_found');
  try {
    if (file.sizeBytes > PLAYLIST_MAX_BYTES) throw new Error(`the playlist ${key} is too large`);
    const bytes = Buffer.alloc(file.sizeBytes);
    for (let filled = 0; filled < bytes.length;) {
      const readBytes = await file.read(bytes.subarray(filled), filled);
      if (readBytes === 0) throw new Error(`the playlist ${key} is shorter than it was`);
      filled += readBytes;
    }
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
};

export const createDelivery = ({
  config,
  clock,
  storage,
}: Pick<Platform, 'config' | 'clock' | 'storage'>): Delivery => {
  const settings = readDeliverySettings(config);
  const here = { addressOf: async () => undefined, playlist: async () => undefined };

  if (settings.kind === 'proxy') return { ...here, settings, origins: [] };

  if (settings.kind === 'redirect')
    return {
      ...here,
      settings,
      origins: [settings.storeOrigin],
      addressOf: async (file) =>
        isText(file)
          ? undefined
          : storage.signUrl?.(file.key, { ttlMs: ADDRESS_MS, contentType: file.contentType, cacheControl: 'private' }),
    };

  const atCdn = (key: string): string => cdnAddress(settings, key, clock.now() + ADDRESS_MS);
  return {
    settings,
    origins: [settings.origin],
    addressOf: async (file) => (isText(file) ? undefined : atCdn(file.key)),
    playlist: async (key, findFile) =>
      replaceNames(await readText(storage, key), (name) => {
        const file = findFile(name);
        return file && !isText(file) ? atCdn(file.key) : undefined;
      }),
  };
};
