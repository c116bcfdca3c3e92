import { msg } from '@lingui/core/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { LectureNotes } from '#web/features/classroom/notes/use-notes.ts';
import type { LectureQuestions } from '#web/features/questions/use-questions.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { AttachmentList, ChapterList } from './chapters-and-attachments.tsx';
import { ClassroomTabs, panelIdOf, type Tab, tabIdOf, type TabName, useTab } from './classroom-tabs.tsx';
import type { usePlayback } from './use-playback.ts';

/** Not needed before its tab is opened. */
const NotesPanel = lazy(() => import('#web/features/classroom/notes/notes-panel.tsx'));
const TranscriptPanel = lazy(() => import('#web/features/classroom/transcript/transcript-panel.tsx'));
const QuestionsPanel = lazy(() => import('#web/features/questions/questions-panel.tsx'));

const TABS: readonly Tab[] = [
  { name: 'lectures', label: msg`Lectures` },
  { name: 'questions', label: msg`Questions` },
  { name: 'about', label: msg`About` },
  { name: 'notes', label: msg`Notes` },
  { name: 'transcript', label: msg`Transcript` },
];

/** What its tab has besides what is beside the player. */
const aboutLabelOf = ({ chapters, attachments }: Lecture): Tab['label'] => {
  if (chapters.length === 0) return msg`Files`;
  return attachments.length === 0 ? msg`Chapters` : msg`About`;
};

/** Below this the tabs are under the player, from there on beside it. */
const TABS_ARE_BESIDE = '(width >= 64rem)';
/** From here on the questions are beside the transcript. */
const HAS_THREE_COLUMNS = '(width >= 80rem)';

export const useTabs = (lecture: Lecture, counts: { notes: number; questions: number | undefined }) => {
  const isBeside = useMedia(TABS_ARE_BESIDE);
  const isShown: Record<TabName, boolean> = {
    lectures: true,
    questions: counts.questions !== undefined,
    about: !isBeside && lecture.chapters.length + lecture.attachments.length > 0,
    notes: true,
    transcript: lecture.captions.length > 0,
  };
  const tabs = TABS.filter(({ name }) => isShown[name]).map((tab) => {
    if (tab.name === 'about') return { ...tab, label: aboutLabelOf(lecture) };
    return tab.name === 'notes' || tab.name === 'questions' ? { ...tab, count: counts[tab.name] ?? 0 } : tab;
  });
  const { current = 'lectures', open } = useTab(tabs);
  const panelOf = (name: TabName) =>
    ({ id: panelIdOf(name), role: 'tabpanel', 'aria-labelledby': tabIdOf(name), hidden: name !== current }) as const;
  const areQuestionsBeside = useMedia(HAS_THREE_COLUMNS) && current === 'transcript' && isShown.questions;
  return { tabs, current, open, panelOf, isBeside, areQuestionsBeside };
};

interface AboutProps {
  lecture: Lecture;
  playback: ReturnType<typeof usePlayback>;
  hasDescription: boolean;
}

export const About = ({ lecture, playback, hasDescription }: AboutProps) => (
  <div className={hasDescription ? 'mt-5' : undefined}>
    {hasDescription && <p className="measure whitespace-pre-line text-muted">{lecture.description}</p>}
    <ChapterList player={playback.player} chapters={lecture.chapters} />
    <AttachmentList lecture={lecture} reload={playback.reloadLecture} />
  </div>
);

/** Beside the transcript, or under their tab. */
export const Questions = ({ questions }: { questions: LectureQuestions }) => (
  <Suspense>
    <QuestionsPanel key={questions.lectureId} questions={questions} />
  </Suspense>
);

interface ClassroomSideProps extends Omit<AboutProps, 'hasDescription'> {
  course: Course;
  notes: LectureNotes;
  questions: LectureQuestions;
  tabs: ReturnType<typeof useTabs>;
  /** The list of lectures. */
  children: ReactNode;
}

/** The list, the notes and the transcript, each under its tab: on narrow screens under the player, otherwise beside it. */
export const ClassroomSide = ({ course, lecture, playback, notes, questions, tabs, children }: ClassroomSideProps) => {
  const { current, panelOf } = tabs;
  return (
    <div className="classroom-side">
      <ClassroomTabs tabs={tabs.tabs} current={current} onOpen={tabs.open} />
      {!tabs.isBeside && (
        <div className="classroom-panel pt-5" {...panelOf('about')}>
          <About lecture={lecture} playback={playback} hasDescription={false} />
        </div>
      )}
      {questions.areOn && (
        <div className="classroom-panel pt-5" {...panelOf('questions')}>
          {current === 'questions' && <Questions questions={questions} />}
        </div>
      )}
      <div className="classroom-panel pt-5" {...panelOf('notes')}>
        {current === 'notes' && (
          <Suspense>
            <NotesPanel courseId={course._id} notes={notes} />
          </Suspense>
        )}
      </div>
      <div className="classroom-panel pt-5" {...panelOf('transcript')}>
        {current === 'transcript' && (
          <Suspense>
            <TranscriptPanel key={lecture._id} lecture={lecture} player={playback.player} notes={notes} />
          </Suspense>
        )}
      </div>
      {children}
    </div>
  );
};
