import type { Db } from '#server/database/database.ts';
import { imageAddress } from './sections.ts';
import type { Settings } from './settings.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The folder of the school's images: as rendered, and small on white. */
export const BRANDING_FOLDER = 'branding';
export const imageKey = (id: string): string => `${BRANDING_FOLDER}/${id}.png`;
export const tileKeyOf = (key: string): string => key.replace(/\.png$/, '-tile.png');

/** The addresses of images on a page; '' without one. */
export interface PageLook {
  accent: string;
  logo: string;
  icon: string;
  touchIcon: string;
}

/** The look of the school in emails and documents. */
export interface Look {
  accent: string;
  /** The logo, small on white; its key identifies the bytes. */
  logo: { key: string; bytes: Buffer } | undefined;
}

export interface Branding {
  ofPage(): Promise<PageLook>;
  /** For emails and documents. A logo with a missing file is left out. */
  look(db?: Db): Promise<Look>;
}

export const createBranding = ({
  settings,
  storage,
}: {
  settings: Pick<Settings, 'school' | 'images'>;
  storage: Pick<Storage, 'open'>;
}): Branding => {
  let known: Look['logo'];

  const readTile = async (key: string): Promise<Look['logo']> => {
    if (known?.key === key) return known;
    const bytes = await readWhole(storage, tileKeyOf(key));
    return bytes && (known = { key, bytes });
  };

  return {
    ofPage: async () => {
      const { accent } = await settings.school();
      const { logo, icon } = await settings.images();
      const iconKey = icon === '' ? logo : icon;
      const touchIcon = imageAddress(tileKeyOf(iconKey));
      return { accent, logo: imageAddress(logo), icon: imageAddress(iconKey), touchIcon };
    },
    look: async (db) => {
      const { accent } = await settings.school(db);
      const { logo } = await settings.images(db);
      return { accent, logo: logo === '' ? undefined : await readTile(logo) };
    },
  };
};
