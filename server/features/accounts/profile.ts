import type { z } from 'zod';
import type { UpdateFields } from '#contract/accounts.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import type { Platform } from '#server/platform.ts';
import { renameUser, setAvatar, type ShownUser } from './accounts.queries.ts';
import { drawAvatar } from './avatar.ts';

/** Changes of the own account. */
export interface Profile {
  update(actor: Actor, fields: z.output<typeof UpdateFields>, avatar: ReceivedFile): Promise<ShownUser>;
}

export const createProfile = ({ clock, files, images }: Platform): Profile => ({
  update: async (actor, { fullName }, avatar) => {
    const newAvatar = await drawAvatar(images, avatar);
    return files.keepWith([newAvatar], async (tx) => {
      const before = await renameUser(tx, actor.id, { fullName, now: clock.now() });
      if (!before) throw fail('unauthenticated');
      await files.removeLater(tx, [before.avatar_key]);
      return setAvatar(tx, actor.id, newAvatar.key);
    });
  },
});
