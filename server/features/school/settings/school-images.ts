import type { SchoolImages } from '#contract/school/school-images.ts';
import { BRANDING_FOLDER, imageKey, tileKeyOf } from '#server/settings/branding.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { findImages } from '#server/settings/settings.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';

type ImageName = keyof SchoolImages;

/** Records the names of the changed fields, never their values. */
export type RecordSettings = (tx: Tx, change: { adminId: string; section: string; fields: string[] }) => Promise<void>;

const filesOf = (key: string): string[] => (key === '' ? [] : [key, tileKeyOf(key)]);

const keysOf = async (db: Db): Promise<string[]> => Object.values(await findImages(db)).flatMap(filesOf);

export const schoolImageFiles: FileOwner = {
  folders: [BRANDING_FOLDER],
  keysInUse: async (db, keys) => new Set(await keysOf(db)).intersection(new Set(keys)),
  keysAfter: async (db, after, max) =>
    (await keysOf(db))
      .filter((key) => key > after)
      .toSorted()
      .slice(0, max),
};

/** Logo and icon. Each is saved at once; the files of the one before are removed a day later. */
export const createSchoolImages = ({ settings, files, images }: Platform, recordSettings: RecordSettings) => {
  const save = (actor: Actor, image: ImageName, key: string, added: NewFile[]): Promise<void> =>
    files.keepWith(added, async (tx: Tx) => {
      const before = await findImages(tx);
      const fields = await settings.change(tx, 'images', { ...before, [image]: key });
      await files.removeLater(tx, filesOf(before[image]));
      if (fields.length > 0) await recordSettings(tx, { adminId: actor.id, section: 'school', fields });
    });

  return {
    saveImage: async (actor: Actor, image: ImageName, file: ReceivedFile): Promise<void> => {
      const key = imageKey(newId());
      // One after the other: a sender has one image drawn at a time.
      const mark = await images.toMark(file);
      const tile = await images.toTile(file);
      await save(actor, image, key, [
        { key, from: mark },
        { key: tileKeyOf(key), from: tile },
      ]);
    },
    removeImage: (actor: Actor, image: ImageName): Promise<void> => save(actor, image, '', []),
  };
};
