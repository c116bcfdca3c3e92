import { useLingui } from '@lingui/react/macro';
import { messages } from '#contract/messages.ts';
import { FileEditor } from '#web/features/authoring/curriculum/lecture-panel/file-editor.tsx';
import type { ReplaceWords } from '#web/features/authoring/curriculum/lecture-panel/replace-file.tsx';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';

const useWords = (): ReplaceWords => {
  const { t } = useLingui();
  return {
    kind: 'audio',
    open: t`Replace the audio`,
    label: t`Replace audio`,
    send: t`Upload audio`,
    keep: t`Keep current audio`,
    hint: t`MP3, M4A or WAV. The transcript is kept.`,
    meanwhile: t`Learners hear the current audio until this one is ready.`,
    done: messages.lectureKinds.audioReplaced,
  };
};

export const AudioEditor = (props: LectureOfCourse) => {
  const { t } = useLingui();
  const { audio, title } = props.lecture;
  return (
    <FileEditor {...props} words={useWords()}>
      {audio && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- for who made it; learners read its transcript
        <audio
          key={audio.address}
          controls
          preload="metadata"
          className="w-full"
          src={audio.address}
          aria-label={t`Audio of ${title}`}
        />
      )}
    </FileEditor>
  );
};
