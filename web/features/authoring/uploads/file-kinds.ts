import { fileKinds } from '#contract/classroom/kind-facts.ts';

export const LECTURE_ACCEPT = Object.values(fileKinds)
  .map(({ accept }) => accept)
  .join(',');

/** Hidden files, and files of other kinds, are ignored. */
export const mayBeLecture = ({ name, type }: File): boolean =>
  !name.startsWith('.') && (type === '' || type === 'application/pdf' || /^(?:video|audio)\//.test(type));
