import type { kindOfFile } from '#video-format/lecture-file.ts';

/** The kinds of lectures that are files. */
export type FileKind = NonNullable<ReturnType<typeof kindOfFile>>;

/** As the `accept` of a file input. */
export const fileAccept: Record<FileKind, string> = {
  video: 'video/*',
  audio: '.mp3,.m4a,.wav',
  pdf: '.pdf',
};
export const LECTURE_ACCEPT = Object.values(fileAccept).join(',');

/** Hidden files, and files of other kinds, are ignored. */
export const mayBeLecture = ({ name, type }: File): boolean =>
  !name.startsWith('.') && (type === '' || type === 'application/pdf' || /^(?:video|audio)\//.test(type));
