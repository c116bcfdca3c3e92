import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { type FileCheck, useFileCheck } from '#web/features/authoring/uploads/check-file.ts';
import { isMoving, type LectureText, type UploadItem } from '#web/features/authoring/uploads/upload-items.ts';
import { uploads, useShownUpload } from '#web/features/authoring/uploads/uploads.ts';
import { messages } from '#contract/messages.ts';
import { LectureFields } from '#contract/classroom/lecture-fields.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { FormAlert, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { formatSize } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useLeaveWarning } from '#web/ui/forms/leave-guard.tsx';
import { fileIf } from '#web/ui/forms/file-fields.ts';
import { useContractForm, usePickedFile } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import { UploadActions, UploadStatus } from '#web/features/authoring/uploads/upload-status.tsx';
import { deferred } from '#web/api/deferred.ts';

/** A picked video: its check, then the key of its upload. */
interface Picked {
  check: FileCheck | undefined;
  key: string | undefined;
}

const nothing: Picked = { check: undefined, key: undefined };

const stopped = () => new DOMException('The upload continues without this page', 'AbortError');

const refusalOf = (check: FileCheck | undefined) => (check?.problem ? { serverMessage: check.problem } : {});

/** Resolves when the upload has become a lecture; rejects when it cannot, or when `signal` aborts. */
const untilLecture = (key: string, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = deferred<void>();
  const look = () => {
    const item = uploads.get().find((candidate) => candidate.key === key);
    if (!item) reject(stopped());
    else if (item.phase === 'done') resolve();
    else if (item.phase === 'stopped' && item.problem)
      reject(new ApiError({ status: 0, code: 'upload_stopped', serverMessage: item.problem }));
  };
  const unsubscribe = uploads.subscribe(look);
  signal.addEventListener('abort', () => reject(stopped()));
  look();
  return promise.finally(unsubscribe);
};

/**
 * The video of the form. It is checked when it is picked, and uploaded while the other fields are filled in. The upload
 * continues when the page is left, and then waits for a title.
 */
export const useVideoUpload = (courseId: string) => {
  const check = useFileCheck('video');
  const [search] = useSearchParams();
  const [picked, setPicked] = useState<Picked>({ ...nothing, key: search.get('upload') ?? undefined });
  const ready = useRef<Promise<Picked>>(Promise.resolve(picked));
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);
  const item = useShownUpload(picked.key);
  const latest = useRef<File>(undefined);

  const begin = async (file: File): Promise<Picked> => {
    latest.current = file;
    const found = await check(file);
    // Another file was picked while this one was checked.
    if (latest.current !== file) return ready.current;
    const key = found.problem === undefined ? uploads.add(courseId, file) : undefined;
    const next = { check: found, key };
    setPicked(next);
    return next;
  };

  return {
    item,
    problem: picked.check?.problem,
    note: picked.check?.note,
    pick: (file: File): void => {
      if (item && item.text === undefined) uploads.remove(item.key);
      setPicked(nothing);
      ready.current = begin(file);
    },
    /** Sets the title and description, and waits until the lecture exists. */
    finish: async (text: LectureText): Promise<void> => {
      const { key, check } = await ready.current;
      if (key === undefined) throw new ApiError({ status: 0, code: 'not_sent', ...refusalOf(check) });
      if (uploads.get().some((item) => item.key === key && item.phase === 'stopped')) uploads.resume(key);
      uploads.setTitle(key, text);
      await untilLecture(key, leaving.current.signal);
    },
  };
};

const {
  addIncomplete: incomplete,
  addLoading: loading,
  addSuccess: success,
  addError: error,
  broken,
} = messages.lectures;

const FormFields = LectureFields.extend({ isDraft: z.boolean() });

/** Goes back in history; a page that was opened directly has none. */
const useGoBack = (otherwise: string) => {
  const navigate = useNavigate();
  return async () => {
    const state: unknown = window.history.state;
    const hasEarlier = typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
    await (hasEarlier ? navigate(-1) : navigate(otherwise, { replace: true }));
  };
};

const useAddLecture = (courseId: string) => {
  const upload = useVideoUpload(courseId);
  const sectionId = useSearchParams()[0].get('section') ?? undefined;
  const goBack = useGoBack(pathTo('classroom', { course: courseId }));
  const isPicked = upload.item !== undefined;
  const form = useContractForm({
    // The video of a running upload needs no picked file.
    schema: useMemo(() => FormFields.extend({ video: fileIf(!isPicked, incomplete) }), [isPicked]),
    defaults: { title: '', description: '', isDraft: false },
    messages: { loading, success, error, broken, incomplete },
    run: ({ title, description, isDraft }) => upload.finish({ title, description, isDraft, sectionId }),
    onSuccess: goBack,
  });
  return { ...form, upload };
};

