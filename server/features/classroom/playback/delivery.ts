import type { Platform } from '#server/platform.ts';
import { SAVED_TYPE } from '../video/video.ts';
import { cdnAddress } from './cdn-address.ts';
import { type DeliverySettings, readDeliverySettings } from './delivery-settings.ts';
import { createPlaylistReader } from './playlists.ts';

/** How long an address elsewhere is valid: nobody there learns of a refund or a displaced device sooner. */
const ADDRESS_MS = 15 * 60_000;

interface DeliveredFile {
  key: string;
  contentType: string;
}

/** Where viewers whose access was checked get the bytes: from here, from the object store, or from a CDN. */
export interface Delivery {
  readonly settings: DeliverySettings;
  /** Other origins that pages load from. */
  readonly origins: readonly string[];
  /** An address elsewhere, for a short while; undefined when the bytes are sent from here, as texts and attachments always are. */
  addressOf(file: DeliveredFile): Promise<string | undefined>;
  /** A playlist, which names its files at the CDN where there is one; undefined when it is sent like every other file. */
  playlist(key: string, findFile: (name: string) => DeliveredFile | undefined): Promise<string | undefined>;
}

export const PLAYLIST = 'application/vnd.apple.mpegurl';

/**
 * Texts are small, browsers load captions from the page's own origin only, and playlists change with each viewer.
 * Elsewhere, nothing would say that a file is to be saved, and under which name.
 */
const isSentFromHere = ({ contentType }: DeliveredFile): boolean =>
  contentType === PLAYLIST || contentType === SAVED_TYPE || contentType.startsWith('text/');

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

export const createDelivery = ({ config, clock, storage }: Platform): Delivery => {
  const settings = readDeliverySettings(config);
  const readPlaylist = createPlaylistReader(storage);
  const isInObjectStore = storage.signUrl !== undefined;
  const here = { addressOf: async () => undefined, playlist: isInObjectStore ? readPlaylist : async () => undefined };

  if (settings.kind === 'proxy') return { ...here, settings, origins: [] };

  if (settings.kind === 'redirect')
    return {
      ...here,
      settings,
      origins: [settings.storeOrigin],
      addressOf: async (file) =>
        isSentFromHere(file)
          ? undefined
          : storage.signUrl?.(file.key, { ttlMs: ADDRESS_MS, contentType: file.contentType, cacheControl: 'private' }),
    };

  const atCdn = (key: string): string => cdnAddress(settings, key, clock.now() + ADDRESS_MS);
  return {
    settings,
    origins: [settings.origin],
    addressOf: async (file) => (isSentFromHere(file) ? undefined : atCdn(file.key)),
    playlist: async (key, findFile) =>
      replaceNames(await readPlaylist(key), (name) => {
        const file = findFile(name);
        return file && !isSentFromHere(file) ? atCdn(file.key) : undefined;
      }),
  };
};
