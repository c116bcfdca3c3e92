import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CourseCard } from '#web/features/catalog/course-card.tsx';
import { useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { useIsTeaching } from '#web/app/session/course-pages.ts';
import { DeclinedPanel, WaitingPanel } from './approval.tsx';
import { LivePanel } from './live-panel.tsx';
import { isReady, useChecklist } from './publish-checklist.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const saving = { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed };

interface PublicationProps {
  course: ManagedCourse;
  lectures: readonly ManagedLecture[];
}

/** Whether what the user publishes waits for the owner. */
const useNeedsApproval = (): boolean => {
  const isTeaching = useIsTeaching();
  const { data } = useQuery({ ...teachQuery(), enabled: isTeaching });
  return isTeaching && data?.publishesAlone === false;
};

/** What is published together: only a draft waits for approval. */
const publishLabel = (
  { isDraft, approvalRequestedAt }: Pick<ManagedCourse, 'isDraft' | 'approvalRequestedAt'>,
  draftCount: number,
  { _ }: Language,
): string => {
  if (!isDraft) return _(msg`Publish ${plural(draftCount, { one: '# lecture', other: '# lectures' })}`);
  const isApproved = approvalRequestedAt !== null;
  if (draftCount === 0) return _(isApproved ? msg`Approve and publish course` : msg`Publish course`);
  return _(
    isApproved
      ? msg`Approve and publish course and ${plural(draftCount, { one: '# lecture', other: '# lectures' })}`
      : msg`Publish course and ${plural(draftCount, { one: '# lecture', other: '# lectures' })}`,
  );
};

/** Publishes the course and its draft lectures that are ready, after a question where none is. */
function PublishButton({
  course: { _id: courseId, isDraft, approvalRequestedAt },
  lectures,
  onLive,
}: PublicationProps & { onLive: () => void }) {
  const { t } = useLingui();
  const language = useLanguage();
  const needsApproval = useNeedsApproval();
  const [isAsking, setAsking] = useState(false);
  const showSaved = useShowSavedCourse(courseId);
  const publish = useAction({
    run: () => call('POST /courses/:courseId/publish', { params: { courseId } }),
    messages: saving,
    onSuccess: async (saved) => {
      setAsking(false);
      await showSaved(saved);
      if (isDraft && !needsApproval) onLive();
    },
  });
  const ready = lectures.filter(isReady);
  const draftCount = ready.filter((lecture) => lecture.isDraft).length;
  if (!isDraft && draftCount === 0) return null;
  return (
    <>
      <Button
        isBusy={publish.isBusy}
        onClick={() => (ready.length === 0 ? setAsking(true) : void publish.start(undefined))}
      >
        {needsApproval && isDraft
          ? t`Send for approval`
          : publishLabel({ isDraft, approvalRequestedAt }, draftCount, language)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={needsApproval ? t`Nothing is ready yet. Send anyway?` : t`Nothing is ready yet. Publish anyway?`}
        confirmLabel={needsApproval ? t`Send anyway` : t`Publish anyway`}
        cancelLabel={t`Keep as draft`}
        tone="primary"
        isBusy={publish.isBusy}
        onConfirm={() => void publish.start(undefined)}
        onClose={() => setAsking(false)}
      >
        {needsApproval
          ? t`The owner will see a course without a lecture that can be opened.`
          : t`Visitors will see this course without a lecture that they can open.`}
      </ConfirmDialog>
    </>
  );
}

function UnpublishButton({ courseId }: { courseId: string }) {
  const showSaved = useShowSavedCourse(courseId);
  const unpublish = useAction({
    run: () => call('PUT /courses/:courseId/draft', { params: { courseId }, body: { isDraft: true } }),
    messages: saving,
    onSuccess: () => showSaved(),
  });
  return (
    <Button tone="quiet" isBusy={unpublish.isBusy} onClick={() => void unpublish.start(undefined)}>
      <Trans>Unpublish</Trans>
    </Button>
  );
}

const statusOf = (isTeaching: boolean, { _ }: Language): string =>
  isTeaching
    ? _(msg`Only you, the other people of the course and the owner see it now.`)
    : _(msg`Only admins see this course now. Once published, it is on your site and in search at once.`);

/** A draft can always be published; where nothing can be watched, the button asks first. */
const draftTitleOf = (lectures: readonly ManagedLecture[], { _ }: Language): string =>
  lectures.some(isReady) ? _(msg`Ready to publish`) : _(msg`Nothing to watch yet`);

/** What becomes of lectures that are not ready or still processed. */
function Unfinished({ lectures }: Pick<PublicationProps, 'lectures'>) {
  const isProcessing = lectures.some((lecture) => lecture.state === 'processing' && isReady(lecture));
  const unreadyCount = lectures.filter((lecture) => lecture.isDraft && !isReady(lecture)).length;
  return (
    <>
      {unreadyCount > 0 && (
        <>
          {' '}
          <Plural
            value={unreadyCount}
            one="# lecture isn’t ready yet and stays a draft."
            other="# lectures aren’t ready yet and stay drafts."
          />
        </>
      )}
      {isProcessing && (
        <>
          {' '}
          <Trans>Videos that are still being processed play as you uploaded them.</Trans>
        </>
      )}
    </>
  );
}

/** The visibility of the course and its lectures, and the missing parts. */
export function Publication({ course, lectures }: PublicationProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { isComplete, checklist } = useChecklist({ course, lectures });
  const isTeaching = useIsTeaching();
  /** Until the tab is left. */
  const [isLive, setLive] = useState(false);
  const { isDraft, approvalRequestedAt, declined } = course;
  const publishedCount = lectures.filter((lecture) => !lecture.isDraft || isReady(lecture)).length;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(18rem,1fr)]">
      <div className="max-w-4xl space-y-4">
        {approvalRequestedAt !== null && <WaitingPanel course={course} requestedAt={approvalRequestedAt} />}
        {declined && <DeclinedPanel declined={declined} />}
        {isLive && !isDraft && <LivePanel course={course} lectures={publishedCount} />}
        <Panel
          title={isDraft ? draftTitleOf(lectures, language) : t`This course is published`}
          aside={
            <div className="flex flex-wrap gap-3">
              {!(isTeaching && approvalRequestedAt !== null) && (
                <PublishButton course={course} lectures={lectures} onLive={() => setLive(true)} />
              )}
              {!isDraft && <UnpublishButton courseId={course._id} />}
            </div>
          }
        >
          <p className="text-sm text-muted">
            {isDraft ? statusOf(isTeaching, language) : t`Everyone can see it in the course list.`}
            <Unfinished lectures={lectures} />
          </p>
        </Panel>
        {!(isLive && !isDraft && isComplete) && checklist}
      </div>
      {/* A picture: the links of a draft lead nowhere. */}
      <div className="max-xl:hidden" inert>
        <h2 className="mb-3 text-title">
          <Trans>As visitors will see it</Trans>
        </h2>
        <CourseCard asVisitor course={{ ...course, numberOfLectures: publishedCount }} />
      </div>
    </div>
  );
}
