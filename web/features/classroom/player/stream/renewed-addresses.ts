/**
 * Files of a playlist may be at another origin, under addresses that end while the lecture plays. Those are read again
 * from the playlist, whose own address lasts longer.
 */
export interface RenewedAddresses {
  /** Remembers which playlist names a file. */
  noteListed: (file: string, playlist: string) => void;
  noteLoaded: (file: string) => void;
  /** Reads the address of a refused file again. False when that would not help: it was just renewed, or is not elsewhere. */
  renew: (file: string) => boolean;
  isRenewing: (file: string) => boolean;
  /** Where a file is now, by the address that the playlist had first. */
  addressOf: (file: string) => Promise<string>;
}

const NAME = /^#EXT-X-MAP:.*URI="([^"]+)"|^([^#\s].*)$/m;

/** A rendition is one file, so that the first address in its playlist is that of all. */
const readAgain = async (playlist: string): Promise<string | undefined> => {
  const response = await fetch(playlist, { cache: 'no-store' });
  if (!response.ok) return undefined;
  const [, map, line] = NAME.exec(await response.text()) ?? [];
  return URL.parse(map ?? line ?? '', playlist)?.href;
};

const isElsewhere = (file: string, playlist: string): boolean =>
  URL.parse(file)?.origin !== URL.parse(playlist, window.location.href)?.origin;

export const createRenewedAddresses = (): RenewedAddresses => {
  const playlists = new Map<string, string>();
  const addresses = new Map<string, Promise<string>>();
  /** Renewed, and not loaded since. */
  const renewing = new Set<string>();
  return {
    noteListed: (file, playlist) => playlists.set(file, playlist),
    noteLoaded: (file) => renewing.delete(file),
    renew: (file) => {
      const playlist = playlists.get(file);
      if (playlist === undefined || !isElsewhere(file, playlist) || renewing.delete(file)) return false;
      renewing.add(file);
      const again = readAgain(playlist).catch(() => undefined);
      addresses.set(
        file,
        again.then((address) => address ?? file),
      );
      return true;
    },
    isRenewing: (file) => renewing.has(file),
    addressOf: (file) => addresses.get(file) ?? Promise.resolve(file),
  };
};
