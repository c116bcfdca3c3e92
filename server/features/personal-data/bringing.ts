import { z } from 'zod';
import { Id, Instant } from '#contract/fields.ts';
import { NoteFields } from '#contract/notes.ts';
import { textOf } from '#server/archive/lines.ts';
import { openArchive } from '#server/archive/open-archive.ts';
import { fail, Failure, OperatorError } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { FORMAT, VERSION } from './contents.ts';

const Person = z.looseObject({ format: z.literal(FORMAT), version: z.literal(VERSION) });
const Notes = z
  .array(
    z
      .looseObject({ id: Id, lecture_id: Id, position_ms: z.int(), text: z.string(), created_at: Instant })
      .transform((row) => ({
        id: row.id,
        lectureId: row.lecture_id,
        fields: NoteFields.parse({ positionMs: row.position_ms, text: row.text }),
      })),
  )
  .max(100_000);

export interface BringingNeeds {
  /** Throws what the endpoint of a note throws. */
  writeNote(actor: Actor, note: { id: string; lectureId: string; fields: NoteFields }): Promise<unknown>;
}

/** The notes of a file, which somebody may have changed. Throws `foreign_export_unreadable`. */
const readNotes = async (path: string): Promise<z.output<typeof Notes>> => {
  try {
    const archive = await openArchive(path);
    try {
      const read = async (name: string): Promise<unknown> => JSON.parse(await textOf(archive.read(name)));
      Person.parse(await read('person.json'));
      return archive.has('data/notes.json') ? Notes.parse(await read('data/notes.json')) : [];
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof OperatorError || error instanceof SyntaxError || error instanceof z.ZodError)
      throw fail('foreign_export_unreadable');
    throw error;
  }
};

/**
 * Reads the export of a person from another school into their account here: notes of lectures that they may watch. Progress and
 * results are not believed, because a file proves nothing; certificates prove themselves, wherever their holder keeps them.
 */
export const createBringing =
  ({ writeNote }: BringingNeeds) =>
  async (actor: Actor, path: string): Promise<{ notes: number; skipped: number }> => {
    const notes = await readNotes(path);
    let written = 0;
    for (const note of notes)
      await writeNote(actor, note).then(
        () => (written += 1),
        (error: unknown) => {
          // A lecture that is not here, or that this person may not watch.
          if (!(error instanceof Failure)) throw error;
        },
      );
    return { notes: written, skipped: notes.length - written };
  };
