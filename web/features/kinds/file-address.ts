import type { Lecture } from '#contract/classroom/lectures.ts';

/** The address of the file that a lecture plays or shows; '' for a kind without one. */
export const fileAddressOf = ({ audio, pdf, lecture }: Pick<Lecture, 'audio' | 'pdf' | 'lecture'>): string =>
  audio?.address ?? pdf?.address ?? lecture[0]?.secure_url ?? '';
