import { useState } from 'react';
import type { QuizOfCourse } from '#web/api/quiz-editing-queries.ts';
import { addMedia } from '#web/features/authoring/curriculum/add-media.ts';
import { fileKinds } from '#contract/classroom/kind-facts.ts';
import { THUMBNAIL_ACCEPT } from '#web/ui/inputs/file-drop.tsx';

type MediaKind = 'image' | 'sound';

const accepts: Record<MediaKind, string> = { image: THUMBNAIL_ACCEPT, sound: fileKinds.audio.accept };

/** Asks for a file; nothing happens without one. */
const pick = (kind: MediaKind, onPicked: (file: File) => void): void => {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accepts[kind];
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onPicked(file);
  });
  input.click();
};

/** The pictures and sounds of a quiz while a question is written: the stored ones, and those that were just added. */
export const useQuestionMedia = (place: QuizOfCourse, stored: Readonly<Record<string, string>>) => {
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({});
  return {
    addressOf: (name: string): string | undefined => added[name] ?? stored[name],
    /** Asks for a file and stores it. */
    add: (kind: MediaKind, onAdded: (name: string, file: File) => void): void =>
      pick(kind, (file) => {
        void addMedia(place, kind, file).then((name) => {
          if (name === undefined) return;
          setAdded((before) => ({ ...before, [name]: URL.createObjectURL(file) }));
          onAdded(name, file);
        });
      }),
  };
};
