import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { WatermarkKind } from '#contract/classroom/watermark.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Panel } from '#web/ui/panel.tsx';

const KINDS: readonly {
  kind: WatermarkKind;
  name: MessageDescriptor;
  hint: MessageDescriptor;
  /** In a language only where it is a name. */
  example: MessageDescriptor | string;
}[] = [
  { kind: 'code', name: msg`Code`, hint: msg`New each month. People finds the person by it.`, example: 'K7Q2MD' },
  { kind: 'name', name: msg`Name`, hint: msg`As the person wrote it.`, example: msg`Sunita Kumari` },
  { kind: 'email', name: msg`Email`, hint: msg`Masked, with its first letter.`, example: 's•••@example.in' },
];

const Preview = ({ course, example }: { course: Course; example: string | undefined }) => (
  <section aria-labelledby="watermark-preview" className="rounded-box bg-base-300 p-5 text-sm">
    <h2 id="watermark-preview" className="font-medium">
      <Trans>As learners see it</Trans>
    </h2>
    <div className="relative mt-3 overflow-hidden rounded-field text-white">
      <Cover title={course.title} src={course.thumbnail.secure_url} sizes="24rem" />
      <span
        className="absolute top-1/4 right-1/8 text-xs font-semibold opacity-16 [text-shadow:0_0_2px_#000,0_0_3px_#000]"
        aria-hidden="true"
      >
        {example}
      </span>
    </div>
    <p className="mt-3 text-muted">
      <Trans>
        It stays clear of captions and controls, and moves every 20 to 45 seconds. With reduced motion it jumps.
      </Trans>
    </p>
    <p className="mt-3 border-t border-line pt-3 text-muted">
      <Trans>
        On an iPhone, full screen is the phone’s own and would hide it. Videos of this course play in the page there,
        and fill a phone on its side. Picture in picture is off.
      </Trans>
    </p>
  </section>
);

/** What is drawn over the videos and PDFs of a course. */
export function CourseProtection({ course }: { course: Course }) {
  const { t } = useLingui();
  const wordsOf = (example: MessageDescriptor | string = ''): string =>
    typeof example === 'string' ? example : t(example);
  const params = { courseId: course._id };
  const group = useId();
  const isAdmin = useSession()?.role === 'ADMIN';
  const query = useQuery(endpointQuery(['courses', course._id], 'GET /courses/:courseId/watermark', { params }));
  const save = useAction({
    run: (watermark: WatermarkKind | null) => call('PUT /courses/:courseId/watermark', { params, body: { watermark } }),
    messages: { error: messages.authoring.courseFailed },
    toastId: 'watermark',
    changes: ['courses'],
  });
  return (
    <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={messages.courses.broken} isInPanel>
      {({ watermark }) => (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid gap-5">
            <Panel title={t`Watermark`}>
              <CheckField
                label={t`A text that moves over the video`}
                hint={t`A screen recording then names the person who made it. It does not stop anybody from recording.`}
                checked={watermark !== null}
                disabled={save.isBusy}
                onChange={({ target }) => void save.start(target.checked ? 'code' : null)}
              />
              {watermark !== null && (
                <fieldset className="mt-5" disabled={save.isBusy}>
                  <legend className="field-label">
                    <Trans>What it shows</Trans>
                  </legend>
                  {KINDS.map(({ kind, name, hint, example }) => (
                    <div key={kind} className="flex min-h-11 items-start gap-3 py-2">
                      <input
                        type="radio"
                        id={`${group}-${kind}`}
                        name={group}
                        className="radio radio-primary mt-0.5 shrink-0"
                        aria-describedby={`${group}-${kind}-hint`}
                        checked={watermark === kind}
                        onChange={() => void save.start(kind)}
                      />
                      <div>
                        <label htmlFor={`${group}-${kind}`} className="font-semibold">
                          {t(name)}
                        </label>
                        <p id={`${group}-${kind}-hint`} className="meta">
                          {wordsOf(example)}. {t(hint)}
                        </p>
                      </div>
                    </div>
                  ))}
                </fieldset>
              )}
              <p className="mt-4 text-sm text-muted">
                <Trans>
                  On videos in the page, in full screen and downloaded, and on the pages of PDFs. Never on free lectures
                  or audio. A PDF that learners may save has none in its file.
                </Trans>
              </p>
            </Panel>
            {isAdmin && (
              <Panel title={t`Found a copy?`}>
                <p>
                  <Trans>Find the person by the code that you see in it.</Trans>
                </p>
                <LinkButton className="mt-4" tone="quiet" to={pathTo('foundCopy')}>
                  <Trans>Find the person</Trans>
                </LinkButton>
              </Panel>
            )}
          </div>
          <Preview course={course} example={wordsOf(KINDS.find(({ kind }) => kind === watermark)?.example)} />
        </div>
      )}
    </QueryBoundary>
  );
}
