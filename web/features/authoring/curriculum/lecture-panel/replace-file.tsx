import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type FileKind, fileKinds, mediumOf } from '#contract/classroom/kind-facts.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { RetryButton } from '#web/features/authoring/curriculum/curriculum-lecture.tsx';
import { type FileCheck, useFileCheck } from '#web/features/authoring/uploads/check-file.ts';
import { UploadActions, UploadStatus } from '#web/features/authoring/uploads/upload-status.tsx';
import { uploads, useShownUpload, useUploads } from '#web/features/authoring/uploads/uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatSize } from '#contract/format.ts';

/** The state of the file of a lecture. */
export const FileState = ({ courseId, lecture }: LectureOfCourse) => {
  const { t } = useLingui();
  const { state, isPlayable, failure } = lecture;
  if (state === 'processing')
    return (
      <p className="meta">
        {isPlayable ? t`Processing the video. Learners can watch it meanwhile.` : t`Processing the video.`}
      </p>
    );
  if (state === 'ready') return null;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 text-sm font-medium text-error">{failure}</p>
      <RetryButton courseId={courseId} lecture={lecture} />
    </div>
  );
};

/** What is said of a new file, and of which kind it must be. */
export interface ReplaceWords {
  kind: FileKind;
  open: string;
  label: string;
  send: string;
  keep: string;
  hint: string;
  meanwhile: string;
  done: string;
}

interface ReplaceFileProps extends LectureOfCourse {
  words: ReplaceWords;
  onBegun: () => void;
}

/** A picked file and its check. */
interface Picked {
  file: File;
  check: FileCheck | undefined;
}

/** A new file for a lecture: checked when it is picked, uploaded after a press. */
const Replacement = ({ courseId, lecture, words, onBegun }: ReplaceFileProps) => {
  const { t } = useLingui();
  const { maxUploadBytes } = useSite();
  const check = useFileCheck(words.kind);
  const [picked, setPicked] = useState<Picked>();
  const pick = async (file: File): Promise<void> => {
    setPicked({ file, check: undefined });
    const found = await check(file);
    setPicked((now) => (now?.file === file ? { file, check: found } : now));
  };
  const begin = (file: File): void => {
    uploads.add(courseId, file, { lectureId: lecture._id, title: lecture.title, done: words.done });
    onBegun();
  };
  return (
    <>
      <FileDrop
        label={words.label}
        kind={mediumOf(words.kind) === 'video' ? 'video' : 'text'}
        accept={fileKinds[words.kind].accept}
        hint={t`${words.hint} Up to ${formatSize(maxUploadBytes)}`}
        file={picked?.file}
        onFile={(file) => file && file !== picked?.file && void pick(file)}
        error={picked?.check?.problem}
      />
      {picked?.check?.note && <p className="text-sm text-muted">{picked.check.note}</p>}
      {picked && (
        <div className="flex flex-wrap gap-3">
          {!picked.check?.problem && (
            <Button isBusy={picked.check === undefined} busyText={t`Checking`} onClick={() => begin(picked.file)}>
              {words.send}
            </Button>
          )}
          <Button tone="quiet" onClick={() => setPicked(undefined)}>
            {words.keep}
          </Button>
        </div>
      )}
    </>
  );
};

/** The upload that replaces the file of a lecture, or the choice of one. */
export function ReplaceFile(props: ReplaceFileProps) {
  const { t } = useLingui();
  const { lecture, words } = props;
  const running = useUploads().find(({ replaces, phase }) => replaces?.lectureId === lecture._id && phase !== 'done');
  const upload = useShownUpload(running?.key);
  return upload ? (
    <section aria-label={t`Upload`} className="space-y-3 rounded-box border border-line p-4">
      <p className="font-medium wrap-anywhere">{upload.fileName}</p>
      <UploadStatus item={upload} />
      <UploadActions item={upload} />
      <p className="meta">{words.meanwhile}</p>
    </section>
  ) : (
    <details className="curriculum-more">
      <summary>{words.open}</summary>
      <Replacement {...props} />
    </details>
  );
}
