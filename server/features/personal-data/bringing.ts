import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { CertificateCode } from '#contract/certificates.ts';
import { Id, IMAGE_MAX_BYTES, Instant, text } from '#contract/fields.ts';
import { NoteFields } from '#contract/notes.ts';
import type { Brought } from '#contract/personal-data.ts';
import { textOf } from '#server/archive/lines.ts';
import { openArchive, type OpenArchive } from '#server/archive/open-archive.ts';
import { fail, Failure, OperatorError } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { REFUSALS } from '#server/images/drawing.ts';
import type { SentImage } from '#server/images/images.ts';
import type { Platform } from '#server/platform.ts';
import { FORMAT, VERSION } from './contents.ts';

/** More than one person has. */
const MAX_FILES = 50_000;
const MAX_ROWS = 100_000;
/** Written one after the other in one request. */
const MAX_NOTES = 10_000;
const MAX_CERTIFICATES = 100;
const MAX_TITLES = 20;
const AVATARS = 'avatars/';
const MAX_TITLE = 200;

const title = z.string().transform((value) => value.slice(0, MAX_TITLE));
const Person = z.looseObject({ format: z.literal(FORMAT), version: z.literal(VERSION) });
const Accounts = z.tuple([z.looseObject({ full_name: text(100, '') })]);
const Titles = z.looseObject({ lectures: z.array(z.looseObject({ id: Id, title })).max(MAX_ROWS) });
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
  .max(MAX_NOTES);
const Certificates = z
  .array(
    z.looseObject({
      code: CertificateCode,
      issued_at: Instant,
      revoked_at: Instant.nullable(),
      snapshot: z.looseObject({ site: z.url().max(300), issuer: title, courseTitle: title }),
    }),
  )
  .max(MAX_ROWS);

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

/** Runs with the ZIP of a stranger. Throws `foreign_export_unreadable` for all that is not as we write it. */
const reading = async <T>(path: string, read: (archive: OpenArchive) => Promise<T>): Promise<T> => {
  try {
    const archive = await openArchive(path, MAX_FILES);
    try {
      return await read(archive);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof OperatorError || error instanceof SyntaxError || error instanceof z.ZodError)
      throw fail('foreign_export_unreadable');
    throw error;
  }
};

const certificatesOf = (rows: z.output<typeof Certificates>, here: string): Brought['certificates'] =>
  rows
    .filter(({ revoked_at }) => revoked_at === null)
    .slice(0, MAX_CERTIFICATES)
    .map(({ code, issued_at: issuedAt, snapshot: { site, issuer: school, courseTitle } }) => {
      const { origin, protocol } = new URL(site);
      const address = protocol === 'https:' || origin === here ? `${origin}/certificates/${code}` : null;
      return { code, courseTitle, school, issuedAt, address };
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
  /** The picture in the ZIP, in a file of its own. */
  const pictureIn = async (archive: OpenArchive, { sender, signal }: ReceivedFile): Promise<SentImage | undefined> => {
    const name = [...archive.names()].find((one) => one.startsWith(AVATARS));
    if (name === undefined) return undefined;
    if ((archive.sizeOf(name) ?? 0) > IMAGE_MAX_BYTES) throw fail('foreign_export_unreadable');
    const bytes = Readable.from(archive.read(name));
    const path = await temporaryFiles.receive(bytes, { inspection: undefined, maxBytes: IMAGE_MAX_BYTES });
    return { path, sender, signal };
  };

  const readFile = (file: ReceivedFile, { takesName, takesPicture }: Taken) =>
    reading(file.path, async (archive) => {
      const read = async (name: string): Promise<unknown> => JSON.parse(await textOf(archive.read(name)));
      const list = async (name: string): Promise<unknown> => (archive.has(name) ? read(name) : []);
      Person.parse(await read('person.json'));
      const titles = archive.has('data/titles.json') ? Titles.parse(await read('data/titles.json')).lectures : [];
      const here = new URL(await publicAddress()).origin;
      return {
        notes: Notes.parse(await list('data/notes.json')),
        titles: new Map(titles.map((lecture) => [lecture.id, lecture.title])),
        certificates: certificatesOf(Certificates.parse(await list('data/certificates.json')), here),
        fullName: takesName ? Accounts.parse(await read('data/account.json'))[0].full_name : undefined,
        avatar: takesPicture ? await pictureIn(archive, file) : undefined,
      };
    });

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

  return async (actor: Actor, file: ReceivedFile, taken: Taken): Promise<Brought> => {
    const { notes, titles, certificates, fullName, avatar } = await readFile(file, taken);
    await changeProfile(actor, { fullName, avatar });
    const skipped: string[] = [];
    for (const note of notes)
      await writeNote(actor, note).catch((error: unknown) => {
        // A lecture that is not here, or that this person may not watch.
        if (!(error instanceof Failure)) throw error;
        skipped.push(note.lectureId);
      });
    return {
      notes: notes.length - skipped.length,
      skipped: skipped.length,
      skippedLectures: [...new Set(skipped)].flatMap((id) => titles.get(id) ?? []).slice(0, MAX_TITLES),
      fullName: fullName ?? null,
      hasPicture: avatar !== undefined,
      certificates,
    };
  };
};