const Upload = ({ item, isWaiting, onAnother }: { item: UploadItem; isWaiting: boolean; onAnother: () => void }) => {
  const { t } = useLingui();
  return (
    <section aria-label={t`Upload`} className="surface space-y-3 p-4">
      <UploadStatus item={item} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <UploadActions item={item} />
        {isWaiting && (
          <Button tone="quiet" size="small" onClick={onAnother}>
            <Trans>Add another lecture</Trans>
          </Button>
        )}
      </div>
      {isMoving(item) && (
        <p className="meta">
          <Trans>The upload continues while you use other pages. Keep this tab open.</Trans>
        </p>
      )}
    </section>
  );
};

const Form = ({ courseId, onAnother }: { courseId: string; onAnother: () => void }) => {
  const { t } = useLingui();
  const { maxUploadBytes } = useSite();
  const adding = useAddLecture(courseId);
  const { item, problem, note, pick } = adding.upload;
  // In the order of the page, because the first invalid field gets the focus.
  const title = adding.field('title', messages.sitePages.titleMissing);
  const description = adding.field('description', t`Enter a description`);
  const video = usePickedFile(adding.form, 'video');
  useLeaveWarning(adding.form.formState.isDirty);
  const cameWithout = item !== undefined && video.file === undefined;
  return (
    <form className="mt-8 space-y-6" noValidate onSubmit={adding.onSubmit}>
      {adding.formError && <FormAlert>{adding.formError}</FormAlert>}
      {/* Read-only instead of disabled, so that the focus stays while the lecture is added. */}
      <TextField label={t`Title`} autoComplete="off" readOnly={adding.isBusy} {...title} />
      <TextArea label={t`Description`} readOnly={adding.isBusy} {...description} />
      <fieldset disabled={adding.isBusy} className="space-y-6">
        {cameWithout ? (
          <p>
            <span className="field-label">
              <Trans>Video</Trans>
            </span>
            <span className="wrap-anywhere">{item.fileName}</span>
          </p>
        ) : (
          <FileDrop
            {...video}
            onFile={(file) => {
              video.onFile(file);
              if (file && file !== video.file) pick(file);
            }}
            label={t`Video`}
            kind="video"
            accept="video/*"
            hint={t`Any video, up to ${formatSize(maxUploadBytes)}`}
            error={adding.errorOf('video', t`Choose a video`) ?? problem}
          />
        )}
        <CheckField
          label={t`Draft`}
          hint={t`Learners can’t see it while this is on.`}
          {...adding.form.register('isDraft')}
        />
      </fieldset>
      {note && <p className="text-sm text-muted">{note}</p>}
      {item && <Upload item={item} isWaiting={adding.isBusy} onAnother={onAnother} />}
      <Button type="submit" size="large" className="w-full" isBusy={adding.isBusy} busyText={t`Adding the lecture`}>
        <Trans>Add lecture</Trans>
      </Button>
    </form>
  );
};

export function Component() {
  const courseId = useCourseId();
  const about = useQuery(managedCourseQuery(courseId));
  const [number, setNumber] = useState(1);
  const { addLecture } = useCoursePages();
  // An upload without a title has a form of its own.
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const startAnother = () => {
    setNumber(number + 1);
    void navigate(addLecture({ course: courseId, section: search.get('section') ?? undefined }), {
      replace: true,
    });
  };
  const gone = about.error instanceof ApiError && about.error.code === 'course_not_found' ? about.error : undefined;
  return (
    <div className="page max-w-2xl py-10">
      <PageHeading>
        <Trans>Add new Lecture</Trans>
      </PageHeading>
      {gone ? (
        <EmptyState
          action={
            <LinkButton to={pathTo('courses')}>
              <Trans>See all courses</Trans>
            </LinkButton>
          }
        >
          {gone.message}
        </EmptyState>
      ) : (
        <>
          {about.data && (
            <p className="mt-2 text-muted">
              <Trans>Course: {about.data.course.title}</Trans>
            </p>
          )}
          <Form key={`${number} ${search.get('upload') ?? ''}`} courseId={courseId} onAnother={startAnother} />
        </>
      )}
    </div>
  );
}
