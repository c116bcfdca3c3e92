import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { SentImage } from '#server/images/images.ts';
import { assertAvailable } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import { renameUser, setAvatar, setLanguage, type UserSummary } from './accounts.queries.ts';
import { drawAvatar } from './avatar.ts';

/** Changes of the own account. */
export interface Profile {
  update(actor: Actor, changes: { fullName: string | undefined; avatar: SentImage | undefined }): Promise<UserSummary>;
  /** Null is the language of the school. Throws `validation_failed` for one that the interface does not have. */
  chooseLanguage(actor: Actor, language: string | null): Promise<UserSummary>;
}

export const createProfile = ({ clock, database, files, images }: Platform): Profile => ({
  update: async (actor, { fullName, avatar }) => {
    const newAvatar = avatar && (await drawAvatar(images, avatar));
    return files.keepWith(newAvatar ? [newAvatar] : [], async (tx) => {
      const before = await renameUser(tx, actor.id, { fullName, now: clock.now() });
      if (!before) throw fail('unauthenticated');
      if (!newAvatar) return before;
      await files.removeLater(tx, [before.avatar_key]);
      return setAvatar(tx, actor.id, newAvatar.key);
    });
  },

  chooseLanguage: async (actor, language) => {
    if (language !== null) assertAvailable('language', [language]);
    const user = await setLanguage(database.db, actor.id, language);
    if (!user) throw fail('unauthenticated');
    return user;
  },
});
