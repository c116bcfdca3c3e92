import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { LectureFields } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { courseAboutQuery } from '#web/api/queries.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormAlert, TextArea, TextField } from '#web/components/fields.tsx';
import { FileDrop } from '#web/components/file-drop.tsx';
import { formatSize } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { useSite } from '#web/components/site.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { pickedFile } from '#web/forms/picked-file.ts';
import { useContractForm, usePickedFile } from '#web/forms/use-contract-form.ts';
import { LeaveWarning } from '#web/pages/lectures/leave-warning.tsx';
import { UploadPanel } from '#web/pages/lectures/upload-panel.tsx';
import { useUpload } from '#web/pages/lectures/use-upload.ts';
import { useCourseId } from '#web/session/guard.tsx';

const {
  addIncomplete: incomplete,
  addLoading: loading,
  addSuccess: success,
  addError: error,
  broken,
} = messages.lectures;

const tooLarge = (sizeBytes: number, maxBytes: number) =>
  `This file has ${formatSize(sizeBytes)}. A video may have up to ${formatSize(maxBytes)}.`;

const formSchema = (maxUploadBytes: number) =>
  LectureFields.extend({
    video: pickedFile(incomplete).refine(({ size }) => size <= maxUploadBytes, {
      error: ({ input }) => tooLarge(input instanceof File ? input.size : 0, maxUploadBytes),
    }),
  });

/** Back to where the person came from; a page that was opened directly has no such place. */
const useGoBack = (otherwise: string) => {
  const navigate = useNavigate();
  return async () => {
    const state: unknown = window.history.state;
    const hasEarlier = typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
    await (hasEarlier ? navigate(-1) : navigate(otherwise, { replace: true }));
  };
};

const useAddLecture = (courseId: string) => {
  const { maxUploadBytes } = useSite();
  const queryClient = useQueryClient();
  const goBack = useGoBack(`/course/displaylectures?course=${courseId}`);
  const { upload, ...sending } = useUpload();
  const form = useContractForm({
    schema: useMemo(() => formSchema(maxUploadBytes), [maxUploadBytes]),
    defaults: { title: '', description: '' },
    sentences: { loading, success, error, broken, incomplete },
    run: ({ video, ...fields }) =>
      upload(video.size, (options) =>
        call('POST /courses/:courseId', { params: { courseId }, fields, files: { lecture: video }, ...options }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      await queryClient.invalidateQueries({ queryKey: ['course', courseId] });
      await goBack();
    },
  });
  return { ...form, ...sending, maxUploadBytes };
};

/** A course that is gone takes no lecture. */
export function Component() {
  const courseId = useCourseId();
  const about = useQuery(courseAboutQuery(courseId));
  if (!(about.error instanceof ApiError) || about.error.status !== 404) {
    return <AddLectureForm courseId={courseId} courseTitle={about.data?.course.title} />;
  }
  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>Add new Lecture</PageHeading>
      <EmptyState action={<LinkButton to="/courses">See all courses</LinkButton>}>{about.error.message}</EmptyState>
    </div>
  );
}

function AddLectureForm({ courseId, courseTitle }: { courseId: string; courseTitle: string | undefined }) {
  const adding = useAddLecture(courseId);
  // In the order of the page: the first bad field takes the focus.
  const title = adding.field('title', 'Enter a title');
  const description = adding.field('description', 'Enter a description');
  const video = usePickedFile(adding.form, 'video');

  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>Add new Lecture</PageHeading>
      {courseTitle && <p className="mt-2 text-muted">To the course {courseTitle}</p>}
      <form className="mt-8 space-y-6" noValidate onSubmit={(event) => void adding.onSubmit(event)}>
        {adding.complaint && <FormAlert>{adding.complaint}</FormAlert>}
        <fieldset disabled={adding.isBusy} className="space-y-6">
          <TextField label="Title" autoComplete="off" {...title} />
          <TextArea label="Description" {...description} />
          <FileDrop
            {...video}
            label="Video"
            kind="video"
            accept="video/*"
            hint={`Any video, up to ${formatSize(adding.maxUploadBytes)}`}
            error={adding.errorOf('video', 'Choose a video')}
          />
        </fieldset>
        {adding.progress && <UploadPanel progress={adding.progress} onCancel={adding.cancel} />}
        <Button type="submit" size="large" className="w-full" isBusy={adding.isBusy} busyText="Adding the lecture">
          Add lecture
        </Button>
      </form>
      <LeaveWarning isRunning={adding.isRunning} onLeave={adding.cancel} />
    </div>
  );
}
