import { NOTE_MAX_LENGTH } from '#contract/note-length.ts';

/** A note that is being written. Stored in the browser, so that its names cannot change freely. */
export interface NoteDraft {
  noteId: string;
  positionMs: number;
  text: string;
}

interface DraftPlace {
  userId: string;
  lectureId: string;
}

const PAUSE_KEY = 'pause-while-writing';
const keyOf = ({ userId, lectureId }: DraftPlace): string => `note-draft ${userId} ${lectureId}`;

const isDraft = (value: unknown): value is NoteDraft =>
  typeof value === 'object' &&
  value !== null &&
  'noteId' in value &&
  typeof value.noteId === 'string' &&
  'positionMs' in value &&
  typeof value.positionMs === 'number' &&
  'text' in value &&
  typeof value.text === 'string' &&
  value.text.length <= NOTE_MAX_LENGTH;

/** Undefined when there is none, or it cannot be read. */
export const readDraft = (place: DraftPlace): NoteDraft | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps what is being written until it is saved or cancelled, also when the page is closed. */
export const keepDraft = (place: DraftPlace, draft: NoteDraft | undefined): void => {
  try {
    if (draft) localStorage.setItem(keyOf(place), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(place));
  } catch {
    // Without storage, a draft is kept as long as the page is open.
  }
};

export const readPauses = (): boolean => {
  try {
    return localStorage.getItem(PAUSE_KEY) === 'true';
  } catch {
    return false;
  }
};

export const keepPauses = (pauses: boolean): void => {
  try {
    localStorage.setItem(PAUSE_KEY, String(pauses));
  } catch {
    // Without storage, the choice is kept as long as the page is open.
  }
};
