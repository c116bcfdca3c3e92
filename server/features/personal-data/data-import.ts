import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import type { NoteFields } from '#contract/classroom/notes.ts';
import type { Brought } from '#contract/personal-data/personal-data.ts';
import { fail, Failure } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { REFUSALS } from '#server/images/drawing.ts';
import type { SentImage } from '#server/images/images.ts';
import type { Platform } from '#server/platform.ts';
import { createForeignExports, type ForeignExport } from './foreign-export.ts';

const MAX_TITLES = 20;

interface ProfileChanges {
  fullName: string | undefined;
  avatar: SentImage | undefined;
}

export interface BringingNeeds {
  /** Throws what the endpoint of a note throws. */
  writeNote(actor: Actor, note: { id: string; lectureId: string; fields: NoteFields }): Promise<unknown>;
  /** Throws `not_an_image`. */
  updateProfile(actor: Actor, changes: ProfileChanges): Promise<unknown>;
}

interface Taken {
  takesName: boolean;
  takesPicture: boolean;
}

const certificatesOf = (rows: ForeignExport['certificates'], here: string): Brought['certificates'] =>
  rows.map(({ site, ...certificate }) => {
    const { origin, protocol } = new URL(site);
    const address = protocol === 'https:' || origin === here ? `${origin}/certificates/${certificate.code}` : null;
    return { ...certificate, address };
  });

/**
 * Reads the export of a person from another school into their account here: notes of lectures that they may watch, and their
 * name and picture if they like. Progress and results are not believed, because a file proves nothing; certificates are shown
 * with the address at which their school proves them.
 */
export const createBringing = (
  { temporaryFiles, publicAddress }: Pick<Platform, 'temporaryFiles' | 'publicAddress'>,
  { writeNote, updateProfile }: BringingNeeds,
) => {
  const foreignExports = createForeignExports();

  /** The picture in the ZIP, in a file of its own. */
  const pictureIn = async (file: ReceivedFile): Promise<SentImage | undefined> => {
    const bytes = await foreignExports.picture(file);
    if (bytes.length === 0) return undefined;
    const path = await temporaryFiles.receive(Readable.from([bytes]), {
      inspection: undefined,
      maxBytes: IMAGE_MAX_BYTES,
    });
    return { path, sender: file.sender, signal: file.signal };
  };

  const changeProfile = async (actor: Actor, changes: ProfileChanges): Promise<void> => {
    const { fullName, avatar } = changes;
    if (fullName === undefined && !avatar) return;
    try {
      await updateProfile(actor, changes);
    } catch (error) {
      const isRefused = error instanceof Failure && REFUSALS.some((refusal) => refusal === error.code);
      throw isRefused ? fail('foreign_export_unreadable') : error;
    } finally {
      if (avatar) await rm(avatar.path, { force: true });
    }
  };

  return async (actor: Actor, file: ReceivedFile, { takesName, takesPicture }: Taken): Promise<Brought> => {
    const contents = await foreignExports.contents(file);
    if (takesName && contents.fullName === null) throw fail('foreign_export_unreadable');
    const fullName = takesName ? contents.fullName : null;
    const avatar = takesPicture ? await pictureIn(file) : undefined;
    await changeProfile(actor, { fullName: fullName ?? undefined, avatar });
    const here = new URL(await publicAddress()).origin;
    const [written, skipped]: [string[], string[]] = [[], []];
    const titles = new Set<string>();
    for (const { title, ...note } of contents.notes())
      await writeNote(actor, note).then(
        () => written.push(note.id),
        (error: unknown) => {
          // A lecture that is not here, or that this person may not watch.
          if (!(error instanceof Failure)) throw error;
          skipped.push(note.id);
          if (title !== null) titles.add(title);
        },
      );
    return {
      notes: written.length,
      skipped: skipped.length,
      skippedLectures: [...titles].slice(0, MAX_TITLES),
      fullName,
      hasPicture: avatar !== undefined,
      certificates: certificatesOf(contents.certificates, here),
    };
  };
};
