import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { findNote, updateNote } from './notes.queries.ts';

export interface NotesNeeds {
  recordAccountChange(
    tx: Tx,
    origin: { adminId: string; userId: string },
    change: { kind: 'note_changed'; detail: Record<string, never> },
  ): Promise<void>;
}

export interface Note {
  text: string;
  changedAt: string | null;
  /** The name of the admin; null when there is no note, or no such account any more. */
  changedBy: string | null;
}

/** Notes of admins about people. Each throws `person_not_found`. */
export type Notes = ReturnType<typeof createNotes>;

export const createNotes = ({ database, clock }: Platform, { recordAccountChange }: NotesNeeds) => ({
  read: async (userId: string): Promise<Note> => {
    const row = await findNote(database.db, userId);
    if (!row) throw fail('person_not_found');
    return { text: row.note ?? '', changedAt: toInstantOrNull(row.note_changed_at), changedBy: row.changed_by };
  },

  /** Sending the same text again changes nothing. */
  set: (origin: { adminId: string; userId: string }, text: string): Promise<void> =>
    database.transaction(async (tx) => {
      const row = await findNote(tx, origin.userId);
      if (!row) throw fail('person_not_found');
      if (text === (row.note ?? '')) return;
      recordChange({ before: { characters: row.note?.length ?? 0 }, after: { characters: text.length } });
      await updateNote(tx, origin, { text, now: clock.now() });
      await recordAccountChange(tx, origin, { kind: 'note_changed', detail: {} });
    }),
});
