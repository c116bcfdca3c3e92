import { messages } from '#contract/messages.ts';
import { FileEditor } from '#web/features/authoring/curriculum/lecture-panel/file-editor.tsx';
import type { ReplaceWords } from '#web/features/authoring/curriculum/lecture-panel/replace-file.tsx';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';

const words: ReplaceWords = {
  kind: 'audio',
  open: 'Replace the audio',
  label: 'Replace audio',
  send: 'Upload audio',
  keep: 'Keep current audio',
  hint: 'MP3, M4A or WAV. The transcript is kept.',
  meanwhile: 'Learners hear the current audio until this one is ready.',
  done: messages.lectureKinds.audioReplaced,
};

export const AudioEditor = (props: LectureOfCourse) => {
  const { audio, title } = props.lecture;
  return (
    <FileEditor {...props} words={words}>
      {audio && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- for who made it; learners read its transcript
        <audio
          key={audio.address}
          controls
          preload="metadata"
          className="w-full"
          src={audio.address}
          aria-label={`Audio of ${title}`}
        />
      )}
    </FileEditor>
  );
};
