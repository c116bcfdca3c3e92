import type { Db } from '#server/database/database.ts';
import type { ContactMessageRow } from '#server/database/tables/school.ts';

export const insertContactMessage = (tx: Db, message: ContactMessageRow) =>
  tx.insertInto('contact_messages').values(message).execute();
