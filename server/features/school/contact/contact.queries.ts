import type { Db } from '#server/database/database.ts';
import type { ContactMessageRow } from '#server/database/school-tables.ts';

export const insertContactMessage = (tx: Db, message: ContactMessageRow) =>
  tx.insertInto('contact_messages').values(message).execute();
