import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import type { Audience } from '#contract/announcements/announcements.ts';
import { REMINDED_DAYS } from '#contract/teaching/course-learners.ts';
import { accessNames } from '#contract/access/access-names.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { allCoursesQuery } from '#web/api/authoring-queries.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { audienceQuery, useAnnouncementPaths } from './announcement-queries.ts';
import type { Draft, DraftInput } from './announcement-form.ts';
import { learnerWords, namesInWords } from './audience-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const MAX_COURSES = 100;
const AWAY = [7, 14, 30, 90] as const;

/** The courses whose people an admin, or a teacher, writes to. */
const useCourses = (): readonly { _id: string; title: string }[] => {
  const { isOfAdmins } = useAnnouncementPaths();
  const all = useQuery({ ...allCoursesQuery({ sort: 'title', limit: MAX_COURSES }), enabled: isOfAdmins });
  const own = useQuery({ ...teachQuery(), enabled: !isOfAdmins });
  return isOfAdmins ? (all.data?.courses ?? []) : (own.data?.courses ?? []).filter(({ role }) => role === 'teacher');
};

interface AudiencePanelProps {
  form: UseFormReturn<Draft, unknown, DraftInput>;
  error: string | undefined;
  audience: Audience;
  /** The course that a saved draft is for, until the list of courses is there. */
  saved: { _id: string; title: string } | null;
}

/** Who gets it, and how many they are. */
export function AudiencePanel({ form, error, audience, saved }: AudiencePanelProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const { isOfAdmins } = useAnnouncementPaths();
  const listed = useCourses();
  const courses = saved && !listed.some(({ _id }) => _id === saved._id) ? [saved, ...listed] : listed;
  return (
    <Panel title={t({ context: 'email', message: 'To' })}>
      <div className="grid gap-4">
        <Field label={t`People`} error={error}>
          {(described) => (
            <select {...described} {...form.register('courseId')} className="select h-12 w-full">
              {isOfAdmins ? (
                <option value="">{t`Everyone with an account`}</option>
              ) : (
                <option value="">{t`Choose a course`}</option>
              )}
              {courses.map(({ _id, title }) => (
                <option key={_id} value={_id}>
                  {isOfAdmins ? t`People with ${title}` : title}
                </option>
              ))}
            </select>
          )}
        </Field>
        {isOfAdmins && audience.courseId === undefined && (
          <Field label={t`Access`}>
            {(described) => (
              <select {...described} {...form.register('access')} className="select h-12 w-full">
                <option value="">{t`Any`}</option>
                {Object.entries(accessNames).map(([state, name]) => (
                  <option key={state} value={state}>
                    {_(name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field label={audience.courseId === undefined ? t`Last here` : t`Last watched it`}>
          {(described) => (
            <select {...described} {...form.register('away')} className="select h-12 w-full">
              <option value="">{t`At any time`}</option>
              {AWAY.map((days) => (
                <option key={days} value={days}>{t`Not for ${days} days`}</option>
              ))}
            </select>
          )}
        </Field>
        {audience.courseId !== undefined && (
          <Field label={t`How far`}>
            {(described) => (
              <select {...described} {...form.register('learners')} className="select h-12 w-full">
                <option value="">{t`Everyone who has it`}</option>
                {Object.entries(learnerWords).map(([value, name]) => (
                  <option key={value} value={value}>
                    {_(name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {audience.courseId !== undefined && (
          <CheckField
            label={t`Only those who have not finished it`}
            hint={t`Including people who have not begun.`}
            {...form.register('isUnfinished')}
          />
        )}
        {audience.courseId !== undefined && (
          <CheckField
            label={t`Without those reminded in the last ${REMINDED_DAYS} days`}
            hint={t`Skips people who already got a reminder about their progress.`}
            {...form.register('skipsReminded')}
          />
        )}
        <Count audience={audience} />
      </div>
    </Panel>
  );
}

/** Follows the filters. A teacher has nobody before a course is chosen. */
export const useCount = (audience: Audience) => {
  const { isOfAdmins } = useAnnouncementPaths();
  const isChosen = isOfAdmins || audience.courseId !== undefined;
  return { isChosen, ...useQuery({ ...audienceQuery(audience), enabled: isChosen }) };
};

function Count({ audience }: { audience: Audience }) {
  const language = useLanguage();
  const { t } = useLingui();
  const { isChosen, data, error, isPlaceholderData } = useCount(audience);
  if (!isChosen) return null;
  return (
    <output className="flex min-h-14 items-start gap-3 rounded-box bg-base-200 px-4 py-3" aria-busy={isPlaceholderData}>
      <Users size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className={`min-w-0 ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {error && errorMessage(error, messages.announcements.countFailed)}
        {!error && !data && t`Counting`}
        {!error && data && (
          <>
            <b className="num font-semibold">
              <Plural value={data.people} one="# person" other="# people" />
            </b>
            {data.people > 0 && (
              <span className="meta block wrap-anywhere">{namesInWords(data.names, data.people, language)}</span>
            )}
          </>
        )}
      </span>
    </output>
  );
}
