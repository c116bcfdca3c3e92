import type { Db } from '#server/database/database.ts';
import type { ContactMessageRow } from '#server/database/tables.ts';

export const insertContactMessage = async (tx: Db, message: ContactMessageRow): Promise<void> => {
  await tx.insertInto('contact_messages').values(message).execute();
};
