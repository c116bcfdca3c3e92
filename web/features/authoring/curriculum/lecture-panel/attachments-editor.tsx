import { Trans, useLingui } from '@lingui/react/macro';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { ATTACHMENT_MAX_BYTES } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { AttachmentLink } from '#web/features/classroom/chapters-and-attachments.tsx';
import { formatSize } from '#contract/format.ts';
import { type LectureOfCourse, useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { LectureFiles } from './lecture-files.tsx';

/** Adds files one after another; while one is sent, `sent` is its part that has arrived, from 0 to 1. */
const useAddAttachments = ({ courseId, lecture }: LectureOfCourse) => {
  const [sent, setSent] = useState<number>();
  const showSaved = useShowSavedCourse(courseId);
  const adding = useAction({
    run: async (files: readonly File[]) => {
      for (const attachment of files) {
        setSent(0);
        const saved = await call('POST /courses/:courseId/lecture/:lectureId/attachments', {
          params: { courseId, lectureId: lecture._id },
          fields: { name: attachment.name },
          files: { attachment },
          onProgress: setSent,
        });
        await showSaved(saved);
      }
      setSent(undefined);
    },
    messages: {
      loading: messages.authoring.attachmentSaving,
      success: messages.authoring.attachmentSaved,
      error: messages.authoring.attachmentFailed,
    },
    onError: () => setSent(undefined),
  });
  return { add: (files: readonly File[]): void => void adding.start(files), isBusy: adding.isBusy, sent };
};

function AddAttachments(props: LectureOfCourse) {
  const { t } = useLingui();
  const { add, isBusy, sent } = useAddAttachments(props);
  const id = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (files.length > 0) add(files);
  };
  return (
    <>
      <label className="curriculum-attach has-focus-visible:outline-2" aria-disabled={isBusy}>
        <Trans>Add attachments</Trans>
        <input type="file" multiple className="sr-only" disabled={isBusy} aria-describedby={id} onChange={choose} />
      </label>
      <p id={id} className="meta">
        <Trans>Learners save them. Any type except programs, up to {formatSize(ATTACHMENT_MAX_BYTES)} each.</Trans>
      </p>
      {sent !== undefined && (
        <progress
          className="progress h-1.5 w-full text-primary"
          aria-label={t`Upload of the attachment`}
          value={sent}
        />
      )}
    </>
  );
}

/** The files of a lecture that learners save. */
export function AttachmentsEditor({ courseId, lecture }: LectureOfCourse) {
  const { t } = useLingui();
  const { _id: lectureId, attachments } = lecture;
  const queryClient = useQueryClient();
  const reload = async (): Promise<ManagedLecture> => {
    const { lectures } = await queryClient.fetchQuery({ ...managedCourseQuery(courseId), staleTime: 0 });
    return lectures.find(({ _id }) => _id === lectureId) ?? lecture;
  };
  return (
    <LectureFiles
      courseId={courseId}
      id={`attachments-${lectureId}`}
      title={t`Attachments`}
      files={attachments.map((attachment) => ({
        id: attachment._id,
        removeLabel: t`Remove ${attachment.name}`,
        content: (
          <>
            <Paperclip size={16} className="shrink-0 text-muted" aria-hidden="true" />
            <AttachmentLink
              {...{ attachment, lecture, reload }}
              className="min-w-0 flex-1 wrap-anywhere hover:underline"
            >
              <bdi>{attachment.name}</bdi>
            </AttachmentLink>
            <span className="meta num whitespace-nowrap">{formatSize(attachment.sizeBytes)}</span>
          </>
        ),
      }))}
      remove={(attachmentId) =>
        call('DELETE /courses/:courseId/lecture/:lectureId/attachments/:attachmentId', {
          params: { courseId, lectureId, attachmentId },
        })
      }
      messages={{ error: messages.authoring.attachmentFailed }}
    >
      <AddAttachments courseId={courseId} lecture={lecture} />
    </LectureFiles>
  );
}
